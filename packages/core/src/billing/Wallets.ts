import { Context, Effect, Layer, Option } from "effect"
import { UnknownOrganization } from "../access/index.ts"
import { inputIssue, Instant, InvalidInput, limits, Money, type OrganizationId, Transaction } from "../shared/index.ts"
import type { InsufficientFunds } from "./BillingError.ts"
import { BillingParties, type BillingParty } from "./BillingParty.ts"
import { type BillingTransactionId, newBillingTransactionId, type StoredTransaction } from "./BillingTransaction.ts"
import { BillingTransactionStore } from "./BillingTransactionStore.ts"
import { bookkeeper } from "./Bookkeeper.ts"
import { adjustment, type LedgerStep, type Postings, topUp } from "./Ledger.ts"
import { type LedgerKey, LedgerStore } from "./LedgerStore.ts"
import { untaxed } from "./TaxRate.ts"

/** Money that enters or leaves a wallet by an operator's hand. */
export interface WalletMovement {
  /** An organization that pays for itself. */
  readonly organization_id: OrganizationId
  /** In the currency of its account. */
  readonly amount: Money.MinorUnits
  /** The number of the payment or note. Each moves a wallet once, however often it is sent. */
  readonly reference: string
}

/** What operators do to balances; no route leads here, and no right is checked. All methods join a transaction. */
export class Wallets extends Context.Service<Wallets, {
  /** Books a payment received; `amount` is above zero. */
  readonly topUp: (
    movement: WalletMovement
  ) => Effect.Effect<BillingTransactionId, InvalidInput | UnknownOrganization>
  /** Books a credit, or a charge when `amount` is below zero; a charge must be covered. */
  readonly adjust: (
    movement: WalletMovement
  ) => Effect.Effect<BillingTransactionId, InvalidInput | UnknownOrganization | InsufficientFunds>
  /** What an organization can spend without its credit limit; none for one whose parent pays. */
  readonly balance: (organization: OrganizationId) => Effect.Effect<Option.Option<Money.Money>>
  /** Ledgers whose balances differ from the sum of their entries: none, unless someone edited the tables. */
  readonly audit: Effect.Effect<ReadonlyArray<LedgerKey>>
}>()("@namewright/core/billing/Wallets") {
  static readonly layer = Layer.effect(
    Wallets,
    Effect.gen(function*() {
      const parties = yield* BillingParties
      const transactions = yield* BillingTransactionStore
      const ledger = yield* LedgerStore
      const transaction = yield* Transaction
      const books = yield* bookkeeper

      const payerFor = Effect.fnUntraced(function*(movement: WalletMovement, isAmount: boolean) {
        const { amount, organization_id, reference } = movement
        const party = yield* parties.find(organization_id)
        if (Option.isNone(party)) return yield* new UnknownOrganization({ organization_id })
        const { maximum, minimum } = limits.productReference
        const [issue, ...issues] = [
          ...(party.value.payer_id === organization_id
            ? []
            : [inputIssue(["body", "organization_id"], "value_error", "Its parent pays for it", organization_id)]),
          ...(isAmount ? [] : [inputIssue(["body", "amount"], "value_error", "No amount of this kind", amount)]),
          ...(reference.length >= minimum && reference.length <= maximum
            ? []
            : [inputIssue(["body", "reference"], "value_error", `${minimum} to ${maximum} characters`, reference)])
        ]
        return issue === undefined ? party.value : yield* new InvalidInput({ issues: [issue, ...issues] })
      })

      /** Answers the transaction of an earlier booking of the same reference instead of booking it again. */
      const book = (party: BillingParty, movement: WalletMovement, step: LedgerStep, postings: Postings) =>
        transaction.atomically(Effect.gen(function*() {
          const done = yield* completed(movement, party)
          const { billing_transaction_id, currency, payer_id } = done
          if (!(yield* transactions.insert(done))) return yield* earlier(done, movement)
          const { balance } = yield* books.post({ billing_transaction_id, step, payer_id, currency, postings }, party)
          if (movement.amount > 0) {
            const text = (amount: number) => `${Money.toDecimal(amount)} ${currency}`
            yield* books.tell(payer_id, `${text(movement.amount)} were added; the balance is ${text(balance)}`)
          }
          return billing_transaction_id
        }))

      const earlier = Effect.fnUntraced(function*(done: StoredTransaction, { reference }: WalletMovement) {
        const found = Option.getOrThrow(yield* transactions.findPayment(done.payer_id, reference))
        if (found.amount === done.amount && found.action === done.action) return found.billing_transaction_id
        const msg = "The reference is that of another amount"
        return yield* new InvalidInput({ issues: [inputIssue(["body", "reference"], "value_error", msg, reference)] })
      })

      return Wallets.of({
        topUp: Effect.fn("Wallets.topUp")(function*(movement) {
          const party = yield* payerFor(movement, movement.amount > 0)
          // Money that comes in needs no cover.
          return yield* Effect.catchTag(
            book(party, movement, "top_up", topUp(movement.amount)),
            "InsufficientFunds",
            Effect.die
          )
        }),
        adjust: Effect.fn("Wallets.adjust")(function*(movement) {
          const party = yield* payerFor(movement, movement.amount !== 0)
          return yield* book(party, movement, "adjust", adjustment(movement.amount))
        }),
        balance: Effect.fn("Wallets.balance")(function*(organization) {
          const party = Option.filter(
            yield* parties.find(organization),
            ({ payer_id }) => payer_id === organization
          )
          if (Option.isNone(party)) return Option.none()
          const { wallet } = yield* ledger.balances(party.value)
          return Option.some({ amount: wallet, currency: party.value.currency })
        }),
        audit: ledger.discrepancies
      })
    })
  )
}

const completed = Effect.fnUntraced(
  function*({ amount, organization_id, reference }: WalletMovement, party: BillingParty) {
    const now = yield* Instant.now
    const price = Money.MinorUnits.make(Math.abs(amount))
    const done: StoredTransaction = {
      billing_transaction_id: yield* newBillingTransactionId,
      organization_id,
      payer_id: party.payer_id,
      product_type: "account_wallet",
      product_reference: reference,
      action: amount > 0 ? "wallet_top_up" : "service_fee",
      status: "succeeded",
      volume: 1,
      unit: null,
      price,
      tax_rate: untaxed,
      tax_amount: Money.zero,
      amount: price,
      currency: party.currency,
      created_on: now,
      updated_on: now,
      completed_on: now
    }
    return done
  }
)
