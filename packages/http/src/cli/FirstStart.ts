import { ApiKeys, asSystem, Password, UserOperations } from "@namewright/core/access"
import { type ContactId, Contacts, CreateContact } from "@namewright/core/contacts"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, PlatformSettings, Transaction } from "@namewright/core/shared"
import { Effect, Option, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** What a first start has made; key and password can be shown this once. */
export interface FirstStart {
  readonly organization: string
  /** In minor units of its account, which is kept in EUR. */
  readonly credit: number
  readonly apiKey: Redacted.Redacted
  /** The owner of the organization, who can sign in. */
  readonly owner: { readonly username: string; readonly password: Redacted.Redacted }
  /** An example of a registrant; only in the sandbox. */
  readonly contact_id: Option.Option<ContactId>
}

/** Pays 50,000 registrations of any TLD by the default price list, for the shortest term; the dearest is 149.00 EUR. */
const sandboxCredit = Money.MinorUnits.make(10_000_000_00)

/** Who runs the installation; name and address are to be changed. */
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
 * On an empty database: an organization with its owner and a key of it, and in the sandbox credit and a contact to try things with. All
 * or nothing, and by one process only.
 */
export const firstStart = Effect.gen(function*() {
  const transaction = yield* Transaction
  const { environment } = yield* PlatformSettings
  return yield* transaction.atomically(Effect.gen(function*() {
    if (!(yield* isEmpty)) return Option.none<FirstStart>()
    const credit = environment === "sandbox" ? sandboxCredit : Money.zero
    const operations = yield* OrganizationOperations
    const { name, organization_id } = yield* operations.createParent({
      name: "Example",
      starting_credit: credit,
      users: [exampleOwner]
    })
    const owner = { username: exampleOwner.username, password: yield* ownerPassword }
    return yield* asSystem(
      organization_id,
      Effect.gen(function*() {
        const { api_key } = yield* Effect.flatMap(ApiKeys, (keys) => keys.create({ api_key_name: "first-key" }))
        const contact_id = environment === "sandbox" ? Option.some(yield* createContact) : Option.none()
        return Option.some<FirstStart>({ organization: name, credit, apiKey: api_key, owner, contact_id })
      })
    )
  }))
})

/** Gives the owner a password to begin with. */
const ownerPassword = Effect.gen(function*() {
  const operations = yield* UserOperations
  const owner = Option.getOrThrow(yield* operations.find(exampleOwner.username))
  const password = yield* Password.generate
  yield* operations.setPassword(owner, password)
  return password
})

/** Whether there is no organization yet; whoever else asks waits for the end of the transaction. */
const isEmpty = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`LOCK TABLE organizations IN SHARE ROW EXCLUSIVE MODE`,
    orElse: () => Effect.void
  })
  const found = yield* sql`SELECT organization_id FROM organizations LIMIT 1`
  return found.length === 0
})

const createContact = Effect.gen(function*() {
  const contacts = yield* Contacts
  const { contact_id } = yield* contacts.create(yield* Schema.decodeEffect(CreateContact)(exampleContact))
  return contact_id
})
