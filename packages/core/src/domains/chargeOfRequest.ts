import { Effect, Option } from "effect"
import { idOfRequest } from "../access/index.ts"
import { type Billing, BillingTransactionId, newBillingTransactionId } from "../billing/index.ts"
import { OperationInProgress } from "../registry/index.ts"
import type { Actor } from "../shared/index.ts"
import type { DomainReference } from "./Domain.ts"

/** What a request charges for, and whether an earlier try has paid it, so that nothing is left to do. */
export interface ChargeOfRequest {
  readonly charge: BillingTransactionId
  readonly isPaid: boolean
}

/** The charge that follows from the request; what an earlier try got back is not taken again. */
export const chargeOfRequest = Effect.fnUntraced(function*(
  billing: Billing["Service"],
  { organization_id }: Actor,
  reference: DomainReference
): Effect.fn.Return<ChargeOfRequest, OperationInProgress> {
  const ofRequest = yield* idOfRequest("billing_transaction", (text) => BillingTransactionId.make(text))
  if (Option.isNone(ofRequest)) return { charge: yield* newBillingTransactionId, isPaid: false }
  const status = Option.getOrUndefined(yield* billing.statusOf(organization_id, ofRequest.value))
  if (status === "pending") return yield* new OperationInProgress({ object_name: reference })
  const isOver = status !== undefined && status !== "succeeded"
  return { charge: isOver ? yield* newBillingTransactionId : ofRequest.value, isPaid: status === "succeeded" }
})
