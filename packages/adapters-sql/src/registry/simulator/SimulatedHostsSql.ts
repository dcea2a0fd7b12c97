import type { SimulatedHost, SimulatorStore } from "@namewright/core/registry"
import { DomainName, Hostname } from "@namewright/core/shared"
import { Array, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { json, orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"
import { readHost, writeHost } from "./SimulatedHostState.ts"

const Addresses = json(Schema.Array(Schema.String))
const encodeAddresses = Schema.encodeSync(Addresses)
const decodeAddresses = Schema.decodeUnknownSync(Addresses)

interface Row {
  readonly hostname: string
  readonly parent: string | null
  readonly sponsor: string
  readonly ip_addresses: string
  readonly state: string
}
const host = ({ hostname, ip_addresses, parent, sponsor, state }: Row): SimulatedHost => ({
  ...readHost(state),
  hostname: Hostname.make(hostname),
  parent: parent === null ? null : DomainName.make(parent),
  sponsor,
  ip_addresses: decodeAddresses(ip_addresses)
})

type Methods = Pick<
  SimulatorStore["Service"],
  | "findHost"
  | "lockHost"
  | "shareHosts"
  | "existingHosts"
  | "domainsUsingHost"
  | "insertHost"
  | "saveHost"
  | "moveHostLinks"
  | "removeHost"
>

/** Host objects of a simulated registry. A host below a domain has the sponsor of the domain. */
export const simulatedHosts = (sql: SqlClient.SqlClient): Methods => {
  const { forKeyShare, forUpdate, oneOf } = dialect(sql)

  const select = (registry: string, hostname: string) =>
    sql`SELECT hostname, parent, ip_addresses, state,
        COALESCE((SELECT d.sponsor FROM sim_domains d WHERE d.registry = h.registry AND d.name = h.parent), h.sponsor)
          AS sponsor
      FROM sim_hosts h WHERE h.registry = ${registry} AND h.hostname = ${hostname}`

  return {
    findHost: Effect.fnUntraced(function*(registry, hostname) {
      const rows = yield* sql<Row>`${select(registry, hostname)}`
      return Option.map(Array.head(rows), host)
    }, orDieSql),

    lockHost: Effect.fnUntraced(function*(registry, hostname) {
      const rows = yield* sql<Row>`${select(registry, hostname)} ${forUpdate}`
      return Option.map(Array.head(rows), host)
    }, orDieSql),

    shareHosts: Effect.fnUntraced(function*(registry, hostnames) {
      const rows = yield* sql<{ readonly hostname: string }>`SELECT hostname FROM sim_hosts
        WHERE registry = ${registry} AND ${sql.in("hostname", hostnames)} ${forKeyShare}`
      return new Set(rows.map(({ hostname }) => Hostname.make(hostname)))
    }, orDieSql),

    existingHosts: Effect.fnUntraced(function*(registry, hostnames) {
      const rows = yield* sql<{ readonly hostname: string }>`SELECT hostname FROM sim_hosts
        WHERE registry = ${registry} AND hostname ${oneOf(hostnames)}`
      return new Set(rows.map(({ hostname }) => Hostname.make(hostname)))
    }, orDieSql),

    domainsUsingHost: Effect.fnUntraced(function*(registry, hostname) {
      const rows = yield* sql<{ readonly name: string }>`SELECT name FROM sim_links
        WHERE registry = ${registry} AND kind = 'host' AND target = ${hostname} ORDER BY name`
      return rows.map(({ name }) => DomainName.make(name))
    }, orDieSql),

    insertHost: Effect.fnUntraced(function*(registry, added) {
      const { hostname, ip_addresses, parent, sponsor } = added
      const state = writeHost(added)
      const row = { registry, hostname, parent, sponsor, ip_addresses: encodeAddresses(ip_addresses), state }
      const rows = yield* sql`INSERT INTO sim_hosts ${sql.insert(row)}
        ON CONFLICT (registry, hostname) DO NOTHING RETURNING hostname`
      return rows.length > 0
    }, orDieSql),

    saveHost: Effect.fnUntraced(function*(registry, saved) {
      yield* sql`UPDATE sim_hosts SET ip_addresses = ${encodeAddresses(saved.ip_addresses)}, state = ${writeHost(saved)}
        WHERE registry = ${registry} AND hostname = ${saved.hostname}`
    }, orDieSql),

    moveHostLinks: Effect.fnUntraced(function*(registry, before, after) {
      yield* sql`UPDATE sim_links SET target = ${after}
        WHERE registry = ${registry} AND kind = 'host' AND target = ${before}`
    }, orDieSql),

    removeHost: Effect.fnUntraced(function*(registry, hostname) {
      yield* sql`DELETE FROM sim_hosts WHERE registry = ${registry} AND hostname = ${hostname}`
    }, orDieSql)
  }
}
