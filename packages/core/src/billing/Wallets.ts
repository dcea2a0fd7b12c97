import { Context, Effect, Layer, Option } from "effect"
import { OrganizationDirectory, OrganizationScope, UnknownOrganization } from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { inputIssue, Instant, InvalidInput, limits, Money, type OrganizationId, Transaction } from "../shared/index.ts"
import { type InsufficientFunds, WalletReferenceConflict } from "./BillingError.ts"
import { BillingParties, type BillingParty } from "./BillingParty.ts"
import type { BillingTransactionId, StoredTransaction } from "./BillingTransaction.ts"
import { BillingTransactionStore } from "./BillingTransactionStore.ts"
import { bookkeeper } from "./Bookkeeper.ts"
import { countStep } from "./countStep.ts"
import { makeHeldReturns } from "./heldReturns.ts"
import { adjustment, topUp } from "./Ledger.ts"
import { type LedgerKey, LedgerStore } from "./LedgerStore.ts"
import { makePendingMovements } from "./pendingMovements.ts"
import { transactionBooked } from "./transactionBooked.ts"
import {
  type AccountMovement,
  completed,
  expected,
  type StoredMovement,
  unlimited,
  type WalletMovement
} from "./WalletMovement.ts"

export type { AccountMovement, WalletMovement } from "./WalletMovement.ts"

type WalletError = InvalidInput | UnknownOrganization | WalletReferenceConflict

/**
 * Wallet operations for operators. They are not exposed over REST and do not check permissions. All methods join an open
 * transaction. A repeated movement is booked once and returns the first transaction. The same reference with another
 * amount, currency or organization is a `WalletReferenceConflict`, and so is that of a payment that is announced or has
 * failed, which moved no money.
 */
export class Wallets extends Context.Service<Wallets, {
  /**
   * Books a payment received as `wallet_top_up`; `amount` is above zero. An announced payment with this reference has to be
   * concluded instead; once it has succeeded, its transaction is returned.
   */
  readonly topUp: (movement: WalletMovement) => Effect.Effect<BillingTransactionId, WalletError>
  /**
   * Books a `service_fee`. A negative `amount` is a charge, which the balance has to cover. A positive one is a credit,
   * whose transaction has a negative price.
   */
  readonly adjust: (movement: WalletMovement) => Effect.Effect<BillingTransactionId, WalletError | InsufficientFunds>
  /**
   * Books a payment that is expected, as a pending `wallet_top_up` without an entry in the ledger. Its reference is unique
   * among the payer's top-ups.
   */
  readonly announce: (movement: WalletMovement) => Effect.Effect<BillingTransactionId, WalletError>
  /** Ends an announced payment. The same outcome again changes nothing. */
  readonly conclude: (id: BillingTransactionId, outcome: "succeeded" | "failed") => Effect.Effect<void>
  /** Books money that arrived for an announced payment which had failed, as another `wallet_top_up`. */
  readonly topUpLate: (movement: AccountMovement) => Effect.Effect<BillingTransactionId, WalletReferenceConflict>
  /**
   * Books a refund or chargeback (negative), or its reversal (positive), regardless of the credit limit, as a
   * `wallet_top_up`.
   */
  readonly takeBack: (movement: AccountMovement) => Effect.Effect<BillingTransactionId, WalletReferenceConflict>
  /**
   * Sets money aside that a payment provider is to give back, as a pending `wallet_top_up` with a negative price. The
   * balance without the credit limit has to cover it, unless it is `forced`. `amount` is above zero; a reference that was
   * booked before is a defect.
   */
  readonly holdReturn: (
    movement: AccountMovement,
    forced: boolean
  ) => Effect.Effect<BillingTransactionId, InsufficientFunds>
  /** Takes held money, or returns it to the balance. The same outcome again changes nothing. */
  readonly concludeReturn: (id: BillingTransactionId, outcome: "succeeded" | "failed") => Effect.Effect<void>
  /** The `wallet_top_up` of a payer with this reference. */
  readonly topUpOf: (payer: OrganizationId, reference: string) => Effect.Effect<Option.Option<StoredTransaction>>
  /** Balance of an organization, without its credit limit. None if its parent pays. */
  readonly balance: (organization: OrganizationId) => Effect.Effect<Option.Option<Money.Money>>
  /** Ledgers whose balances differ from the sum of their entries. Empty unless the tables were edited by hand. */
  readonly audit: Effect.Effect<ReadonlyArray<LedgerKey>>
}>()("@namewright/core/billing/Wallets") {
  static readonly layer = Layer.effect(
    Wallets,
    Effect.gen(function*() {
      const parties = yield* BillingParties
      const directory = yield* OrganizationDirectory
      const transactions = yield* BillingTransactionStore
      const ledger = yield* LedgerStore
      const transaction = yield* Transaction
      const books = yield* bookkeeper
      const log = yield* makeObjectLog
      const returns = yield* makeHeldReturns
      const { keptParty, settlePending } = yield* makePendingMovements

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

      /** Books a movement, or returns the transaction of an earlier booking of the same one. */
      const book = (party: BillingParty, movement: WalletMovement, kind: MovementKind) =>
        transaction.atomically(Effect.gen(function*() {
          yield* OrganizationScope.keep(directory, movement.organization_id)
          return yield* post(party, Option.some(party), movement, kind)
        }))

      /** Books a movement on an account. Nobody is notified without a party, after the deletion of the organization. */
      const post = Effect.fnUntraced(function*(
        account: LedgerKey,
        party: Option.Option<BillingParty>,
        movement: WalletMovement,
        kind: MovementKind
      ) {
        const { action, announced, postings, step } = kinds[kind]
        const done = yield* completed(movement, account, action)
        const { billing_transaction_id, currency, payer_id } = done
        if (!(yield* transactions.insert(done))) return yield* earlier(done, movement)
        yield* log.record(transactionBooked(done))
        yield* transaction.afterCommit(countStep(step, done))
        const entry = { billing_transaction_id, step, payer_id, currency, postings: postings(movement.amount) }
        if (Option.isNone(party)) {
          yield* ledger.post(entry, unlimited, yield* Instant.now)
          return billing_transaction_id
        }
        const limit = kind === "takenBack" ? unlimited : party.value.credit_limit
        const { balance } = yield* books.post(entry, party.value, limit)
        if (movement.amount > 0) {
          const text = (amount: number) => `${Money.toDecimal(amount)} ${currency}`
          yield* books.notify(payer_id, `${text(movement.amount)} were ${announced}; the balance is ${text(balance)}`)
        }
        return billing_transaction_id
      })

      /** Books a movement on the account of an announced payment. It is never refused for lack of funds. */
      const bookLater = (movement: AccountMovement, kind: "topUp" | "takenBack") =>
        transaction.atomically(Effect.gen(function*() {
          const { billing_transaction_id, organization_id } = movement
          // Only an organization with its own account has announced payments.
          const announced = yield* transactions.find({ payer_id: organization_id }, billing_transaction_id)
          const party = yield* keptParty(organization_id)
          return yield* post(Option.getOrThrow(announced), party, movement, kind).pipe(
            Effect.catchTag("InsufficientFunds", Effect.die)
          )
        }))

      const announce = Effect.fn("Wallets.announce")(function*(movement: WalletMovement) {
        const party = yield* payerFor(movement, movement.amount > 0)
        return yield* transaction.atomically(Effect.gen(function*() {
          yield* OrganizationScope.keep(directory, movement.organization_id)
          const pending = yield* expected(movement, party)
          if (!(yield* transactions.insert(pending))) return yield* earlier(pending, movement)
          yield* log.record(transactionBooked(pending))
          return pending.billing_transaction_id
        }))
      })

      const conclude = Effect.fn("Wallets.conclude")((
        id: BillingTransactionId,
        outcome: "succeeded" | "failed"
      ) =>
        transaction.atomically(Effect.gen(function*() {
          const settled = yield* settlePending(id, outcome)
          if (Option.isNone(settled) || outcome === "failed") return
          const { amount, currency, organization_id, payer_id } = settled.value
          const entry = {
            billing_transaction_id: id,
            step: "top_up",
            payer_id,
            currency,
            postings: topUp(amount)
          } as const
          const party = yield* keptParty(organization_id)
          // Money also arrives for an organization that was deleted meanwhile, and an operator gives it back.
          if (Option.isNone(party)) return yield* Effect.asVoid(ledger.post(entry, Money.zero, yield* Instant.now))
          const { balance } = yield* Effect.orDie(books.post(entry, party.value))
          yield* transaction.afterCommit(countStep("top_up", settled.value))
          const text = (value: number) => `${Money.toDecimal(value)} ${currency}`
          yield* books.notify(payer_id, `${text(amount)} were added; the balance is ${text(balance)}`)
        }))
      )

      const earlier = Effect.fnUntraced(function*(done: StoredMovement, { reference }: WalletMovement) {
        const found = Option.getOrThrow(yield* transactions.findMovement(done.payer_id, done.action, reference))
        const { amount, billing_transaction_id, currency, organization_id, status } = found
        const isSame = amount === done.amount && currency === done.currency &&
          organization_id === done.organization_id && status === done.status
        return isSame ? billing_transaction_id : yield* new WalletReferenceConflict({
          reference,
          billing_transaction_id,
          amount: Money.toDecimal(Math.abs(amount)),
          currency,
          status
        })
      })

      return Wallets.of({
        topUp: Effect.fn("Wallets.topUp")(function*(movement) {
          const party = yield* payerFor(movement, movement.amount > 0)
          // A top-up is never refused for lack of funds.
          return yield* Effect.catchTag(
            book(party, movement, "topUp"),
            "InsufficientFunds",
            Effect.die
          )
        }),
        adjust: Effect.fn("Wallets.adjust")(function*(movement) {
          const party = yield* payerFor(movement, movement.amount !== 0)
          return yield* book(party, movement, "adjustment")
        }),
        announce,
        conclude,
        topUpLate: Effect.fn("Wallets.topUpLate")((movement) => bookLater(movement, "topUp")),
        takeBack: Effect.fn("Wallets.takeBack")((movement) => bookLater(movement, "takenBack")),
        ...returns,
        topUpOf: (payer, reference) => transactions.findMovement(payer, "wallet_top_up", reference),
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

type MovementKind = "topUp" | "adjustment" | "takenBack"

/** Records of each kind of movement. A credit is a refunded service fee. */
const kinds = {
  topUp: { action: "wallet_top_up", step: "top_up", postings: topUp, announced: "added" },
  takenBack: { action: "wallet_top_up", step: "return", postings: topUp, announced: "credited again" },
  adjustment: { action: "service_fee", step: "adjust", postings: adjustment, announced: "credited" }
} as const satisfies Record<MovementKind, object>
