import type { SimulatedContact, SimulatorStore } from "@namewright/core/registry"
import { Array, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"
import { readContact, writeContact } from "./SimulatedContactState.ts"

const Due = Schema.NullOr(InstantColumn)
const encodeDue = Schema.encodeSync(Due)
const decodeDue = Schema.decodeUnknownSync(Due)

interface Row {
  readonly sponsor: string
  readonly state: string
}
const simulated = ({ sponsor, state }: Row): SimulatedContact => readContact(state, sponsor)

type Methods = Pick<
  SimulatorStore["Service"],
  | "findContact"
  | "lockContact"
  | "shareContacts"
  | "existingContacts"
  | "insertContact"
  | "saveContact"
  | "lockDueContacts"
  | "removeContact"
>

/** Contacts of a simulated registry. */
export const simulatedContacts = (sql: SqlClient.SqlClient): Methods => {
  const { forKeyShare, forUpdate, oneOf, skipLocked } = dialect(sql)
  return {
    findContact: Effect.fnUntraced(function*(registry, handle) {
      const rows = yield* sql<Row>`SELECT sponsor, state FROM sim_contacts
        WHERE registry = ${registry} AND handle = ${handle}`
      return Option.map(Array.head(rows), simulated)
    }, orDieSql),

    lockContact: Effect.fnUntraced(function*(registry, handle) {
      const rows = yield* sql<Row>`SELECT sponsor, state FROM sim_contacts
        WHERE registry = ${registry} AND handle = ${handle} ${forUpdate}`
      return Option.map(Array.head(rows), simulated)
    }, orDieSql),

    shareContacts: Effect.fnUntraced(function*(registry, handles) {
      const rows = yield* sql<{ readonly handle: string; readonly sponsor: string; readonly due_on: unknown }>`
        SELECT handle, sponsor, due_on FROM sim_contacts
        WHERE registry = ${registry} AND ${sql.in("handle", handles)} ${forKeyShare}`
      return new Map(rows.map(({ due_on, handle, sponsor }) => [handle, { sponsor, due_on: decodeDue(due_on) }]))
    }, orDieSql),

    existingContacts: Effect.fnUntraced(function*(registry, handles) {
      const rows = yield* sql<{ readonly handle: string }>`SELECT handle FROM sim_contacts
        WHERE registry = ${registry} AND handle ${oneOf(handles)}`
      return new Set(rows.map(({ handle }) => handle))
    }, orDieSql),

    insertContact: Effect.fnUntraced(function*(registry, contact) {
      const { handle, sponsor } = contact
      const row = { registry, handle, sponsor, state: writeContact(contact) }
      const rows = yield* sql`INSERT INTO sim_contacts ${sql.insert(row)}
        ON CONFLICT (registry, handle) DO NOTHING RETURNING handle`
      return rows.length > 0
    }, orDieSql),

    saveContact: Effect.fnUntraced(function*(registry, saved, due_on) {
      yield* sql`UPDATE sim_contacts
        SET sponsor = ${saved.sponsor}, state = ${writeContact(saved)}, due_on = ${encodeDue(due_on)}
        WHERE registry = ${registry} AND handle = ${saved.handle}`
    }, orDieSql),

    lockDueContacts: Effect.fnUntraced(function*(registry, now, limit) {
      const rows = yield* sql<Row>`SELECT sponsor, state FROM sim_contacts
        WHERE registry = ${registry} AND due_on <= ${encodeDue(now)}
        ORDER BY due_on, handle LIMIT ${limit} ${skipLocked}`
      return rows.map(simulated)
    }, orDieSql),

    removeContact: Effect.fnUntraced(function*(registry, handle) {
      yield* sql`DELETE FROM sim_contacts WHERE registry = ${registry} AND handle = ${handle}`
    }, orDieSql)
  }
}
