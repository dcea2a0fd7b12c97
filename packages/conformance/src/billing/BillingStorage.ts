import type { BillingTransactionStore, LedgerStore, PriceStore } from "@namewright/core/billing"
import type { EventStore } from "@namewright/core/events"
import type { ObjectLogStore } from "@namewright/core/objectlog"
import type { Transaction } from "@namewright/core/shared"

/** Stores that billing requires of a storage adapter. */
export type BillingStorage =
  | LedgerStore
  | BillingTransactionStore
  | PriceStore
  | EventStore
  | ObjectLogStore
  | Transaction
