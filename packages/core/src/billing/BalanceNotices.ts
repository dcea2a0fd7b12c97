import { Context, Effect, Layer } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"

/** The balance of a payer fell below its threshold. */
export interface LowBalance {
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly balance: Money.MinorUnits
  readonly threshold: Money.MinorUnits
  /** Entry of the ledger that crossed the threshold: a transaction and its step. Unique. */
  readonly cause: string
}

type Listener = (notice: LowBalance) => Effect.Effect<void>

/** Receivers of low balances, which slices above billing register. They run in the transaction of the charge. */
export interface BalanceNoticeReceivers {
  readonly register: (listener: Listener) => Effect.Effect<void>
  readonly send: Listener
}

/** Receivers of low balances; null for none. */
export const BalanceNotices = Context.Reference<BalanceNoticeReceivers | null>(
  "@namewright/core/billing/BalanceNotices",
  { defaultValue: () => null }
)

/** Receivers of one platform. */
export const layerBalanceNotices = Layer.sync(BalanceNotices, () => {
  const listeners: Array<Listener> = []
  return {
    register: (listener) => Effect.sync(() => void listeners.push(listener)),
    send: (notice) => Effect.forEach(listeners, (listener) => listener(notice), { discard: true })
  }
})
