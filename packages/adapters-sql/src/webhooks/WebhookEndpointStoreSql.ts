import { offset, OrganizationId } from "@namewright/core/shared"
import {
  type StoredSecrets,
  WebhookEndpoint,
  WebhookEndpointStore,
  type WebhookTarget
} from "@namewright/core/webhooks"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

const EndpointRow = Schema.Struct({
  ...WebhookEndpoint.fields,
  object_types: json(WebhookEndpoint.fields.object_types),
  event_types: json(WebhookEndpoint.fields.event_types),
  event_subtypes: json(WebhookEndpoint.fields.event_subtypes),
  enabled: BooleanColumn,
  disabled_on: Schema.NullOr(InstantColumn),
  failing_since: Schema.NullOr(InstantColumn),
  previous_secret_expires_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const TargetRow = Schema.Struct({
  ...EndpointRow.fields,
  organization_id: OrganizationId,
  secret: Schema.String,
  previous_secret: Schema.NullOr(Schema.String)
})

const columns = Object.keys(EndpointRow.fields).join(", ")
const targetColumns = Object.keys(TargetRow.fields).join(", ")

const first = <A>(items: ReadonlyArray<A>): Option.Option<A> => Option.fromUndefinedOr(items[0])

export const layer = Layer.effect(
  WebhookEndpointStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, count, false: isFalse, forUpdate, true: isTrue } = dialect(sql)
    const encode = Schema.encodeSync(EndpointRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const decode = Schema.decodeUnknownEffect(Schema.Array(EndpointRow))
    const decodeOrganizations = Schema.decodeUnknownEffect(
      Schema.Array(Schema.Struct({ organization_id: OrganizationId }))
    )
    const decodeTargets = Schema.decodeUnknownEffect(Schema.Array(TargetRow))

    const rowOf = (endpoint: WebhookEndpoint) => ({ ...encode(endpoint), enabled: bool(endpoint.enabled) })

    return WebhookEndpointStore.of({
      insert: Effect.fnUntraced(function*(organization_id, endpoint, secret) {
        yield* sql`INSERT INTO webhook_endpoints ${sql.insert({ ...rowOf(endpoint), organization_id, secret })}`
      }, orDieSql),

      count: Effect.fnUntraced(function*(organization) {
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM webhook_endpoints
          WHERE organization_id = ${organization}`
        return total?.n ?? 0
      }, orDieSql),

      find: Effect.fnUntraced(function*(organization, id) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM webhook_endpoints
          WHERE organization_id = ${organization} AND webhook_endpoint_id = ${id}`
        return first(yield* decode(rows))
      }, orDieSql),

      lock: Effect.fnUntraced(function*(organization, id): Effect.fn.Return<Option.Option<WebhookTarget>, unknown> {
        const rows = yield* sql`SELECT ${sql.literal(targetColumns)} FROM webhook_endpoints
          WHERE organization_id = ${organization} AND webhook_endpoint_id = ${id} ${forUpdate}`
        return first(yield* decodeTargets(rows))
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, page) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM webhook_endpoints
          WHERE organization_id = ${organization}
          ORDER BY webhook_endpoint_id LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM webhook_endpoints
          WHERE organization_id = ${organization}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql),

      audience: Effect.gen(function*() {
        const rows = yield* sql`SELECT DISTINCT organization_id FROM webhook_endpoints WHERE enabled = ${isTrue}`
        return new Set((yield* decodeOrganizations(rows)).map(({ organization_id }) => organization_id))
      }).pipe(orDieSql),

      listEnabled: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM webhook_endpoints
          WHERE organization_id = ${organization} AND enabled = ${isTrue} ORDER BY webhook_endpoint_id`
        return yield* decode(rows)
      }, orDieSql),

      save: Effect.fnUntraced(function*(endpoint) {
        yield* sql`UPDATE webhook_endpoints SET ${sql.update(rowOf(endpoint), ["webhook_endpoint_id"])}
          WHERE webhook_endpoint_id = ${endpoint.webhook_endpoint_id}`
      }, orDieSql),

      saveSecrets: Effect.fnUntraced(function*(id, { previous_secret, secret }: StoredSecrets) {
        yield* sql`UPDATE webhook_endpoints SET secret = ${secret}, previous_secret = ${previous_secret}
          WHERE webhook_endpoint_id = ${id}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(organization, id) {
        const rows = yield* sql`DELETE FROM webhook_endpoints
          WHERE organization_id = ${organization} AND webhook_endpoint_id = ${id} RETURNING webhook_endpoint_id`
        return rows.length > 0
      }, orDieSql),

      target: Effect.fnUntraced(function*(id) {
        const rows = yield* sql`SELECT ${sql.literal(targetColumns)} FROM webhook_endpoints
          WHERE webhook_endpoint_id = ${id}`
        return first(yield* decodeTargets(rows))
      }, orDieSql),

      recovered: Effect.fnUntraced(function*(id) {
        yield* sql`UPDATE webhook_endpoints SET failing_since = NULL, failed_deliveries = 0
          WHERE webhook_endpoint_id = ${id} AND failing_since IS NOT NULL`
      }, orDieSql),

      failing: Effect.fnUntraced(function*(id, since) {
        yield* sql`UPDATE webhook_endpoints SET failing_since = ${encodeInstant(since)}
          WHERE webhook_endpoint_id = ${id} AND failing_since IS NULL`
      }, orDieSql),

      countFailed: Effect.fnUntraced(function*(id) {
        const rows = yield* sql`UPDATE webhook_endpoints SET failed_deliveries = failed_deliveries + 1
          WHERE webhook_endpoint_id = ${id} RETURNING ${sql.literal(columns)}`
        return first(yield* decode(rows))
      }, orDieSql),

      disable: Effect.fnUntraced(function*(id, reason, at) {
        const rows = yield* sql`UPDATE webhook_endpoints
          SET enabled = ${isFalse}, disabled_on = ${encodeInstant(at)}, disabled_reason = ${reason},
            updated_on = ${encodeInstant(at)}
          WHERE webhook_endpoint_id = ${id} AND enabled = ${isTrue} RETURNING webhook_endpoint_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
