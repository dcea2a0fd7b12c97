import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import { sumOf } from "./DomainCountReadsSql.ts"
import { type DomainGroups, every, type Group } from "./DomainGroupsSql.ts"
import type { DateTest, Seconds, Stretch } from "./DomainSelection.ts"
import { combined, type DateField, dateStripe, isUndated, type StripeCount, stripeStretch } from "./DomainStripes.ts"

/**
 * Counts the domains of a group whose date lies in a stretch: the stripes inside it by their counts, and only those at
 * its ends domain by domain.
 */
export const domainStretches = (sql: SqlClient.SqlClient, groups: DomainGroups) => {
  const { count, indexedBy } = dialect(sql)
  const conditions = domainConditions(sql)

  const countEach = (owner: number, group: Group, field: DateField, stretch: Stretch) =>
    stretch.from >= stretch.to ? Effect.succeed(0) : Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM domain_index i ${indexedBy(`domain_index_${field}`)}
        WHERE ${sql.and([sql`i.owner_no = ${owner}`, ...group.conditions, ...conditions.within(field, stretch)])}`,
      ([row]) => row?.n ?? 0
    )

  /** The part of a stripe's domains that lie in the stretch; whichever side of its end is shorter is counted. */
  const partOf = Effect.fnUntraced(
    function*(owner: number, group: Group, field: DateField, { n, stripe }: StripeCount, { from, to }: Seconds) {
      const whole = stripeStretch(field, stripe)
      const part = { from: Math.max(from ?? whole.from, whole.from), to: Math.min(to ?? whole.to, whole.to) }
      if (part.from >= part.to) return { stripe, n: 0 }
      if (part.from === whole.from && part.to === whole.to) return { stripe, n }
      if ((part.to - part.from) * 2 <= whole.to - whole.from) {
        return { stripe, n: yield* countEach(owner, group, field, part) }
      }
      const before = yield* countEach(owner, group, field, { from: whole.from, to: part.from })
      const after = yield* countEach(owner, group, field, { from: part.to, to: whole.to })
      return { stripe, n: n - before - after }
    }
  )

  /** How many domains of the group have the date within the stretch, by stripe. */
  const within = (
    owner: number,
    group: Group,
    field: DateField,
    stripes: ReadonlyArray<StripeCount>,
    stretch: Seconds
  ) =>
    Effect.map(
      Effect.forEach(
        stripes.filter(({ stripe }) => !isUndated(stripe)),
        (stripe) => partOf(owner, group, field, stripe, stretch)
      ),
      (parts) => parts.filter(({ n }) => n > 0)
    )

  return {
    within,

    /** How many domains have the date within the stretch, roughly: as if they were spread evenly over each stripe. */
    about: Effect.fnUntraced(function*(owner: number, field: DateField, { from, to }: Seconds) {
      const stripes = yield* groups.stripes(owner, every, field)
      return sumOf(
        stripes.filter(({ stripe }) => !isUndated(stripe)).map(({ n, stripe }) => {
          const whole = stripeStretch(field, stripe)
          const part = Math.min(to ?? whole.to, whole.to) - Math.max(from ?? whole.from, whole.from)
          return { n: n * Math.max(part, 0) / (whole.to - whole.from) }
        })
      )
    }),

    /** Where in the order of the date the domains of the group stand, only those that meet its test. */
    meeting: Effect.fnUntraced(function*(owner: number, group: Group, { field, outside, within: inside }: DateTest) {
      const all = yield* groups.stripes(owner, group, field, {
        first: inside?.from === undefined ? undefined : dateStripe(field, inside.from),
        last: inside?.to === undefined ? undefined : dateStripe(field, inside.to - 1)
      })
      const found = inside === undefined ? all : yield* within(owner, group, field, all, inside)
      if (outside === undefined) return found
      const barred = yield* within(owner, group, field, all, {
        from: Math.max(inside?.from ?? outside.from, outside.from),
        to: Math.min(inside?.to ?? outside.to, outside.to)
      })
      return combined([found], [barred])
    }),

    /** How many domains of the group have the date within the stretch, looked at one by one. */
    countEach
  }
}
