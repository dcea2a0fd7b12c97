import { Effect, Option } from "effect"
import type { Registry } from "../../Registry.ts"
import type { ContactCreated } from "../../RegistryCommand.ts"
import { contactDataOf, portContactOf } from "../objects/SimulatedContact.ts"
import type { ContactObjects } from "./ContactObjects.ts"

type Commands = Pick<Registry, "infoContact" | "createContact" | "deleteContact">

/** Commands of the port about contacts. */
export const contactCommands = (contacts: ContactObjects): Commands => ({
  infoContact: Effect.fn("SimulatedRegistry.infoContact")((handle) =>
    Effect.map(contacts.find(handle), Option.map(({ contact }) => portContactOf(contact)))
  ),

  createContact: Effect.fn("SimulatedRegistry.createContact")(function*({ contact }) {
    const { handle } = yield* contacts.create(contact.handle, contactDataOf(contact))
    const created: ContactCreated = { completed: true, handle }
    return created
  }),

  deleteContact: Effect.fn("SimulatedRegistry.deleteContact")(({ handle }) => contacts.delete(handle))
})
