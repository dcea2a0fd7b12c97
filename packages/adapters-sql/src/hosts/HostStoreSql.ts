import { Host, HostAlreadyExists, type HostFilter, HostStore } from "@namewright/core/hosts"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"
import { likeLiteral } from "../Substring.ts"

const HostRow = Schema.Struct({
  ...Host.fields,
  ip_addresses: json(Host.fields.ip_addresses),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const OwnedRow = Schema.Struct({ ...HostRow.fields, organization_id: OrganizationId, registry: Schema.String })

const ownedOf = ({ organization_id, registry, ...host }: typeof OwnedRow.Type) => ({ host, organization_id, registry })

export const layer = Layer.effect(
  HostStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(HostRow)
    const owned = rowReads(sql, "hosts", OwnedRow).map(ownedOf)
    const hosts = owned.map(({ host }) => host)

    const conditions = (organization: OrganizationId, { domain, search }: HostFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...(domain === undefined ? [] : [
          sql`domain_id IN (SELECT domain_id FROM domains WHERE domain_id = ${domain} OR name = ${domain.toLowerCase()})`
        ]),
        ...(search === undefined
          ? []
          : [sql`hostname LIKE ${`%${likeLiteral(search.toLowerCase())}%`} ESCAPE '\\'`])
      ])

    return HostStore.of({
      insert: ({ host, organization_id, registry }) =>
        sql`INSERT INTO hosts ${sql.insert({ ...encode(host), organization_id, registry })}`.pipe(
          onUniqueViolation(() => new HostAlreadyExists({ hostname: host.hostname })),
          Effect.asVoid
        ),

      find: (reference) => owned.first(sql`host_id = ${reference} OR hostname = ${reference}`),

      lock: (id) => owned.first(sql`host_id = ${id}`, forUpdate),

      save: Effect.fnUntraced(function*(host) {
        const { host_id, ...row } = encode(host)
        yield* sql`UPDATE hosts SET ${sql.update(row)} WHERE host_id = ${host_id}`
      }, orDieSql),

      remove: (id) => Effect.asVoid(orDieSql(sql`DELETE FROM hosts WHERE host_id = ${id}`)),

      list: (organization, filter, { by, order }, page) => {
        const direction = sql.literal(order)
        return hosts.page(conditions(organization, filter), sql`${sql(by)} ${direction}, host_id ${direction}`, page)
      },

      below: (domains) =>
        domains.length === 0
          ? Effect.succeed([])
          : hosts.all(sql.in("domain_id", domains), sql`ORDER BY domain_id, hostname`),

      removeBelow: (domain) => Effect.asVoid(orDieSql(sql`DELETE FROM hosts WHERE domain_id = ${domain}`))
    })
  })
)
