import { Effect, Option } from "effect"
import { EventLog } from "../events/index.ts"
import { Instant, Money, type OrganizationId } from "../shared/index.ts"
import { balanceAlerts, crossedThreshold } from "./BalanceAlert.ts"
import { BalanceNotices } from "./BalanceNotices.ts"
import { InsufficientFunds } from "./BillingError.ts"
import type { BillingParty } from "./BillingParty.ts"
import type { LedgerEntry } from "./Ledger.ts"
import { LedgerStore } from "./LedgerStore.ts"

/** Posts entries within the payers' credit limits, and notifies payers with events. */
export const bookkeeper = Effect.gen(function*() {
  const ledger = yield* LedgerStore
  const events = yield* EventLog
  const notices = yield* BalanceNotices

  const notify = (payer: OrganizationId, message: string) =>
    events.record({
      organization_id: payer,
      object_type: "ACCOUNT",
      object_id: payer,
      object_name: null,
      type: "BALANCE",
      subtype: "NOTIFICATION",
      event_data: { message }
    })

  const post = Effect.fnUntraced(function*(
    entry: LedgerEntry,
    party: BillingParty,
    creditLimit: Money.MinorUnits = party.credit_limit
  ): Effect.fn.Return<{ readonly balance: Money.MinorUnits }, InsufficientFunds> {
    const moved = entry.postings.wallet
    const posted = yield* ledger.post(entry, creditLimit, yield* Instant.now)
    if (Option.isNone(posted)) {
      const { wallet } = yield* ledger.balances(entry)
      return yield* new InsufficientFunds({
        required: Money.toDecimal(-moved),
        available: Money.toDecimal(wallet + creditLimit),
        currency: party.currency
      })
    }
    const balance = posted.value
    const before = Money.MinorUnits.make(balance - moved)
    for (const message of balanceAlerts(party, before, balance)) yield* notify(party.payer_id, message)
    const threshold = crossedThreshold(party, before, balance)
    if (threshold !== undefined && notices !== null) {
      const { billing_transaction_id, currency, step } = entry
      const cause = `${billing_transaction_id}/${step}`
      yield* notices.send({ payer_id: party.payer_id, currency, balance, threshold, cause })
    }
    return { balance }
  })

  return { post, notify }
})
