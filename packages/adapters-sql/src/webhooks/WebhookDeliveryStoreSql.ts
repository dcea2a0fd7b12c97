import { OrganizationId } from "@namewright/core/shared"
import { WebhookDelivery, WebhookDeliveryStore } from "@namewright/core/webhooks"
import { Array as Arr, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

/** Row of a delivery. `trigger` is a reserved word of SQL. */
const DeliveryRow = Schema.Struct({
  ...Struct.omit(WebhookDelivery.fields, ["trigger"]),
  trigger_kind: WebhookDelivery.fields.trigger,
  next_attempt_on: Schema.NullOr(InstantColumn),
  last_attempt_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn
})

const StoredRow = Schema.Struct({
  ...DeliveryRow.fields,
  organization_id: OrganizationId,
  object_id: Schema.String,
  payload: Schema.String
})

const triggered = <R extends typeof DeliveryRow.Type>({ trigger_kind, ...row }: R) => ({
  ...row,
  trigger: trigger_kind
})

/** Rows per statement, since the number of parameters is limited. */
const rowsPerStatement = 500

export const layer = Layer.effect(
  WebhookDeliveryStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(StoredRow)
    const encodeDelivery = Schema.encodeSync(DeliveryRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const deliveries = rowReads(sql, "webhook_deliveries", DeliveryRow).map(triggered)
    const stored = rowReads(sql, "webhook_deliveries", StoredRow).map(triggered)

    return WebhookDeliveryStore.of({
      insert: Effect.fnUntraced(function*(added) {
        for (const chunk of Arr.chunksOf(added, rowsPerStatement)) {
          const rows = Arr.map(chunk, ({ trigger, ...delivery }) => encode({ ...delivery, trigger_kind: trigger }))
          yield* sql`INSERT INTO webhook_deliveries ${sql.insert(rows)}`
        }
      }, orDieSql),

      find: (id) => stored.first(sql`webhook_delivery_id = ${id}`),

      list: (endpoint, { event_id, status }, page) => {
        const where = sql.and([
          sql`webhook_endpoint_id = ${endpoint}`,
          ...(status === undefined ? [] : [sql`status = ${status}`]),
          ...(event_id === undefined ? [] : [sql`event_id = ${event_id}`])
        ])
        return deliveries.page(where, sql`webhook_delivery_id DESC`, page)
      },

      recordAttempt: Effect.fnUntraced(function*(delivery) {
        const { attempts, duration, error_kind, error_message, response_body, response_status, status, ...rest } =
          encodeDelivery({ ...Struct.omit(delivery, ["trigger"]), trigger_kind: delivery.trigger })
        const rows = yield* sql`UPDATE webhook_deliveries
          SET status = ${status}, attempts = ${attempts}, next_attempt_on = ${rest.next_attempt_on},
            last_attempt_on = ${rest.last_attempt_on}, response_status = ${response_status}, duration = ${duration},
            response_body = ${response_body}, error_kind = ${error_kind}, error_message = ${error_message}
          WHERE webhook_delivery_id = ${delivery.webhook_delivery_id} AND status = 'pending'
            AND attempts = ${attempts - 1}
          RETURNING webhook_delivery_id`
        return rows.length > 0
      }, orDieSql),

      cancel: Effect.fnUntraced(function*(id) {
        yield* sql`UPDATE webhook_deliveries SET status = 'canceled', next_attempt_on = NULL
          WHERE webhook_delivery_id = ${id} AND status = 'pending'`
      }, orDieSql),

      removeBefore: Effect.fnUntraced(function*(before, atMost) {
        const rows = yield* sql`DELETE FROM webhook_deliveries WHERE webhook_delivery_id IN (
          SELECT webhook_delivery_id FROM webhook_deliveries
          WHERE created_on < ${encodeInstant(before)} ORDER BY created_on LIMIT ${atMost})
          RETURNING webhook_delivery_id`
        return rows.length
      }, orDieSql)
    })
  })
)
