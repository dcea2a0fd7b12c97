import type { DomainSortField } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import { domainCountReads, everyDomain } from "./DomainCountReadsSql.ts"
import { expiryCover } from "./DomainExpiry.ts"
import { type DateTest, intersection, type Seconds, type Stretch } from "./DomainSelection.ts"
import type { domainSpread } from "./DomainSpreadSql.ts"
import { combined } from "./DomainStripes.ts"

/** Tells where in an order the domains stand that expire in a stretch, by the counts but for the ends of the stretch. */
export const domainExpiry = (sql: SqlClient.SqlClient, spread: ReturnType<typeof domainSpread>) => {
  const { indexedBy } = dialect(sql)
  const conditions = domainConditions(sql)
  const reads = domainCountReads(sql)

  const lookedThrough = (owner: number, stretches: ReadonlyArray<Stretch>, by: DomainSortField) =>
    Effect.forEach(stretches, (stretch) =>
      spread.stripes(
        indexedBy("domain_index_expires_on"),
        [conditions.owned(owner), ...conditions.within("expires_on", stretch)],
        by
      ))

  const within = Effect.fnUntraced(function*(owner: number, stretch: Seconds, by: DomainSortField) {
    const { first, last, less, more } = expiryCover(stretch)
    const members = sql`c.member_no >= ${first} ${last === Infinity ? sql`` : sql`AND c.member_no <= ${last}`}`
    const whole = first > last ? [] : yield* reads.stripes(owner, { dimension: "expiry", members }, by)
    return combined([whole, ...(yield* lookedThrough(owner, more, by))], yield* lookedThrough(owner, less, by))
  })

  return {
    /** Where in any order but that of expiry the domains stand that meet the test of their expiry. */
    meeting: Effect.fnUntraced(function*(owner: number, { outside, within: inside }: DateTest, by: DomainSortField) {
      const found = inside === undefined
        ? yield* reads.stripes(owner, everyDomain, by)
        : yield* within(owner, inside, by)
      return outside === undefined
        ? found
        : combined([found], [yield* within(owner, intersection(inside ?? {}, outside), by)])
    })
  }
}
