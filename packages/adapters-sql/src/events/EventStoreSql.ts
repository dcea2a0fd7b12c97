import { Event, type EventFilter, type EventKinds, EventStore } from "@namewright/core/events"
import { offset } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

const EventRow = Schema.Struct({
  ...Event.fields,
  event_data: json(Event.fields.event_data),
  created_on: InstantColumn,
  acknowledged_on: Schema.NullOr(InstantColumn)
})

const columns = Object.keys(EventRow.fields).join(", ")

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count } = dialect(sql)
    const encode = Schema.encodeEffect(EventRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(EventRow))

    const ofKinds = ({ event_subtypes, event_types, object_types }: EventKinds) => [
      ...(object_types.length === 0 ? [] : [sql.in("object_type", object_types)]),
      ...(event_types.length === 0 ? [] : [sql.in("type", event_types)]),
      ...(event_subtypes.length === 0 ? [] : [sql.in("subtype", event_subtypes)])
    ]

    const conditions = (organization: string, filter: EventFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...(filter.object_type === undefined ? [] : [sql`object_type = ${filter.object_type}`]),
        ...(filter.object_id === undefined
          ? []
          : [sql`(object_id = ${filter.object_id} OR object_name = ${filter.object_id.toLowerCase()})`]),
        ...(filter.type === undefined ? [] : [sql`type = ${filter.type}`]),
        ...(filter.subtype === undefined ? [] : [sql`subtype = ${filter.subtype}`]),
        ...(filter.acknowledged === undefined
          ? []
          : [filter.acknowledged ? sql`acknowledged_on IS NOT NULL` : sql`acknowledged_on IS NULL`])
      ])

    return EventStore.of({
      insert: Effect.fnUntraced(function*(organization_id, event, object_name) {
        const row = yield* encode(event)
        yield* sql`INSERT INTO events ${sql.insert({ organization_id, object_name, ...row })}`
      }, orDieSql),

      find: Effect.fnUntraced(function*(organization, id) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM events
          WHERE organization_id = ${organization} AND event_id = ${id}`
        return Option.fromUndefinedOr((yield* decode(rows))[0])
      }, orDieSql),

      isRecorded: (id) =>
        Effect.map(orDieSql(sql`SELECT 1 FROM events WHERE event_id = ${id}`), ({ length }) => length > 0),

      list: Effect.fnUntraced(function*(organization, filter, { by, order }, page) {
        const where = conditions(organization, filter)
        const direction = sql.literal(order)
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM events WHERE ${where}
          ORDER BY ${sql(by)} ${direction}, event_id ${direction} LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM events WHERE ${where}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql),

      listBetween: Effect.fnUntraced(function*(organization, kinds, { since, until }, atMost) {
        const where = sql.and([
          sql`organization_id = ${organization}`,
          sql`created_on >= ${Schema.encodeSync(InstantColumn)(since)}`,
          sql`created_on < ${Schema.encodeSync(InstantColumn)(until)}`,
          ...ofKinds(kinds)
        ])
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM events WHERE ${where}
          ORDER BY created_on, event_id LIMIT ${atMost}`
        return yield* decode(rows)
      }, orDieSql),

      removeBefore: Effect.fnUntraced(function*({ acknowledged, pending }, atMost) {
        const at = Schema.encodeSync(InstantColumn)
        const ended = yield* sql`DELETE FROM events WHERE event_id IN (
          SELECT event_id FROM events WHERE acknowledged_on < ${
          at(acknowledged)
        } ORDER BY acknowledged_on LIMIT ${atMost})
          RETURNING event_id`
        if (ended.length === atMost) return atMost
        const forgotten = yield* sql`DELETE FROM events WHERE event_id IN (
          SELECT event_id FROM events WHERE acknowledged_on IS NULL AND created_on < ${at(pending)}
          ORDER BY created_on LIMIT ${atMost - ended.length})
          RETURNING event_id`
        return ended.length + forgotten.length
      }, orDieSql),

      acknowledge: Effect.fnUntraced(function*(organization, id, at) {
        const rows = yield* sql`UPDATE events
          SET acknowledged_on = COALESCE(acknowledged_on, ${Schema.encodeSync(InstantColumn)(at)})
          WHERE organization_id = ${organization} AND event_id = ${id} RETURNING event_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
