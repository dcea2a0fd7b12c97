import { BillingTransaction, BillingTransactionId, TaxRateUnits } from "@namewright/core/billing"
import {
  type ChangeKind,
  ChangeStore,
  type ChargeChange,
  type ChargeKind,
  type EventChange,
  type JobChange,
  type JobChangeKind,
  jobChangeKinds,
  JobFailureData,
  type PositionRange
} from "@namewright/core/changes"
import { Event, EventData, type EventKind, eventKinds } from "@namewright/core/events"
import { Money, OrganizationId, Principal } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"
import { changePositions } from "./ChangePositions.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))

const RangeRow = Schema.Struct({ last: IntegerColumn, removed_through: IntegerColumn, has_waiting: BooleanColumn })
const PositionRow = Schema.Struct({ position: IntegerColumn })

const RecordedRow = Schema.Struct({
  position: IntegerColumn,
  organization_id: OrganizationId,
  object_type: Event.fields.object_type,
  object_id: Schema.NullOr(Schema.String),
  object_name: Schema.NullOr(Schema.String),
  created_on: InstantColumn,
  event_id: Event.fields.event_id,
  type: Event.fields.type,
  subtype: Event.fields.subtype,
  principal: json(Principal)
})

const EventRow = Schema.Struct({
  ...RecordedRow.fields,
  kind: Schema.Literals(eventKinds),
  event_data: json(EventData)
})

const JobRow = Schema.Struct({
  ...RecordedRow.fields,
  kind: Schema.Literals(jobChangeKinds),
  event_data: json(JobFailureData)
})

/** Ledger steps of the feed. */
const kindsOfSteps = {
  capture: "charge.captured",
  refund: "charge.refunded",
  adjust: "charge.adjusted",
  top_up: "payment.received",
  return: "payment.returned"
} as const satisfies Record<string, ChargeKind>
const steps = Object.keys(kindsOfSteps) as ReadonlyArray<keyof typeof kindsOfSteps>

const ChargeRow = Schema.Struct({
  position: IntegerColumn,
  step: Schema.Literals(steps),
  organization_id: OrganizationId,
  payer_id: OrganizationId,
  created_on: InstantColumn,
  billing_transaction_id: BillingTransactionId,
  product_type: BillingTransaction.fields.product_type,
  product_reference: BillingTransaction.fields.product_reference,
  action: BillingTransaction.fields.action,
  currency: Money.Currency,
  price: Amount,
  tax_rate: IntegerColumn.pipe(Schema.decodeTo(TaxRateUnits)),
  tax_amount: Amount,
  amount: Amount
})

/** Kinds of the table of events. */
type RecordedKind = EventKind | JobChangeKind
const isRecordedKind = (kind: ChangeKind): kind is RecordedKind =>
  [...eventKinds, ...jobChangeKinds].some((one) => one === kind)
const isJobRow = (row: typeof EventRow.Type | typeof JobRow.Type): row is typeof JobRow.Type =>
  jobChangeKinds.some((kind) => kind === row.kind)

/** Run id of a consumer that is not running. */
const noRun = ""

export const layer = Layer.effect(
  ChangeStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const positions = changePositions(sql)
    const ranges = decodedRows(RangeRow)
    const cursors = decodedRows(PositionRow).map(({ position }) => position)
    const events = decodedRows(Schema.Union([EventRow, JobRow])).map((row): EventChange | JobChange =>
      isJobRow(row) ? { _tag: "Job", ...row } : { _tag: "Event", ...row }
    )
    const charges = decodedRows(ChargeRow).map(({ step, ...row }): ChargeChange => ({
      _tag: "Charge",
      kind: kindsOfSteps[step],
      ...row
    }))
    const eventColumns = sql.literal(Object.keys(EventRow.fields).join(", "))
    const at = Schema.encodeSync(InstantColumn)

    const eventsOf = (
      { after, through }: PositionRange,
      kinds: ReadonlyArray<RecordedKind> | undefined,
      limit: number
    ) =>
      kinds?.length === 0 ? Effect.succeed([]) : events.allOf(
        sql`SELECT ${eventColumns} FROM events WHERE position > ${after} AND position <= ${through}
          ${kinds === undefined ? sql`` : sql`AND ${sql.in("kind", kinds)}`}
          ORDER BY position LIMIT ${limit}`
      )

    const chargesOf = (
      { after, through }: PositionRange,
      wanted: ReadonlyArray<keyof typeof kindsOfSteps> | undefined,
      limit: number
    ) =>
      wanted?.length === 0 ? Effect.succeed([]) : charges.allOf(
        sql`SELECT e.position, e.step, t.organization_id, e.payer_id, e.created_on, t.billing_transaction_id,
            t.product_type, t.product_reference, t.action, e.currency, t.price, t.tax_rate, t.tax_amount, t.amount
          FROM ledger_entries e JOIN billing_transactions t ON t.billing_transaction_id = e.billing_transaction_id
          WHERE e.position > ${after} AND e.position <= ${through}
          ${wanted === undefined ? sql`` : sql`AND ${sql.in("e.step", wanted)}`}
          ORDER BY e.position LIMIT ${limit}`
      )

    return ChangeStore.of({
      sequence: (limit) => orDieSql(positions.sequence(limit)),

      range: Effect.map(
        ranges.firstOf(
          sql`SELECT ${positions.last} AS last, ${positions.removed} AS removed_through,
            ${positions.hasWaiting} AS has_waiting`
        ),
        Option.getOrElse(() => ({ last: 0, removed_through: 0, has_waiting: false }))
      ),

      list: Effect.fnUntraced(function*(range, kinds, limit) {
        const ofEvents = yield* eventsOf(range, kinds?.filter(isRecordedKind), limit)
        const ofCharges = yield* chargesOf(
          range,
          kinds === undefined ? undefined : steps.filter((step) => kinds.includes(kindsOfSteps[step])),
          limit
        )
        return [...ofEvents, ...ofCharges].toSorted((a, b) => a.position - b.position).slice(0, limit)
      }),

      acquire: Effect.fnUntraced(function*({ run_id, name }, process_id) {
        const taken = yield* cursors.firstOf(
          sql`UPDATE change_consumers SET run_id = ${run_id}, process_id = ${process_id}
            WHERE name = ${name} AND (run_id = ${noRun} OR run_id = ${run_id} OR NOT EXISTS (
              SELECT 1 FROM processes WHERE processes.process_id = change_consumers.process_id))
            RETURNING position`
        )
        if (Option.isSome(taken)) return taken
        return yield* cursors.firstOf(
          sql`INSERT INTO change_consumers (name, position, run_id, process_id)
            SELECT ${name}, ${positions.removed}, ${run_id}, ${process_id}
            WHERE NOT EXISTS (SELECT 1 FROM change_consumers WHERE name = ${name})
            ON CONFLICT DO NOTHING RETURNING position`
        )
      }),

      advance: ({ run_id, name }, position, now) =>
        Effect.map(
          cursors.firstOf(
            sql`UPDATE change_consumers SET position = ${position}, updated_on = ${at(now)}
              WHERE name = ${name} AND run_id = ${run_id} RETURNING position`
          ),
          Option.isSome
        ),

      holds: ({ run_id, name }) =>
        Effect.map(
          cursors.firstOf(sql`SELECT position FROM change_consumers WHERE name = ${name} AND run_id = ${run_id}`),
          Option.isSome
        ),

      release: ({ run_id, name }) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE change_consumers SET run_id = ${noRun}, process_id = NULL WHERE name = ${name} AND run_id = ${run_id}`
        )),

      cursor: (name) => cursors.firstOf(sql`SELECT position FROM change_consumers WHERE name = ${name}`),

      move: (name, position, now) =>
        Effect.asVoid(orDieSql(
          sql`INSERT INTO change_consumers (name, position, run_id, process_id, updated_on)
            VALUES (${name}, ${position}, ${noRun}, NULL, ${at(now)})
            ON CONFLICT (name) DO UPDATE SET position = EXCLUDED.position, run_id = EXCLUDED.run_id, process_id = NULL,
              updated_on = EXCLUDED.updated_on`
        ))
    })
  })
)
