import { Context, DateTime, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import { eventsKept } from "../../events/index.ts"
import { OrganizationStore } from "../../organizations/index.ts"
import {
  type CurrentActor,
  type Day,
  Instant,
  type InvalidInput,
  limits,
  refuseWindow,
  Timetable,
  Transaction
} from "../../shared/index.ts"
import { organizationFamily } from "../organizationFamily.ts"
import type { DomainStatistics, StatisticsGroup, StatisticsRequest } from "./DomainStatistics.ts"
import { type CountedWindow, DomainStatisticsStore } from "./DomainStatisticsStore.ts"
import { bucketsOf, endsBefore, totalsOf } from "./StatisticsBuckets.ts"

/** Counts what happened to domains. Source: REST specification, "Endpoints", Domains. */
export class Statistics extends Context.Service<Statistics, {
  readonly read: (
    request: StatisticsRequest
  ) => Effect.Effect<DomainStatistics, AuthorizationError | InvalidInput, CurrentActor>
  /**
   * For operators, without a check of rights: counts the days again whose events are all stored, for all organizations,
   * and returns the first of them. Earlier days, from which acknowledged events are removed, remain as they are.
   */
  readonly recount: Effect.Effect<Day>
}>()("@namewright/core/domains/statistics/Statistics") {
  static readonly layer = Layer.effect(
    Statistics,
    Effect.gen(function*() {
      const store = yield* DomainStatisticsStore
      const organizations = yield* OrganizationStore
      const transaction = yield* Transaction

      yield* (yield* Timetable).add({
        name: "domains.statistics",
        every: "1 hour",
        run: Effect.gen(function*() {
          // A transaction that began yesterday may still count then.
          const yesterday = DateTime.subtract(yield* Instant.now, { days: 1 })
          return yield* transaction.atomically(store.addUp(DateTime.formatIsoDateUtc(yesterday)))
        })
      })

      const read: Statistics["Service"]["read"] = Effect.fn("Statistics.read")(function*(request) {
        const actor = yield* authorize("domains:read")
        yield* refuseWindow(request, limits.statistics.days)
        const { breakdown = "none", end_date, granularity = "day", start_date } = request
        const own = actor.organization_id
        const isFamily = request.include_sub_organizations === true
        const family = isFamily || breakdown === "organization"
          ? yield* organizationFamily(organizations, actor)
          : []
        const counted = isFamily ? family.map(({ organization_id }) => organization_id) : [own]
        const window = { organizations: counted, first: start_date, last: end_date, tlds: request.tld }
        const { days, groups } = yield* store.read(window, breakdown)
        const available = yield* store.oldest(own, counted)
        const isEarlier = available !== null && endsBefore(end_date, available)
        const labels = new Map<string, string>(family.map(({ name, organization_id }) => [organization_id, name]))
        return {
          organization_id: own,
          granularity,
          start_date,
          end_date,
          data_available_from: available,
          totals: totalsOf(days),
          buckets: isEarlier ? [] : bucketsOf(granularity, request, days, yield* Instant.now),
          breakdown: ranked(groups, labels).slice(0, request.breakdown_limit ?? limits.statistics.breakdown.standard)
        }
      })

      const recount = Effect.gen(function*() {
        const removed = DateTime.subtractDuration(yield* Instant.now, eventsKept.acknowledged)
        const since = DateTime.formatIsoDateUtc(DateTime.add(removed, { days: 1 }))
        yield* transaction.atomically(store.recount(since))
        return since
      }).pipe(Effect.withSpan("Statistics.recount"))

      return Statistics.of({ read, recount })
    })
  )
}

/** Groups by acquisitions, the most first; equal ones by key. */
const ranked = (groups: CountedWindow["groups"], labels: ReadonlyMap<string, string>): ReadonlyArray<StatisticsGroup> =>
  groups.map(({ key, ...counts }) => {
    const label = labels.get(key)
    return { key, ...(label === undefined ? {} : { label }), ...totalsOf([counts]) }
  }).toSorted((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
