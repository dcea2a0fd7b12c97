import { Schema } from "effect"
import { DecimalAmount } from "../billing/index.ts"
import { limits, Money, optional, OrganizationId } from "../shared/index.ts"

const { Int, NullOr } = Schema

/** Limits of an organization; null for none. */
export const LimitValues = Schema.Struct({
  /** Highest sum of the charges of a calendar month (UTC), with tax, in `currency`. */
  monthly_spend: NullOr(DecimalAmount),
  /** Highest number of domains that the organization can register or transfer in. */
  domains: NullOr(Int)
})
export type LimitValues = typeof LimitValues.Type

/** Limits of an organization, with what is used of them. */
export const OrganizationLimitsView = Schema.Struct({
  organization_id: OrganizationId,
  ...LimitValues.fields,
  /** Currency of the account that pays. */
  currency: Money.Currency,
  /** Charges of the current calendar month, with tax; without refunded ones. */
  spent_this_month: DecimalAmount,
  domain_count: Int
}).annotate({ identifier: "OrganizationLimits" })
export type OrganizationLimitsView = typeof OrganizationLimitsView.Type

const Spend = DecimalAmount.check(Schema.isBetween({ minimum: 0, maximum: limits.monthlySpend }))

/** Request to change limits: absent members are unchanged, null removes a limit. */
export const OrganizationLimitsPatch = Schema.Struct({
  monthly_spend: optional(Spend),
  domains: optional(Int.check(Schema.isBetween({ minimum: 0, maximum: limits.limitedDomains })))
}).annotate({ identifier: "OrganizationLimitsUpdate" })
export type OrganizationLimitsPatch = typeof OrganizationLimitsPatch.Type
