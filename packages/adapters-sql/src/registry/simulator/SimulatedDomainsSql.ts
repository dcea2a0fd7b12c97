import type { Links, SimulatorStore, StoredDomain } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Array, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"
import { recordset } from "../../Recordset.ts"
import { readState, writeState } from "./SimulatedDomainState.ts"

const Due = Schema.NullOr(InstantColumn)
const encodeDue = Schema.encodeSync(Due)
const decodeDue = Schema.decodeUnknownSync(Due)

interface Row {
  readonly state: string
  readonly due_on: unknown
}
const stored = (row: Row): StoredDomain => ({ domain: readState(row.state), due_on: decodeDue(row.due_on) })

const links = (registry: string, name: string, { contacts, hosts }: Links) => [
  ...contacts.map((target) => ({ registry, name, kind: "contact", target })),
  ...hosts.map((target) => ({ registry, name, kind: "host", target }))
]

/** Maximum number of names in one list of parameters. */
const chunk = 500

type Methods = Pick<
  SimulatorStore["Service"],
  | "findDomain"
  | "lockDomain"
  | "existingDomains"
  | "insertDomain"
  | "saveDomain"
  | "changeLinks"
  | "removeDomain"
  | "outstanding"
  | "waitingRegistries"
  | "lockDue"
  | "domainsUsingContact"
  | "isLinked"
>

/** Domains of a simulated registry, and their links to the objects that they use. */
export const simulatedDomains = (sql: SqlClient.SqlClient): Methods => {
  const { forNoKeyUpdate, isPostgres, skipLocked } = dialect(sql)

  const insertLinks = (registry: string, name: string, added: Links) => {
    const rows = links(registry, name, added)
    return Array.isArrayNonEmpty(rows) ? sql`INSERT INTO sim_links ${sql.insert(rows)}` : Effect.void
  }

  return {
    findDomain: Effect.fnUntraced(function*(registry, name) {
      const rows = yield* sql<Row>`SELECT state, due_on FROM sim_domains
        WHERE registry = ${registry} AND name = ${name}`
      return Option.map(Array.head(rows), stored)
    }, orDieSql),

    lockDomain: Effect.fnUntraced(function*(registry, name) {
      const rows = yield* sql<Row>`SELECT state, due_on FROM sim_domains
        WHERE registry = ${registry} AND name = ${name} ${forNoKeyUpdate}`
      return Option.map(Array.head(rows), stored)
    }, orDieSql),

    existingDomains: Effect.fnUntraced(function*(registry, names) {
      const found = yield* Effect.forEach(
        Array.chunksOf(names, chunk),
        (some) =>
          sql<{ readonly name: string; readonly due_on: unknown }>`SELECT name, due_on FROM sim_domains
          WHERE registry = ${registry} AND ${sql.in("name", some)}`
      )
      return new Map(found.flat().map(({ due_on, name }) => [DomainName.make(name), decodeDue(due_on)]))
    }, orDieSql),

    insertDomain: Effect.fnUntraced(function*(registry, { domain, due_on }, used) {
      const { name, sponsor } = domain
      const row = { registry, name, sponsor, due_on: encodeDue(due_on), state: writeState(domain) }
      const inserting = sql`INSERT INTO sim_domains ${sql.insert(row)}
        ON CONFLICT (registry, name) DO NOTHING RETURNING name`
      const linked = links(registry, name, used)
      if (isPostgres && linked.length > 0) {
        const rows = recordset(sql, { registry: "key", name: "key", kind: "key", target: "key" }, linked)
        const inserted = yield* sql`WITH inserted AS (${inserting}), linked AS (
          INSERT INTO sim_links (registry, name, kind, target)
          SELECT x.registry, x.name, x.kind, x.target FROM ${rows}, inserted
        ) SELECT name FROM inserted`
        return inserted.length > 0
      }
      if ((yield* inserting).length === 0) return false
      yield* insertLinks(registry, name, used)
      return true
    }, orDieSql),

    saveDomain: Effect.fnUntraced(function*(registry, { domain, due_on }) {
      yield* sql`UPDATE sim_domains
        SET sponsor = ${domain.sponsor}, due_on = ${encodeDue(due_on)}, state = ${writeState(domain)}
        WHERE registry = ${registry} AND name = ${domain.name}`
    }, orDieSql),

    changeLinks: Effect.fnUntraced(function*(registry, name, { add, remove }) {
      for (const { kind, target } of links(registry, name, remove)) {
        yield* sql`DELETE FROM sim_links
          WHERE registry = ${registry} AND name = ${name} AND kind = ${kind} AND target = ${target}`
      }
      yield* insertLinks(registry, name, add)
    }, orDieSql),

    removeDomain: Effect.fnUntraced(function*(registry, name) {
      yield* sql`DELETE FROM sim_links WHERE registry = ${registry} AND name = ${name}`
      yield* sql`UPDATE sim_hosts SET parent = NULL, ip_addresses = '[]' WHERE registry = ${registry} AND parent = ${name}`
      yield* sql`DELETE FROM sim_domains WHERE registry = ${registry} AND name = ${name}`
    }, orDieSql),

    outstanding: Effect.fnUntraced(function*(registry, registrar, now) {
      const rows = yield* sql<{ readonly kind: "change" | "message" }>`SELECT 'change' AS kind
        WHERE EXISTS (SELECT 1 FROM sim_domains WHERE registry = ${registry} AND due_on <= ${encodeDue(now)})
          OR EXISTS (SELECT 1 FROM sim_contacts WHERE registry = ${registry} AND due_on <= ${encodeDue(now)})
        UNION ALL SELECT 'message'
        WHERE EXISTS (SELECT 1 FROM sim_messages WHERE registry = ${registry} AND registrar = ${registrar})`
      const has = (wanted: "change" | "message") => rows.some(({ kind }) => kind === wanted)
      return { isChangeDue: has("change"), isMessageWaiting: has("message") }
    }, orDieSql),

    waitingRegistries: Effect.fnUntraced(function*(registries, registrar, now) {
      const due = encodeDue(now)
      const rows = yield* sql<{ readonly registry: string }>`SELECT x.registry
        FROM ${recordset(sql, { registry: "key" }, registries.map((registry) => ({ registry })))}
        WHERE EXISTS (SELECT 1 FROM sim_domains d WHERE d.registry = x.registry AND d.due_on <= ${due})
          OR EXISTS (SELECT 1 FROM sim_contacts c WHERE c.registry = x.registry AND c.due_on <= ${due})
          OR EXISTS (SELECT 1 FROM sim_messages m WHERE m.registry = x.registry AND m.registrar = ${registrar})`
      return new Set(rows.map(({ registry }) => registry))
    }, orDieSql),

    lockDue: Effect.fnUntraced(function*(registry, now, limit) {
      const rows = yield* sql<Row>`SELECT state, due_on FROM sim_domains
        WHERE registry = ${registry} AND due_on <= ${encodeDue(now)}
        ORDER BY due_on, name LIMIT ${limit} ${skipLocked}`
      return rows.map(stored)
    }, orDieSql),

    domainsUsingContact: Effect.fnUntraced(function*(registry, handle) {
      const rows = yield* sql<{ readonly name: string }>`SELECT DISTINCT name FROM sim_links
        WHERE registry = ${registry} AND kind = 'contact' AND target = ${handle} ORDER BY name`
      return rows.map(({ name }) => DomainName.make(name))
    }, orDieSql),

    isLinked: Effect.fnUntraced(function*(registry, kind, target) {
      const rows = yield* sql`SELECT 1 AS used FROM sim_links
        WHERE registry = ${registry} AND kind = ${kind} AND target = ${target} LIMIT 1`
      return rows.length > 0
    }, orDieSql)
  }
}
