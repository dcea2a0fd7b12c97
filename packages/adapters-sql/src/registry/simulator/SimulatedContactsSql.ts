import { RegistryContact, type SimulatedContact, type SimulatorStore } from "@namewright/core/registry"
import { Array, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { json, orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"

const Contact = json(RegistryContact)
const encodeContact = Schema.encodeSync(Contact)
const decodeContact = Schema.decodeUnknownSync(Contact)

interface Row {
  readonly sponsor: string
  readonly contact: string
}
const simulated = ({ contact, sponsor }: Row): SimulatedContact => ({ sponsor, contact: decodeContact(contact) })

type Methods = Pick<
  SimulatorStore["Service"],
  "findContact" | "lockContact" | "shareContacts" | "insertContact" | "removeContact"
>

/** Contacts of a simulated registry. */
export const simulatedContacts = (sql: SqlClient.SqlClient): Methods => {
  const { forKeyShare, forUpdate } = dialect(sql)
  return {
    findContact: Effect.fnUntraced(function*(registry, handle) {
      const rows = yield* sql<Row>`SELECT sponsor, contact FROM sim_contacts
        WHERE registry = ${registry} AND handle = ${handle}`
      return Option.map(Array.head(rows), simulated)
    }, orDieSql),

    lockContact: Effect.fnUntraced(function*(registry, handle) {
      const rows = yield* sql<Row>`SELECT sponsor, contact FROM sim_contacts
        WHERE registry = ${registry} AND handle = ${handle} ${forUpdate}`
      return Option.map(Array.head(rows), simulated)
    }, orDieSql),

    shareContacts: Effect.fnUntraced(function*(registry, handles) {
      const rows = yield* sql<{ readonly handle: string; readonly sponsor: string }>`SELECT handle, sponsor
        FROM sim_contacts WHERE registry = ${registry} AND ${sql.in("handle", handles)} ${forKeyShare}`
      return new Map(rows.map(({ handle, sponsor }) => [handle, sponsor]))
    }, orDieSql),

    insertContact: Effect.fnUntraced(function*(registry, { contact, sponsor }) {
      const row = { registry, handle: contact.handle, sponsor, contact: encodeContact(contact) }
      const rows = yield* sql`INSERT INTO sim_contacts ${sql.insert(row)}
        ON CONFLICT (registry, handle) DO NOTHING RETURNING handle`
      return rows.length > 0
    }, orDieSql),

    removeContact: Effect.fnUntraced(function*(registry, handle) {
      yield* sql`DELETE FROM sim_contacts WHERE registry = ${registry} AND handle = ${handle}`
    }, orDieSql)
  }
}
