import { newCommandId, type Registry, type RegistryContact } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import { contactData, newContact, refused, register, remove } from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

const create = (registry: Registry, contact: RegistryContact) =>
  Effect.flatMap(newCommandId, (command_id) => registry.createContact({ command_id, contact }))

const removeContact = (registry: Registry, handle: string) =>
  Effect.flatMap(newCommandId, (command_id) => registry.deleteContact({ command_id, handle }))

/** Contacts as objects (RFC 5733). */
export const contactContract = (all: RegistryTest) => {
  const it = all.needs("createContact")
  it.needs("infoContact").effect("stores a contact as sent", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const handle = yield* newContact(generic)
      const contact = Option.getOrThrow(yield* generic.infoContact(handle))
      const sent = contactData(handle)
      assert.deepStrictEqual(
        [contact.name, contact.organization, contact.city, contact.country, contact.email],
        [sent.name, sent.organization, sent.city, sent.country, sent.email]
      )
      assert.deepStrictEqual(contact.street, sent.street)
    }))

  it.needs("rival", "contactChecks").effect("refuses a handle that is taken", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const handle = yield* newContact(ours.generic)
      yield* refused(create(ours.generic, contactData(handle)), "objectExists")
      yield* refused(create(theirs.generic, contactData(handle)), "objectExists")
    }))

  it.needs("infoContact", "contactChecks").each<readonly [string, Partial<RegistryContact>]>([
    ["a country that does not exist", { country: "XX" }],
    ["a country of one letter", { country: "U" }],
    ["a country of three letters", { country: "USA" }],
    ["no city", { city: "" }],
    ["no name", { name: "" }],
    ["four lines of an address", { street: ["1", "2", "3", "4"] }],
    ["no address", { street: [] }],
    ["a telephone number without a country", { phone: "55" }],
    ["a telephone number without digits", { phone: "+1." }],
    ["a telephone number of 15 digits behind the dot", { phone: "+1.123456789012345" }],
    ["a telephone number with a letter", { phone: "+a.1" }],
    ["an e-mail address without a domain", { email: "ada@" }],
    ["a handle of 2 characters", { handle: "ab" }],
    ["a handle of 17 characters", { handle: "abcdefghijklmnopq" }]
  ])("refuses a contact with %s", ([, changes]) =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      yield* refused(create(generic, contactData("c-malformed", changes)), "parameter", "policy")
      assert.deepStrictEqual(yield* generic.infoContact(changes.handle ?? "c-malformed"), Option.none())
    }))

  it.needs("infoDomain", "createDomain", "deleteDomain", "infoContact", "deleteContact", "contactRoles", "gracePeriods")
    .effect("refuses to delete a contact that a domain uses", () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { contacts, name } = yield* register(generic)
        const handle = contacts[0]?.handle ?? ""
        yield* refused(removeContact(generic, handle), "associationProhibits")
        yield* remove(generic, name)
        yield* removeContact(generic, handle)
        assert.deepStrictEqual(yield* generic.infoContact(handle), Option.none())
        yield* refused(removeContact(generic, handle), "objectMissing")
      }))

  it.needs("infoContact", "deleteContact", "rival").effect(
    "hides contacts of one registrar from another",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const handle = yield* newContact(ours.generic)
        yield* refused(theirs.generic.infoContact(handle), "notSponsor")
        yield* refused(removeContact(theirs.generic, handle), "notSponsor")
      })
  )
}
