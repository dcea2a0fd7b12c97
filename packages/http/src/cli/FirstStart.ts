import { ApiKeys, asSystem, Password } from "@namewright/core/access"
import { type ContactId, Contacts, CreateContact } from "@namewright/core/contacts"
import { Money, PlatformSettings, Transaction } from "@namewright/core/shared"
import { Effect, Option, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createdWithOwner } from "./createdWithOwner.ts"

/** Objects that the first start of a sandbox created. Key and password can be shown only now. */
export interface FirstStart {
  readonly organization: string
  /** Credit in minor units of EUR. */
  readonly credit: number
  readonly apiKey: Redacted.Redacted
  /** Owner of the organization, a person who can sign in. */
  readonly owner: { readonly username: string; readonly password: Redacted.Redacted }
  /** Sample contact for a registrant. */
  readonly contact_id: ContactId
}

/**
 * Credit for 50,000 registrations of any TLD by the default price list for the shortest term; the most expensive costs
 * 149.00 EUR.
 */
const sandboxCredit = Money.MinorUnits.make(10_000_000_00)

/** Operator of the installation, with an example name and address to be changed. */
const exampleOwner = {
  username: "admin",
  email: "admin@example.org",
  first_name: "First",
  last_name: "Owner",
  locale: "en"
}

const exampleContact = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.org",
  phone: "+49.30123456",
  street: "Invalidenstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE"
} as const

/**
 * Creates an organization with its owner, a key, credit and a sample contact in the empty database of a sandbox. One
 * process creates all or nothing. In production a log would contain key and password, so an operator creates them with
 * commands.
 */
export const firstStart = Effect.gen(function*() {
  const transaction = yield* Transaction
  const { environment } = yield* PlatformSettings
  if (environment === "production") return Option.none<FirstStart>()
  return yield* transaction.atomically(Effect.gen(function*() {
    yield* lockOrganizations
    if (!(yield* isEmpty)) return Option.none<FirstStart>()
    const owner = { ...exampleOwner, password: yield* Password.generate }
    const { name, organization_id } = yield* createdWithOwner(
      { name: "Example", starting_credit: sandboxCredit },
      owner
    )
    return yield* asSystem(
      organization_id,
      Effect.gen(function*() {
        const { api_key } = yield* Effect.flatMap(ApiKeys, (keys) => keys.create({ api_key_name: "first-key" }))
        return Option.some<FirstStart>({
          organization: name,
          credit: sandboxCredit,
          apiKey: api_key,
          owner,
          contact_id: yield* createContact
        })
      })
    )
  }))
})

/** Locks organizations: other starting processes wait for the end of the transaction. */
const lockOrganizations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`LOCK TABLE organizations IN SHARE ROW EXCLUSIVE MODE`,
    orElse: () => Effect.void
  })
})

/** True if no organization exists. */
export const isEmpty = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT organization_id FROM organizations LIMIT 1`
  return found.length === 0
})

const createContact = Effect.gen(function*() {
  const contacts = yield* Contacts
  const { contact_id } = yield* contacts.create(yield* Schema.decodeEffect(CreateContact)(exampleContact))
  return contact_id
})
