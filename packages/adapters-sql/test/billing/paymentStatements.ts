import { newPaymentId, PaymentStore } from "@namewright/core/payments"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unservedPayments = "SELECT amount FROM payments WHERE amount = -1"

/** The statements of notices, look-ups and lists. */
export const paymentStatements = Effect.gen(function*() {
  const store = yield* PaymentStore
  const id = yield* newPaymentId
  const now = yield* Instant.now
  const all = [
    yield* sentBy("find", store.find(id)),
    yield* sentBy("notice", store.findAtProvider("stripe", "cs_1")),
    yield* sentBy("update", store.update(id, { checks: 1 }, now)),
    yield* sentBy("due", store.leaseDue(100, now, now)),
    yield* sentBy("list", store.list(yield* newOrganizationId, { page: 1, page_size: 50 }))
  ]
  return all.flatMap(({ sent }) => sent)
})
