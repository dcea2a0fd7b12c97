import { Event, type EventFilter, type EventKinds, EventStore } from "@namewright/core/events"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { changePositions } from "../changes/ChangePositions.ts"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { eventCount } from "../domains/EventCountSql.ts"
import { ownerIn } from "../ownerIn.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { together } from "../together.ts"

const EventRow = Schema.Struct({
  ...Event.fields,
  event_data: json(Event.fields.event_data),
  created_on: InstantColumn,
  acknowledged_on: Schema.NullOr(InstantColumn)
})

const RemovedRow = Schema.Struct({ position: Schema.NullOr(IntegerColumn) })

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(EventRow)
    const events = rowReads(sql, "events", EventRow)
    const removedPositions = decodedRows(RemovedRow).map(({ position }) => position ?? 0)
    const positions = changePositions(sql)
    const { bool, true: yes } = dialect(sql)
    const isListed = sql`is_listed = ${yes}`

    const ofKinds = ({ event_subtypes, event_types, object_types }: EventKinds) => [
      ...(object_types.length === 0 ? [] : [sql.in("object_type", object_types)]),
      ...(event_types.length === 0 ? [] : [sql.in("type", event_types)]),
      ...(event_subtypes.length === 0 ? [] : [sql.in("subtype", event_subtypes)])
    ]

    const conditions = (organization: string, filter: EventFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        isListed,
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
      insert: Effect.fnUntraced(
        function*(organization_id, event, { counted_tld, is_listed, kind, object_name, principal }) {
          const row = {
            organization_id,
            object_name,
            kind,
            counted_tld,
            is_listed: bool(is_listed),
            principal: JSON.stringify(principal),
            ...yield* encode(event)
          }
          const columns = sql.literal(Object.keys(row).join(", "))
          const values = sql.csv(Object.values(row).map((value) => sql`${value}`))
          yield* together(sql, [
            ...(counted_tld === null ? [] : eventCount(sql, { organization_id, event, kind, counted_tld })),
            sql`INSERT INTO events (${columns}, position) VALUES (${values}, ${positions.next})`
          ])
        },
        orDieSql
      ),

      ownerOf: ownerIn(sql, "events", "event_id"),

      find: (organization, id) =>
        events.first(sql`organization_id = ${organization} AND event_id = ${id} AND ${isListed}`),

      isRecorded: (id) =>
        Effect.map(orDieSql(sql`SELECT 1 FROM events WHERE event_id = ${id}`), ({ length }) => length > 0),

      nameOf: (id) =>
        Effect.map(
          orDieSql(sql<{ readonly object_name: string | null }>`SELECT object_name FROM events WHERE event_id = ${id}`),
          ([event]) => Option.fromNullishOr(event?.object_name)
        ),

      list: (organization, filter, { by, order }, page) => {
        const direction = sql.literal(order)
        return events.page(conditions(organization, filter), sql`${sql(by)} ${direction}, event_id ${direction}`, page)
      },

      listBetween: (organization, kinds, { since, until }, atMost) => {
        const where = sql.and([
          sql`organization_id = ${organization}`,
          sql`created_on >= ${at(since)}`,
          sql`created_on < ${at(until)}`,
          isListed,
          ...ofKinds(kinds)
        ])
        return events.all(where, sql`ORDER BY created_on, event_id LIMIT ${atMost}`)
      },

      removeBefore: Effect.fnUntraced(function*({ acknowledged, pending }, atMost) {
        yield* positions.sequenceAll
        const ended = yield* removedPositions.allOf(sql`DELETE FROM events WHERE event_id IN (
          SELECT event_id FROM events WHERE acknowledged_on < ${
          at(acknowledged)
        } ORDER BY acknowledged_on LIMIT ${atMost})
          RETURNING position`)
        const forgotten = ended.length === atMost ?
          [] :
          yield* removedPositions.allOf(sql`DELETE FROM events WHERE event_id IN (
          SELECT event_id FROM events WHERE acknowledged_on IS NULL AND created_on < ${at(pending)}
          ORDER BY created_on LIMIT ${atMost - ended.length})
          RETURNING position`)
        yield* positions.markRemoved(Math.max(0, ...ended, ...forgotten))
        return ended.length + forgotten.length
      }, orDieSql),

      acknowledge: Effect.fnUntraced(function*(organization, id, on) {
        const rows = yield* sql`UPDATE events
          SET acknowledged_on = COALESCE(acknowledged_on, ${at(on)})
          WHERE organization_id = ${organization} AND event_id = ${id} AND ${isListed} RETURNING event_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
