import { Contacts, CreateContact } from "@namewright/core/contacts"
import { OrganizationOperations } from "@namewright/core/organizations"
import { CurrentActor, Money } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { administrator } from "./administrator.ts"

/** Balance of a benchmark's organization, in minor units. */
const credit = Money.MinorUnits.make(1_000_000_000_00)

const person = Schema.decodeUnknownSync(CreateContact)({
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.org",
  phone: "+49.30123456",
  street: "Invalidenstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE"
})

/** New organization with a balance and a contact, and an actor with all its permissions. */
export const newCustomer = Effect.gen(function*() {
  const operations = yield* OrganizationOperations
  const { organization_id } = yield* operations.createParent({
    name: "Benchmark",
    country_code: "DE",
    starting_credit: credit
  })
  const actor = administrator(organization_id)
  const contacts = yield* Contacts
  const { contact_id } = yield* Effect.provideService(contacts.create(person), CurrentActor, actor)
  return { organization_id, actor, contact_id }
})
export type Customer = Effect.Success<typeof newCustomer>
