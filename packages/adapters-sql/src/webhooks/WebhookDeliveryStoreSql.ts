import { offset, OrganizationId } from "@namewright/core/shared"
import { type StoredDelivery, WebhookDelivery, WebhookDeliveryStore } from "@namewright/core/webhooks"
import { Array as Arr, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

/** `trigger` is a word of SQL. */
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

const columns = Object.keys(DeliveryRow.fields).join(", ")
const storedColumns = Object.keys(StoredRow.fields).join(", ")

/** Rows of one statement, which has a limit of parameters. */
const rowsAtOnce = 500

export const layer = Layer.effect(
  WebhookDeliveryStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count } = dialect(sql)
    const encode = Schema.encodeSync(StoredRow)
    const encodeDelivery = Schema.encodeSync(DeliveryRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const decode = Schema.decodeUnknownEffect(Schema.Array(DeliveryRow))
    const decodeStored = Schema.decodeUnknownEffect(Schema.Array(StoredRow))

    return WebhookDeliveryStore.of({
      insert: Effect.fnUntraced(function*(deliveries) {
        for (const some of Arr.chunksOf(deliveries, rowsAtOnce)) {
          const rows = Arr.map(some, ({ trigger, ...delivery }) => encode({ ...delivery, trigger_kind: trigger }))
          yield* sql`INSERT INTO webhook_deliveries ${sql.insert(rows)}`
        }
      }, orDieSql),

      find: Effect.fnUntraced(function*(id) {
        const rows = yield* sql`SELECT ${sql.literal(storedColumns)} FROM webhook_deliveries
          WHERE webhook_delivery_id = ${id}`
        const [row] = yield* decodeStored(rows)
        return Option.map(Option.fromUndefinedOr(row), ({ trigger_kind, ...rest }): StoredDelivery => ({
          ...rest,
          trigger: trigger_kind
        }))
      }, orDieSql),

      list: Effect.fnUntraced(function*(endpoint, { event_id, status }, page) {
        const where = sql.and([
          sql`webhook_endpoint_id = ${endpoint}`,
          ...(status === undefined ? [] : [sql`status = ${status}`]),
          ...(event_id === undefined ? [] : [sql`event_id = ${event_id}`])
        ])
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM webhook_deliveries WHERE ${where}
          ORDER BY webhook_delivery_id DESC LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM webhook_deliveries WHERE ${where}`
        const items = (yield* decode(rows)).map(({ trigger_kind, ...rest }): WebhookDelivery => ({
          ...rest,
          trigger: trigger_kind
        }))
        return { items, total: total?.n ?? 0, ...page }
      }, orDieSql),

      settle: Effect.fnUntraced(function*(delivery) {
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
