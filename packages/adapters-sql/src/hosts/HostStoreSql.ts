import { Host, HostAlreadyExists, type HostFilter, HostStore } from "@namewright/core/hosts"
import { offset, OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { likeLiteral } from "../Substring.ts"

const HostRow = Schema.Struct({
  ...Host.fields,
  ip_addresses: json(Host.fields.ip_addresses),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const HeldRow = Schema.Struct({ ...HostRow.fields, organization_id: OrganizationId, registry: Schema.String })

const columns = Object.keys(HeldRow.fields).join(", ")

export const layer = Layer.effect(
  HostStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count, forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(HostRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(HeldRow))

    const select = Effect.fnUntraced(function*(where: Statement.Fragment, rest: Statement.Fragment) {
      const rows = yield* decode(yield* sql`SELECT ${sql.literal(columns)} FROM hosts WHERE ${where} ${rest}`)
      return rows.map(({ organization_id, registry, ...host }) => ({ host, organization_id, registry }))
    }, orDieSql)

    const first = (where: Statement.Fragment, rest: Statement.Fragment) =>
      Effect.map(select(where, rest), ([held]) => Option.fromUndefinedOr(held))

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

      find: (reference) => first(sql`host_id = ${reference} OR hostname = ${reference}`, sql``),

      lock: (id) => first(sql`host_id = ${id}`, forUpdate),

      save: Effect.fnUntraced(function*(host) {
        const { host_id, ...row } = encode(host)
        yield* sql`UPDATE hosts SET ${sql.update(row)} WHERE host_id = ${host_id}`
      }, orDieSql),

      remove: (id) => Effect.asVoid(orDieSql(sql`DELETE FROM hosts WHERE host_id = ${id}`)),

      list: Effect.fnUntraced(function*(organization, filter, { by, order }, page) {
        const where = conditions(organization, filter)
        const direction = sql.literal(order)
        const held = yield* select(
          where,
          sql`ORDER BY ${sql(by)} ${direction}, host_id ${direction} LIMIT ${page.page_size} OFFSET ${offset(page)}`
        )
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM hosts WHERE ${where}`
        return { items: held.map(({ host }) => host), total: total?.n ?? 0, ...page }
      }, orDieSql),

      below: Effect.fnUntraced(function*(domains) {
        if (domains.length === 0) return []
        const held = yield* select(sql.in("domain_id", domains), sql`ORDER BY domain_id, hostname`)
        return held.map(({ host }) => host)
      }),

      removeBelow: (domain) => Effect.asVoid(orDieSql(sql`DELETE FROM hosts WHERE domain_id = ${domain}`))
    })
  })
)
