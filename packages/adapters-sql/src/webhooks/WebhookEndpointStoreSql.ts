import { OrganizationId } from "@namewright/core/shared"
import {
  type CalledEndpoint,
  type StoredSecrets,
  WebhookEndpoint,
  WebhookEndpointStore
} from "@namewright/core/webhooks"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { transactionLock } from "../transactionLock.ts"

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

export const layer = Layer.effect(
  WebhookEndpointStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, false: isFalse, forUpdate, true: isTrue } = dialect(sql)
    const lockKey = transactionLock(sql)
    const encode = Schema.encodeSync(EndpointRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const endpoints = rowReads(sql, "webhook_endpoints", EndpointRow)
    const targets = rowReads(sql, "webhook_endpoints", TargetRow)
    const organizations = decodedRows(Schema.Struct({ organization_id: OrganizationId }))

    const rowOf = (endpoint: WebhookEndpoint) => ({ ...encode(endpoint), enabled: bool(endpoint.enabled) })

    const isCalled = ({ url, webhook_endpoint_id }: CalledEndpoint) =>
      sql`webhook_endpoint_id = ${webhook_endpoint_id} AND url = ${url}`

    return WebhookEndpointStore.of({
      insert: Effect.fnUntraced(function*(organization_id, endpoint, secret) {
        yield* sql`INSERT INTO webhook_endpoints ${sql.insert({ ...rowOf(endpoint), organization_id, secret })}`
      }, orDieSql),

      lockCreation: (organization) => lockKey(`webhook endpoints ${organization}`),

      count: (organization) => endpoints.count(sql`organization_id = ${organization}`),

      find: (organization, id) =>
        endpoints.first(sql`organization_id = ${organization} AND webhook_endpoint_id = ${id}`),

      lock: (organization, id) =>
        targets.first(sql`organization_id = ${organization} AND webhook_endpoint_id = ${id}`, forUpdate),

      list: (organization, page) =>
        endpoints.page(sql`organization_id = ${organization}`, sql`webhook_endpoint_id`, page),

      audience: Effect.map(
        organizations.allOf(sql`SELECT DISTINCT organization_id FROM webhook_endpoints WHERE enabled = ${isTrue}`),
        (found) => new Set(found.map(({ organization_id }) => organization_id))
      ),

      listEnabled: (organization) =>
        endpoints.all(
          sql`organization_id = ${organization} AND enabled = ${isTrue}`,
          sql`ORDER BY webhook_endpoint_id`
        ),

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

      target: (id) => targets.first(sql`webhook_endpoint_id = ${id}`),

      recovered: Effect.fnUntraced(function*(called) {
        yield* sql`UPDATE webhook_endpoints SET failing_since = NULL, failed_deliveries = 0
          WHERE ${isCalled(called)} AND failing_since IS NOT NULL`
      }, orDieSql),

      failing: Effect.fnUntraced(function*(called, since) {
        yield* sql`UPDATE webhook_endpoints SET failing_since = ${encodeInstant(since)}
          WHERE ${isCalled(called)} AND failing_since IS NULL`
      }, orDieSql),

      countFailed: (called) =>
        endpoints.firstOf(
          sql`UPDATE webhook_endpoints SET failed_deliveries = failed_deliveries + 1
            WHERE ${isCalled(called)} RETURNING ${endpoints.columns}`
        ),

      disable: Effect.fnUntraced(function*(called, reason, at) {
        const rows = yield* sql`UPDATE webhook_endpoints
          SET enabled = ${isFalse}, disabled_on = ${encodeInstant(at)}, disabled_reason = ${reason},
            updated_on = ${encodeInstant(at)}
          WHERE ${isCalled(called)} AND enabled = ${isTrue} RETURNING webhook_endpoint_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
