import { Schema, Struct } from "effect"
import type { ObjectChange, ObjectLogAction } from "../objectlog/index.ts"
import type { OrganizationId } from "../shared/index.ts"
import {
  BillingTransaction,
  type BillingTransactionId,
  type BillingTransactionStatus,
  type StoredTransaction
} from "./BillingTransaction.ts"

const encode = Schema.encodeSync(BillingTransaction)

const actions: Record<BillingTransactionStatus, ObjectLogAction> = {
  pending: "BILLING_TRANSACTION_RESERVED",
  succeeded: "BILLING_TRANSACTION_SUCCEEDED",
  failed: "BILLING_TRANSACTION_FAILED",
  canceled: "BILLING_TRANSACTION_CANCELLED"
}

/** Entry about a new transaction, which a movement of a wallet completes at once. */
export const transactionBooked = (booked: StoredTransaction): ObjectChange => ({
  organization_id: booked.organization_id,
  object_type: "BILLING_TRANSACTION",
  object_id: booked.billing_transaction_id,
  action: actions[booked.status],
  after: encode(Struct.omit(booked, ["payer_id"]))
})

/** Entry about a transaction whose status changed. */
export const transactionSettled = (
  organization_id: OrganizationId,
  id: BillingTransactionId,
  before: BillingTransactionStatus,
  after: BillingTransactionStatus
): ObjectChange => ({
  organization_id,
  object_type: "BILLING_TRANSACTION",
  object_id: id,
  action: actions[after],
  before: { status: before },
  after: { status: after }
})
