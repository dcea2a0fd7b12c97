import { Context, Effect, Layer } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import { type CurrentActor, type InvalidInput, limits, type OrganizationId, refuseWindow } from "../shared/index.ts"
import type { UsageProduct, UsageSeries, UsageSeriesRequest, UsageSummary, UsageWindow } from "./Usage.ts"
import { usageBuckets } from "./usageBuckets.ts"
import { UsageStore } from "./UsageStore.ts"

type Refusal = AuthorizationError | UnknownOrganization | InvalidInput

/**
 * Usage of metered products. Reports of an organization that pays for itself include the suborganizations that it pays
 * for; those of a suborganization have its own usage only. Source: REST specification, "Usage".
 */
export class UsageReports extends Context.Service<UsageReports, {
  readonly series: (
    organization: OrganizationId,
    product: UsageProduct,
    request: UsageSeriesRequest
  ) => Effect.Effect<UsageSeries, Refusal, CurrentActor>
  readonly summary: (
    organization: OrganizationId,
    product: UsageProduct,
    window: UsageWindow
  ) => Effect.Effect<UsageSummary, Refusal, CurrentActor>
}>()("@namewright/core/usage/UsageReports") {
  static readonly layer = Layer.effect(
    UsageReports,
    Effect.gen(function*() {
      const store = yield* UsageStore
      const directory = yield* OrganizationDirectory

      const acceptedRange = Effect.fnUntraced(function*(
        account_id: OrganizationId,
        product: UsageProduct,
        window: UsageWindow
      ) {
        const actor = yield* authorize("organization:read")
        yield* OrganizationScope.requireVisible(directory, actor, account_id)
        yield* refuseWindow(window, limits.usage.days)
        return { account_id, product, first: window.start_date, last: window.end_date }
      })

      const series: UsageReports["Service"]["series"] = Effect.fn("UsageReports.series")(
        function*(organization, product, { granularity = "day", ...window }) {
          const days = yield* store.days(yield* acceptedRange(organization, product, window))
          return { product, ...window, granularity, buckets: usageBuckets(granularity, window, days) }
        }
      )

      const summary: UsageReports["Service"]["summary"] = Effect.fn("UsageReports.summary")(
        function*(organization, product, { end_date, start_date }) {
          const window = { start_date, end_date }
          const groups = yield* store.total(yield* acceptedRange(organization, product, window))
          return { product, ...window, groups }
        }
      )

      return UsageReports.of({ series, summary })
    })
  )
}
