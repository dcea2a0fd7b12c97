import { contactDataOf, newContact, type RegistryContact, type SimulatedContact } from "@namewright/core/registry"
import { readInstant } from "../../Codecs.ts"
import { type Kept, orNull } from "./KeptJson.ts"
import { unnotedRoid, unnotedSince } from "./UnnotedObject.ts"

/** A contact of a simulated registry as text. */
export const writeContact = (contact: SimulatedContact): string => JSON.stringify(contact)

/** The contact that `writeContact` wrote, mapped by hand as domains are. The row says who sponsors it. */
export const readContact = (text: string, sponsor: string): SimulatedContact => {
  const kept: Kept<SimulatedContact> = JSON.parse(text)
  return {
    ...kept,
    sponsor,
    created_on: readInstant(kept.created_on),
    updated_on: orNull(kept.updated_on, readInstant),
    transferred_on: orNull(kept.transferred_on, readInstant),
    transfer: orNull(kept.transfer, (transfer) => ({
      ...transfer,
      requested_on: readInstant(transfer.requested_on),
      acts_on: readInstant(transfer.acts_on)
    }))
  }
}

/** A contact of which only the port's part was written. */
export const unnotedContact = (contact: RegistryContact, sponsor: string): SimulatedContact =>
  newContact(contactDataOf(contact), {
    handle: contact.handle,
    roid: unnotedRoid("C", contact.handle),
    registrar: sponsor,
    on: unnotedSince
  })
