import { Effect, Option } from "effect"
import { idsOfAttempts } from "../access/index.ts"
import { BillingTransactionId, newBillingTransactionId } from "./BillingTransaction.ts"
import type { BillingTransactionStore } from "./BillingTransactionStore.ts"

/** State of a request's charge, over all of its attempts. */
export type RequestCharge =
  /** No attempt holds money. The next one charges under this id, which no concurrent attempt can use as well. */
  | { readonly _tag: "Uncharged"; readonly charge: BillingTransactionId }
  /** An attempt has reserved money, and its outcome is not stored yet. */
  | { readonly _tag: "Pending"; readonly charge: BillingTransactionId }
  /** An attempt was carried out and paid, even if the money has been refunded since. */
  | { readonly _tag: "Charged"; readonly charge: BillingTransactionId }

/** Number of charges in the first read; requests rarely have more attempts. */
const firstLook = 1
/** Number of charges in each further read. */
const furtherLook = 32

/**
 * The charge of the running request. Each attempt has a charge id derived from the request, and a new attempt charges
 * only if the money of all earlier ones was released. Charges are therefore read in order, up to the first that does
 * not exist. A request without identity has no earlier attempts.
 */
export const chargeOfRequest = Effect.fnUntraced(function*(
  transactions: Pick<BillingTransactionStore["Service"], "statuses">
): Effect.fn.Return<RequestCharge> {
  const ids = yield* idsOfAttempts("billing_transaction", (text) => BillingTransactionId.make(text))
  if (Option.isNone(ids)) return { _tag: "Uncharged", charge: yield* newBillingTransactionId }
  for (let from = 0, count = firstLook;; from += count, count = furtherLook) {
    const charges = yield* Effect.forEach(Array.from({ length: count }, (_, index) => from + index), ids.value)
    const statuses = yield* transactions.statuses(charges)
    for (const charge of charges) {
      const status = statuses.get(charge)
      if (status === undefined) return { _tag: "Uncharged", charge }
      // Charges of requests are released as `failed`. `canceled` means captured and refunded later.
      if (status !== "failed") return { _tag: status === "pending" ? "Pending" : "Charged", charge }
    }
  }
})
