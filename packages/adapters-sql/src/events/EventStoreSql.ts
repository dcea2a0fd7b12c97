import { Event, type EventFilter, type EventKinds, EventStore } from "@namewright/core/events"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const EventRow = Schema.Struct({
  ...Event.fields,
  event_data: json(Event.fields.event_data),
  created_on: InstantColumn,
  acknowledged_on: Schema.NullOr(InstantColumn)
})

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(EventRow)
    const events = rowReads(sql, "events", EventRow)

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

      find: (organization, id) => events.first(sql`organization_id = ${organization} AND event_id = ${id}`),

      isRecorded: (id) =>
        Effect.map(orDieSql(sql`SELECT 1 FROM events WHERE event_id = ${id}`), ({ length }) => length > 0),

      list: (organization, filter, { by, order }, page) => {
        const direction = sql.literal(order)
        return events.page(conditions(organization, filter), sql`${sql(by)} ${direction}, event_id ${direction}`, page)
      },

      listBetween: (organization, kinds, { since, until }, atMost) => {
        const where = sql.and([
          sql`organization_id = ${organization}`,
          sql`created_on >= ${at(since)}`,
          sql`created_on < ${at(until)}`,
          ...ofKinds(kinds)
        ])
        return events.all(where, sql`ORDER BY created_on, event_id LIMIT ${atMost}`)
      },

      removeBefore: Effect.fnUntraced(function*({ acknowledged, pending }, atMost) {
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

      acknowledge: Effect.fnUntraced(function*(organization, id, on) {
        const rows = yield* sql`UPDATE events
          SET acknowledged_on = COALESCE(acknowledged_on, ${at(on)})
          WHERE organization_id = ${organization} AND event_id = ${id} RETURNING event_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
