import { DateTime, Effect, Option } from "effect"
import {
  type PaymentClient,
  PaymentProvider,
  type PaymentUncertain,
  type ProviderPayment,
  simulatedProvider
} from "../payments/index.ts"
import { Instant, Money } from "../shared/index.ts"
import { money } from "./chargeChecks.ts"
import { DayRecords, type PaymentRecord, type TimeRange } from "./DayRecords.ts"
import { type CheckResult, type Difference, differencesPerCheck, type FindingKind } from "./Finding.ts"

/** Payments of one read. */
const paymentsPerRead = 500

/** Maximum pages of the provider's list per run. */
const listedParts = 1000

const stateText = (state: ProviderPayment | undefined): string =>
  state === undefined
    ? "no payment at the provider"
    : `${state.status} at the provider: ${Money.toDecimal(state.amount)} ${state.currency}`

/** Difference between a payment, its top-up and the provider's state; undefined if the provider was not asked. */
export const paymentDifference = (
  payment: PaymentRecord,
  state: Option.Option<ProviderPayment> | undefined
): Difference | undefined => {
  const { amount, currency, organization_id, payment_id, status, topped_up } = payment
  const known = state === undefined ? undefined : Option.getOrUndefined(state)
  const isPaid = state === undefined ? status === "succeeded" : known?.status === "succeeded"
  const isSame = state === undefined || (known?.amount === amount && known.currency === currency)
  const common = { object_id: payment_id, organization_id }
  const topUp = `a top-up of ${money(amount, currency)}`
  const found = state === undefined ? `a ${status} payment` : stateText(known)
  if (topped_up) {
    return isPaid && isSame
      ? undefined
      : {
        ...common,
        kind: "top_up_without_payment",
        expected: `a succeeded payment of ${money(amount, currency)}`,
        found
      }
  }
  return isPaid || status === "succeeded"
    ? { ...common, kind: "payment_without_top_up", expected: topUp, found: `${found}, without a top-up` }
    : undefined
}

/** Time after which a look-up that is due counts as missed. */
const missedAfter = { hours: 1 }

/** True if the platform will look up the payment at the provider itself, and book what it finds. */
const isWaiting = ({ failure, next_check_on, status }: PaymentRecord, now: Instant.Instant): boolean =>
  status === "pending" && failure === null && next_check_on !== null
  && !Instant.hasPassed(DateTime.add(next_check_on, missedAfter), now)

const isOf = (client: Option.Option<PaymentClient>, { provider }: PaymentRecord): boolean =>
  Option.isSome(client) && client.value.name === provider

/**
 * Kinds that can be checked completely. Only a provider's list shows that it has no payment that the platform does not know,
 * and the simulated provider lists none.
 */
const checkable = (client: Option.Option<PaymentClient>): ReadonlyArray<FindingKind> =>
  Option.match(client, {
    onNone: () => [],
    onSome: ({ name }) =>
      name === simulatedProvider ? ["top_up_without_payment"] : ["payment_without_top_up", "top_up_without_payment"]
  })

/** Money at the provider for an order that the platform does not have. */
const unknownPayment = (id: string, state: ProviderPayment): Difference => ({
  kind: "payment_without_top_up",
  object_id: id,
  organization_id: null,
  expected: "a payment of the platform",
  found: stateText(state)
})

/** Every payment that the provider lists in a range, by the platform's id. None if the list has too many parts. */
const listed = Effect.fnUntraced(function*(client: PaymentClient, { before, from }: TimeRange) {
  const states = new Map<string, ProviderPayment>()
  const window = { from: DateTime.toDateUtc(from), to: DateTime.toDateUtc(before) }
  let cursor: string | null = null
  for (let part = 0; part < listedParts; part++) {
    const { next, payments }: { next: string | null; payments: ReadonlyArray<ProviderPayment> } = yield* client.list({
      ...window,
      cursor
    })
    for (const payment of payments) if (payment.payment_id !== null) states.set(payment.payment_id, payment)
    if (next === null) return Option.some(states)
    cursor = next
  }
  return Option.none<Map<string, ProviderPayment>>()
})

/** State of a payment that the list does not contain: it may have been ordered again on a later day. */
const lookedUp = (client: PaymentClient, payment: PaymentRecord) =>
  client.find({
    payment_id: payment.payment_id,
    provider_payment_id: payment.provider_payment_id,
    amount: payment.amount,
    currency: payment.currency,
    created_on: DateTime.toDateUtc(payment.created_on),
    return_url: payment.return_url
  })

/** Check of payments against their top-ups and the provider. */
export const makePaymentCheck = Effect.gen(function*() {
  const records = yield* DayRecords
  const provider = yield* PaymentProvider

  const stateOf = Effect.fnUntraced(function*(
    client: Option.Option<PaymentClient>,
    states: ReadonlyMap<string, ProviderPayment>,
    payment: PaymentRecord
  ) {
    if (Option.isNone(client) || !isOf(client, payment)) return undefined
    const state = states.get(payment.payment_id)
    if (state !== undefined) return Option.some(state)
    // A payment without money here that the provider does not list either needs no call.
    if (!payment.topped_up && payment.status !== "succeeded") return undefined
    return yield* lookedUp(client.value, payment)
  })

  /**
   * Difference of a payment. The list was read before the payment, so a state of the list that differs from the payment may
   * be an older one: the provider is asked again.
   */
  const differenceOf = Effect.fnUntraced(function*(
    client: Option.Option<PaymentClient>,
    states: ReadonlyMap<string, ProviderPayment>,
    payment: PaymentRecord
  ) {
    if (isWaiting(payment, yield* Instant.now)) return undefined
    const first = paymentDifference(payment, yield* stateOf(client, states, payment))
    if (first === undefined || Option.isNone(client) || !isOf(client, payment)) return first
    return paymentDifference(payment, yield* lookedUp(client.value, payment))
  })

  const ofPlatform = Effect.fnUntraced(function*(
    day: TimeRange,
    client: Option.Option<PaymentClient>,
    states: ReadonlyMap<string, ProviderPayment>
  ) {
    const differences: Array<Difference> = []
    // Without the provider of a payment, a difference that an earlier run found is not resolved.
    let isComplete = true
    let after: PaymentRecord | null = null
    for (;;) {
      const payments: ReadonlyArray<PaymentRecord> = yield* records.payments(day, after, paymentsPerRead)
      for (const payment of payments) {
        if (!isOf(client, payment)) isComplete = false
        const difference = yield* differenceOf(client, states, payment)
        if (difference !== undefined) differences.push(difference)
      }
      after = payments.at(-1) ?? null
      if (payments.length < paymentsPerRead || differences.length >= differencesPerCheck) {
        return { differences, isComplete }
      }
    }
  })

  const ofProvider = Effect.fnUntraced(function*(states: ReadonlyMap<string, ProviderPayment>) {
    const paid = [...states].filter(([, { status }]) => status === "succeeded")
    const known: ReadonlySet<string> = yield* records.knownPayments(paid.map(([id]) => id))
    return paid.flatMap(([id, state]) => known.has(id) ? [] : [unknownPayment(id, state)])
  })

  const compared = Effect.fnUntraced(function*(
    day: TimeRange
  ): Effect.fn.Return<CheckResult, PaymentUncertain> {
    const states = Option.isSome(provider)
      ? yield* listed(provider.value, day)
      : Option.some(new Map<string, ProviderPayment>())
    if (Option.isNone(states)) {
      yield* Effect.logWarning("The provider lists too many payments of a day")
      return unchecked
    }
    const { differences, isComplete } = yield* ofPlatform(day, provider, states.value)
    const all = [...differences, ...yield* ofProvider(states.value)]
    return {
      complete: isComplete && all.length < differencesPerCheck ? checkable(provider) : [],
      differences: all.slice(0, differencesPerCheck)
    }
  })

  return (day: TimeRange): Effect.Effect<CheckResult> =>
    Effect.catchTag(
      compared(day),
      "PaymentUncertain",
      ({ cause }) =>
        Effect.as(Effect.logWarning("The payments of a day could not be compared with the provider", cause), unchecked)
    )
})

const unchecked: CheckResult = { complete: [], differences: [] }
