import { Effect, Option } from "effect"
import { OrganizationDirectory } from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, type OrganizationId } from "../shared/index.ts"
import { BillingParties } from "./BillingParty.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"
import { BillingTransactionStore } from "./BillingTransactionStore.ts"
import { transactionSettled } from "./transactionBooked.ts"

/** Functions about movements that are stored before their outcome is known. */
export const makePendingMovements = Effect.gen(function*() {
  const parties = yield* BillingParties
  const directory = yield* OrganizationDirectory
  const transactions = yield* BillingTransactionStore
  const log = yield* makeObjectLog

  return {
    /** Terms of an organization, whose deletion waits for the transaction; none if it has been deleted. */
    keptParty: Effect.fnUntraced(function*(organization: OrganizationId) {
      return (yield* directory.keep(organization)) ? yield* parties.find(organization) : Option.none()
    }),
    /** Ends a pending transaction. None if it has this outcome already. */
    settlePending: Effect.fnUntraced(function*(id: BillingTransactionId, outcome: "succeeded" | "failed") {
      const settled = yield* transactions.settle(id, "pending", outcome, yield* Instant.now)
      if (Option.isNone(settled)) {
        const status = (yield* transactions.statuses([id])).get(id)
        return status === outcome ? settled : yield* Effect.die(new Error(`${id} is ${status}, not pending`))
      }
      yield* log.record(transactionSettled(settled.value.organization_id, id, "pending", outcome))
      return settled
    })
  }
})
