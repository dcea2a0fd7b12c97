import {
  Approval,
  type ApprovalFilter,
  ApprovalId,
  type ApprovalState,
  ApprovalStep,
  ApprovalStore,
  type StoredApproval
} from "@namewright/core/approvals"
import { type Instant, limits, Money, type OrganizationId, Permission } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { transactionLock } from "../transactionLock.ts"

const { cost: _cost, history: _history, state: _state, ...plain } = Approval.fields

const ApprovalRow = Schema.Struct({
  ...plain,
  scopes: json(plain.scopes),
  safety: json(plain.safety),
  rights: json(Schema.Array(Permission)),
  summary: json(plain.summary),
  changes: json(plain.changes),
  cost_amount: Schema.NullOr(IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))),
  cost_currency: Schema.NullOr(Money.Currency),
  decided_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn,
  expires_on: InstantColumn,
  consumed_on: Schema.NullOr(InstantColumn)
})

const ContentsRow = Schema.Struct({ contents: Schema.NullOr(json(Schema.Array(Schema.String))) })

const StepRow = Schema.Struct({ ...ApprovalStep.fields, approval_id: ApprovalId, created_on: InstantColumn })

const at = Schema.encodeSync(InstantColumn)

const approvalOf = ({ cost_amount, cost_currency, ...row }: typeof ApprovalRow.Type): StoredApproval => ({
  ...row,
  cost: cost_amount === null || cost_currency === null ? null : { amount: cost_amount, currency: cost_currency }
})

const rowOf = ({ cost, ...approval }: StoredApproval): typeof ApprovalRow.Type => ({
  ...approval,
  cost_amount: cost?.amount ?? null,
  cost_currency: cost?.currency ?? null
})

export const layer = Layer.effect(
  ApprovalStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { oneOf } = dialect(sql)
    const lockKey = transactionLock(sql)
    const approvals = rowReads(sql, "approvals", ApprovalRow).map(approvalOf)
    const contentsRows = decodedRows(ContentsRow)
    const allSteps = rowReads(sql, "approval_steps", StepRow)
    const encode = Schema.encodeEffect(ApprovalRow)
    const encodeContents = Schema.encodeEffect(ContentsRow)
    const encodeStep = Schema.encodeEffect(StepRow)

    /** The same states as `stateAt` of core. */
    const inState = (state: ApprovalState, now: Instant.Instant) => {
      if (state === "consumed") return sql`consumed_on IS NOT NULL`
      return state === "expired"
        ? sql`(consumed_on IS NULL AND expires_on <= ${at(now)})`
        : sql`(consumed_on IS NULL AND expires_on > ${at(now)})`
    }

    const conditions = (organization: OrganizationId, filter: ApprovalFilter, now: Instant.Instant) => {
      const { created_after, created_before, state = [] } = filter
      return sql.and([
        sql`organization_id = ${organization}`,
        ...(state.length === 0 ? [] : [sql.or(state.map((one) => inState(one, now)))]),
        ...(["operation_id", "user_id", "client_id"] as const).flatMap((column) => {
          const value = filter[column]
          return value === undefined ? [] : [sql`${sql.literal(column)} = ${value}`]
        }),
        ...(created_after === undefined ? [] : [sql`created_on > ${at(created_after)}`]),
        ...(created_before === undefined ? [] : [sql`created_on < ${at(created_before)}`])
      ])
    }

    return ApprovalStore.of({
      insert: Effect.fnUntraced(function*(approval, contents) {
        const kept = yield* encodeContents({ contents: contents.length === 0 ? null : contents })
        yield* sql`INSERT INTO approvals ${sql.insert({ ...(yield* encode(rowOf(approval))), ...kept })}`
      }, orDieSql),

      find: (id) => approvals.first(sql`approval_id = ${id}`),

      contents: (id) =>
        Effect.map(
          contentsRows.allOf(sql`SELECT contents FROM approvals WHERE approval_id = ${id}`),
          ([row]) => row?.contents ?? []
        ),

      lockQuestions: ({ client_id, organization_id, user_id }) =>
        lockKey(`approvals ${organization_id} ${user_id} ${client_id}`),

      countOpen: ({ client_id, organization_id, user_id }, now) => {
        // The condition on the creation allows the index; the end decides.
        const since = at(DateTime.subtract(now, { seconds: limits.approvalSeconds }))
        return approvals.count(
          sql`organization_id = ${organization_id} AND created_on > ${since}
            AND user_id = ${user_id} AND client_id = ${client_id} AND ${inState("challenged", now)}`
        )
      },

      consume: Effect.fnUntraced(function*(id, now, decided) {
        const decision = decided ? sql`decision = 'approved'` : sql`(decision IS NULL OR decision = 'approved')`
        const rows = yield* sql`UPDATE approvals SET consumed_on = ${at(now)}
          WHERE approval_id = ${id} AND ${inState("challenged", now)} AND ${decision} RETURNING approval_id`
        return rows.length > 0
      }, orDieSql),

      decide: Effect.fnUntraced(function*(id, { decided_by, decided_on, decision, note }) {
        const rows = yield* sql`UPDATE approvals SET decision = ${decision}, decided_by = ${decided_by},
            decided_on = ${at(decided_on)}, note = ${note}
          WHERE approval_id = ${id} AND ${inState("challenged", decided_on)} RETURNING approval_id`
        return rows.length > 0
      }, orDieSql),

      saveNote: Effect.fnUntraced(function*(id, note) {
        yield* sql`UPDATE approvals SET note = ${note} WHERE approval_id = ${id}`
      }, orDieSql),

      recordStatus: (organization, id, http_status) =>
        approvals.firstOf(
          sql`UPDATE approvals SET http_status = ${http_status}
            WHERE approval_id = ${id} AND organization_id = ${organization}
              AND consumed_on IS NOT NULL AND http_status IS NULL RETURNING ${approvals.columns}`
        ),

      list: (organization, filter, { order }, page, now) => {
        const direction = sql.literal(order === "asc" ? "ASC" : "DESC")
        const ordering = sql`created_on ${direction}, approval_id ${direction}`
        return approvals.page(conditions(organization, filter, now), ordering, page)
      },

      addStep: Effect.fnUntraced(function*(approval_id, step) {
        yield* sql`INSERT INTO approval_steps ${sql.insert(yield* encodeStep({ ...step, approval_id }))}`
      }, orDieSql),

      steps: Effect.fnUntraced(function*(ids) {
        if (ids.length === 0) return new Map<ApprovalId, ReadonlyArray<ApprovalStep>>()
        const found = yield* allSteps.all(sql`approval_id ${oneOf(ids)}`, sql`ORDER BY approval_id, step_no`)
        const grouped = Map.groupBy(found, ({ approval_id }) => approval_id)
        return new Map([...grouped].map(([id, steps]) => [id, steps.map(({ approval_id: _id, ...step }) => step)]))
      })
    })
  })
)
