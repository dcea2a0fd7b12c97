import { DateTime, Effect } from "effect"
import { ledgerAccounts, type LedgerKey, noPostings, type Postings } from "../billing/index.ts"
import { Instant, Money } from "../shared/index.ts"
import { money } from "./chargeChecks.ts"
import { type CheckResult, type Difference, differencesPerCheck } from "./Finding.ts"
import { type LedgerBalances, type LedgerSum, LedgerSums } from "./LedgerSums.ts"

/** Age at which a stored sum is counted from the first entry again. */
const countedEvery = { days: 30 }

/** Transactions of one statement that counts a ledger. */
const transactionsPerPart = 10_000

/** Work of one run on counting: statements, and ledgers. The other ledgers wait for the next run. */
const partsPerRun = 10_000
const countedPerRun = 5_000

/** Ledgers of one statement that compares balances. */
const ledgersPerRead = 100

const eachAccount = (of: (account: keyof Postings) => number): Postings => ({
  ...noPostings,
  ...Object.fromEntries(ledgerAccounts.map((account) => [account, Money.MinorUnits.make(of(account))]))
})

const plus = (a: Postings, b: Postings): Postings => eachAccount((account) => a[account] + b[account])

const keyOf = ({ currency, payer_id }: LedgerKey): string => `${payer_id} ${currency}`

/** Accounts of which the balance is not the sum of the entries. */
const wrongAccounts = ({ sums }: LedgerSum, { balances, recent }: LedgerBalances) =>
  ledgerAccounts.filter((account) => balances[account] !== sums[account] + recent[account])

const differenceOf = (sum: LedgerSum, read: LedgerBalances): Difference => {
  const listed = (amounts: Postings) =>
    wrongAccounts(sum, read).map((account) => `${account} ${money(amounts[account], sum.currency)}`).join(", ")
  return {
    kind: "ledger_balance",
    object_id: keyOf(sum),
    organization_id: sum.payer_id,
    expected: listed(plus(sum.sums, read.recent)),
    found: listed(read.balances)
  }
}

/**
 * Check of balances against the entries of the ledger. A run reads the entries since the sums that earlier runs stored. A
 * ledger that differs is counted from its first entry before it is reported, because an entry may have been committed
 * after the sum of its time was stored.
 */
export const makeLedgerCheck = Effect.gen(function*() {
  const ledgers = yield* LedgerSums

  /** Sums the entries of a ledger before a time from the first one, and stores the sum. */
  const count = Effect.fnUntraced(function*({ currency, payer_id }: LedgerKey, before: Instant.Instant) {
    const counted_on = yield* Instant.now
    let sums = noPostings
    let parts = 0
    let last: Instant.Instant | null = null
    do {
      const part = yield* Effect.suspend(() => ledgers.part({ payer_id, currency }, last, before, transactionsPerPart))
      sums = plus(sums, part.sums)
      last = part.last
      parts++
    } while (last !== null)
    const sum: LedgerSum = { payer_id, currency, before, sums, counted_on }
    yield* ledgers.put([sum])
    return { sum, parts }
  })

  /** Counts ledgers that are due. False if some without a sum are left. */
  const countDue = Effect.fnUntraced(function*(until: Instant.Instant) {
    const limit = DateTime.subtract(yield* Instant.now, countedEvery)
    const due = yield* ledgers.uncounted(limit, countedPerRun)
    let parts = 0
    for (const [index, ledger] of due.entries()) {
      if (parts >= partsPerRun) return !due.slice(index).some(({ is_new }) => is_new)
      parts += (yield* count(ledger, until)).parts
    }
    return due.length < countedPerRun || due.at(-1)?.is_new !== true
  })

  /** Compares ledgers whose sums end at the same time, stores the sums of those that agree, and returns the others. */
  const unequal = Effect.fnUntraced(function*(sums: ReadonlyArray<LedgerSum>, until: Instant.Instant) {
    const [first] = sums
    if (first === undefined) return []
    const end = DateTime.max(first.before, until)
    const read = new Map(
      (yield* ledgers.balances(sums, first.before, end)).map((balances) => [keyOf(balances), balances])
    )
    const compared = sums.map((sum) => {
      const missing = { ...sum, balances: noPostings, recent: noPostings, ended: noPostings }
      return { sum, read: read.get(keyOf(sum)) ?? missing }
    })
    const equal = compared.filter((one) => wrongAccounts(one.sum, one.read).length === 0)
    if (DateTime.isLessThan(first.before, end)) {
      yield* ledgers.put(equal.map((one) => ({ ...one.sum, before: end, sums: plus(one.sum.sums, one.read.ended) })))
    }
    return compared.filter((one) => wrongAccounts(one.sum, one.read).length > 0)
  })

  /** Difference of a ledger that was counted from its first entry; none if only the stored sum was wrong. */
  const confirmed = Effect.fnUntraced(function*(ledger: LedgerKey, until: Instant.Instant) {
    const { sum } = yield* count(ledger, until)
    return (yield* unequal([sum], until)).map((one) => differenceOf(one.sum, one.read))
  })

  const differencesOf = Effect.fnUntraced(function*(page: ReadonlyArray<LedgerSum>, until: Instant.Instant) {
    const groups = Map.groupBy(page, ({ before }) => before.epochMilliseconds)
    const suspected = yield* Effect.forEach([...groups.values()], (group) => unequal(group, until))
    return (yield* Effect.forEach(suspected.flat(), ({ sum }) => confirmed(sum, until))).flat()
  })

  /** `until` is a time before which all entries are committed, as far as clocks agree. */
  return Effect.fnUntraced(function*(until: Instant.Instant): Effect.fn.Return<CheckResult> {
    const isCounted = yield* countDue(until)
    const differences: Array<Difference> = []
    let after: LedgerSum | null = null
    for (;;) {
      const page: ReadonlyArray<LedgerSum> = yield* ledgers.next(after, ledgersPerRead)
      differences.push(...yield* differencesOf(page, until))
      after = page.at(-1) ?? null
      if (page.length < ledgersPerRead || differences.length >= differencesPerCheck) break
    }
    const isComplete = isCounted && differences.length < differencesPerCheck
    return { complete: isComplete ? ["ledger_balance"] : [], differences: differences.slice(0, differencesPerCheck) }
  })
})
