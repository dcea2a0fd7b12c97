import { DateTime, Effect, Schema } from "effect"
import { ledgerAccounts, type LedgerKey, noPostings, type Postings } from "../billing/index.ts"
import { type Day, Instant, Money, OrganizationId } from "../shared/index.ts"
import { money } from "./chargeChecks.ts"
import type { DayCheck } from "./DayCheck.ts"
import { lastEndedDay } from "./dueDays.ts"
import type { Difference } from "./Finding.ts"
import { type LedgerBalances, type LedgerSum, LedgerSums } from "./LedgerSums.ts"

/** Name of the check of ledgers, which the rounds run once for each ended day. */
export const ledgerCheck = "ledgers"

/** Age at which a stored sum is counted from the first entry again. */
const countedEvery = { days: 30 }

/** Transactions of one statement that counts a ledger. */
const transactionsPerPart = 10_000

/** Steps of one page. A step is one statement that counts a ledger, or that compares some of them. */
const stepsPerPage = 50

/** Ledgers of one statement that selects ledgers to count, or compares balances. */
const ledgersPerRead = 100

const Key = Schema.Struct({ payer_id: OrganizationId, currency: Money.Currency })

const Sums = Schema.Struct({
  wallet: Money.MinorUnits,
  reserved: Money.MinorUnits,
  revenue: Money.MinorUnits,
  tax: Money.MinorUnits,
  cash: Money.MinorUnits,
  adjustments: Money.MinorUnits
})

/** Position of an unfinished check. */
const LedgerPosition = Schema.Struct({
  /** First ledgers that are due are counted, and then all are compared. */
  phase: Schema.Literals(["count", "compare"]),
  /** The last ledger that was compared; null before the first. */
  after: Schema.NullOr(Key),
  /** True once every ledger was compared. */
  is_read: Schema.Boolean,
  /** Ledgers to count, because they are due or differ from their stored sums. */
  queue: Schema.Array(Key),
  /** Sum of the entries up to `last` of the ledger that is being counted. */
  counting: Schema.NullOr(
    Schema.Struct({
      ...Key.fields,
      sums: Sums,
      last: Schema.NullOr(Instant.Instant),
      counted_on: Instant.Instant
    })
  )
})
type LedgerPosition = typeof LedgerPosition.Type

const PositionText = Schema.fromJsonString(LedgerPosition)

const beginning: LedgerPosition = { phase: "count", after: null, is_read: false, queue: [], counting: null }

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
    provider: null,
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

  /** Sums the next entries of a ledger. At the end stores the sum, and reports a ledger that differs from it. */
  const count = Effect.fnUntraced(function*(
    position: LedgerPosition,
    { counted_on, currency, last, payer_id, sums }: NonNullable<LedgerPosition["counting"]>,
    until: Instant.Instant
  ) {
    const part = yield* ledgers.part({ payer_id, currency }, last, until, transactionsPerPart)
    const counted = { payer_id, currency, counted_on, sums: plus(sums, part.sums) }
    if (part.last !== null) return { position: { ...position, counting: { ...counted, last: part.last } }, found: [] }
    const sum: LedgerSum = { ...counted, before: until }
    yield* ledgers.put([sum])
    const wrong = position.phase === "compare" ? yield* unequal([sum], until) : []
    return { position: { ...position, counting: null }, found: wrong.map((one) => differenceOf(one.sum, one.read)) }
  })

  /** The next ledgers to count before the comparison. */
  const due = Effect.fnUntraced(function*(position: LedgerPosition, started_on: Instant.Instant) {
    const found = yield* ledgers.uncounted(DateTime.subtract(started_on, countedEvery), ledgersPerRead)
    const queue = found.map(({ currency, payer_id }) => ({ payer_id, currency }))
    return queue.length === 0 ? { ...position, phase: "compare" as const } : { ...position, queue }
  })

  /** Compares the next ledgers with their stored sums. */
  const compare = Effect.fnUntraced(function*(position: LedgerPosition, until: Instant.Instant) {
    const page = yield* ledgers.next(position.after, ledgersPerRead)
    const groups = Map.groupBy(page, ({ before }) => before.epochMilliseconds)
    const suspected = yield* Effect.forEach([...groups.values()], (group) => unequal(group, until))
    const queue = suspected.flat().map(({ sum: { currency, payer_id } }) => ({ payer_id, currency }))
    const last = page.at(-1)
    const after = last === undefined ? position.after : { payer_id: last.payer_id, currency: last.currency }
    return { ...position, queue, after, is_read: page.length < ledgersPerRead }
  })

  /** Work of one statement or a few; null if none is left. */
  const step = Effect.fnUntraced(function*(position: LedgerPosition, started_on: Instant.Instant) {
    const { counting, is_read, phase, queue: [next, ...queue] } = position
    // All entries before this time are committed, as far as clocks agree.
    const until = endOf(lastEndedDay(started_on))
    if (counting !== null) return yield* count(position, counting, until)
    if (next !== undefined) {
      const begun = { ...next, sums: noPostings, last: null, counted_on: yield* Instant.now }
      return { position: { ...position, queue, counting: begun }, found: [] }
    }
    if (phase === "count") return { position: yield* due(position, started_on), found: [] }
    return is_read ? null : { position: yield* compare(position, until), found: [] }
  })

  const check: DayCheck = {
    name: ledgerCheck,
    kinds: ["ledger_balance"],
    page: Effect.fnUntraced(function*({ started_on }, text) {
      let position: LedgerPosition = text === null
        ? beginning
        : yield* Effect.orDie(Schema.decodeEffect(PositionText)(text))
      const differences: Array<Difference> = []
      for (let steps = 0; steps < stepsPerPage; steps++) {
        const done: { position: LedgerPosition; found: ReadonlyArray<Difference> } | null = yield* step(
          position,
          started_on
        )
        if (done === null) return { differences, unchecked: [], next: null }
        position = done.position
        differences.push(...done.found)
      }
      return { differences, unchecked: [], next: Schema.encodeSync(PositionText)(position) }
    })
  }
  return check
})

const endOf = (day: Day): Instant.Instant => DateTime.add(DateTime.makeUnsafe(`${day}T00:00:00Z`), { days: 1 })
