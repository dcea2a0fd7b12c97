import { AgentPolicyStore, type SpendingDay } from "@namewright/core/approvals"
import { Money } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))

const PolicyRow = Schema.Struct({
  require_web_approval: BooleanColumn,
  require_web_approval_for_risks: Schema.NullOr(BooleanColumn),
  daily_spend_limit: Schema.NullOr(Amount),
  read_only: BooleanColumn,
  rest_access: BooleanColumn,
  show_auth_codes: Schema.NullOr(BooleanColumn)
})

export const layer = Layer.effect(
  AgentPolicyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool } = dialect(sql)
    const orNull = (value: boolean | null) => value === null ? null : bool(value)
    const policies = rowReads(sql, "agent_policies", PolicyRow)
    const amounts = decodedRows(Schema.Struct({ amount: Amount }))
    const encodeInstant = Schema.encodeEffect(InstantColumn)

    const ofDay = ({ currency, day, organization_id }: SpendingDay) =>
      sql.and([sql`organization_id = ${organization_id}`, sql`day = ${day}`, sql`currency = ${currency}`])

    return AgentPolicyStore.of({
      find: (organization) => policies.first(sql`organization_id = ${organization}`),

      save: Effect.fnUntraced(function*(organization_id, policy, at) {
        const row = {
          organization_id,
          require_web_approval: bool(policy.require_web_approval),
          require_web_approval_for_risks: orNull(policy.require_web_approval_for_risks),
          daily_spend_limit: policy.daily_spend_limit,
          read_only: bool(policy.read_only),
          rest_access: bool(policy.rest_access),
          show_auth_codes: orNull(policy.show_auth_codes),
          updated_on: yield* encodeInstant(at)
        }
        yield* sql`INSERT INTO agent_policies ${sql.insert(row)}
          ON CONFLICT (organization_id) DO UPDATE SET ${sql.update(row, ["organization_id"])}`
      }, orDieSql),

      spent: (day) =>
        Effect.map(
          amounts.allOf(sql`SELECT amount FROM agent_spending WHERE ${ofDay(day)}`),
          ([row]) => row?.amount ?? Money.zero
        ),

      spend: Effect.fnUntraced(function*(day, amount, limit) {
        yield* sql`INSERT INTO agent_spending ${sql.insert({ ...day, amount: 0 })} ON CONFLICT DO NOTHING`
        const room = limit === null ? sql`1 = 1` : sql`amount <= ${limit - amount}`
        const rows = yield* sql`UPDATE agent_spending SET amount = amount + ${amount}
          WHERE ${ofDay(day)} AND ${room} RETURNING amount`
        return rows.length > 0
      }, orDieSql),

      giveBack: Effect.fnUntraced(function*(day, amount) {
        yield* sql`UPDATE agent_spending SET amount = amount - ${amount} WHERE ${ofDay(day)}`
      }, orDieSql)
    })
  })
)
