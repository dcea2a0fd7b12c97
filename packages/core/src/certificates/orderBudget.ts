import { DateTime, Duration } from "effect"
import type { Instant } from "../shared/index.ts"
import type { StoredAccount } from "./AuthorityAccountStore.ts"
import type { OrderLimit } from "./CertificateAuthority.ts"

/** Decision about one order of an account. */
export type OrderBudget =
  | { readonly _tag: "Free"; readonly account: StoredAccount }
  | { readonly _tag: "Spent"; readonly until: Instant.Instant }

/**
 * Takes one order from the limit of an account: a token bucket that holds the orders of a period and refills evenly. Its
 * state is the time at which it is full again (generic cell rate algorithm).
 */
export const takeOrder = (
  account: StoredAccount,
  limit: OrderLimit | undefined,
  now: Instant.Instant
): OrderBudget => {
  if (limit === undefined) return { _tag: "Free", account }
  const refill = Math.ceil(Duration.toSeconds(limit.period) / limit.orders)
  const clear_on = DateTime.add(DateTime.max(account.clear_on, now), { seconds: refill })
  const until = DateTime.subtractDuration(clear_on, limit.period)
  return DateTime.isGreaterThan(until, now)
    ? { _tag: "Spent", until }
    : { _tag: "Free", account: { ...account, clear_on } }
}
