import { DateTime, Effect, Option } from "effect"
import {
  type PaymentClient,
  PaymentProvider,
  Payments,
  type ProviderPayment,
  simulatedProvider
} from "../payments/index.ts"
import { Instant } from "../shared/index.ts"
import { type CheckedDay, type DayCheck, makeDaySlices } from "./DayCheck.ts"
import { DayRecords, type PaymentRecord, type TimeRange } from "./DayRecords.ts"
import type { Difference, FindingKind } from "./Finding.ts"
import { otherSessions, ownSession, paymentDifference, unknownPayment } from "./paymentDifferences.ts"

/** Payments of one page. */
const paymentsPerPage = 500

/** Maximum calls of the provider's list in one page, of up to 100 payments each. */
const listedParts = 200

/** Name of the check of payments, which runs without the others every week. */
export const paymentCheck = "payments"

const kinds: ReadonlyArray<FindingKind> = ["payment_without_top_up", "top_up_without_payment", "returned_amount"]

/** Time after which a look-up that is due counts as missed. */
const missedAfter = { hours: 1 }

/** True if the platform will look up the payment at the provider itself, and book what it finds. */
const isWaiting = ({ failure, next_check_on, pending_refund, status }: PaymentRecord, now: Instant.Instant): boolean =>
  (status === "pending" || pending_refund !== null) && failure === null && next_check_on !== null
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
    onSome: ({ name }) => [
      ...(name === simulatedProvider ? [] : ["payment_without_top_up"] as const),
      "top_up_without_payment",
      "returned_amount"
    ]
  })

/** Sessions that a provider lists, by the platform's id. */
type Sessions = ReadonlyMap<string, ReadonlyArray<ProviderPayment>>

/** Every session that the provider lists in a slice of a day. None if the list has too many parts. */
const listed = Effect.fnUntraced(function*(client: PaymentClient, { before, from }: TimeRange) {
  const sessions = new Map<string, Array<ProviderPayment>>()
  const window = { from: DateTime.toDateUtc(from), to: DateTime.toDateUtc(before) }
  let cursor: string | null = null
  for (let part = 0; part < listedParts; part++) {
    const { next, payments }: { next: string | null; payments: ReadonlyArray<ProviderPayment> } = yield* client.list({
      ...window,
      cursor
    })
    for (const payment of payments) {
      if (payment.payment_id === null) continue
      sessions.set(payment.payment_id, [...sessions.get(payment.payment_id) ?? [], payment])
    }
    if (next === null) return Option.some<Sessions>(sessions)
    cursor = next
  }
  return Option.none<Sessions>()
})

/** State of a payment that the list does not contain: it may have been ordered again on a later day. */
const lookedUp = (client: PaymentClient, payment: PaymentRecord) =>
  client.find({
    payment_id: payment.payment_id,
    provider_payment_id: payment.provider_payment_id,
    amount: payment.amount,
    currency: payment.currency,
    created_on: DateTime.toDateUtc(payment.created_on),
    return_url: payment.return_url,
    returned: payment.returned_amount,
    refund: null
  })

/** Check of payments against their top-ups and the provider. */
export const makePaymentCheck = Effect.gen(function*() {
  const records = yield* DayRecords
  const provider = yield* PaymentProvider
  const { check: lookUp } = yield* Payments
  const sliceOf = yield* makeDaySlices

  const stateOf = Effect.fnUntraced(function*(
    client: Option.Option<PaymentClient>,
    sessions: Sessions,
    payment: PaymentRecord
  ) {
    if (Option.isNone(client) || !isOf(client, payment)) return undefined
    const state = ownSession(payment, sessions.get(payment.payment_id) ?? [])
    if (state !== undefined) return Option.some(state)
    // A payment without money here that the provider does not list either needs no call.
    if (!payment.topped_up && payment.status !== "succeeded") return undefined
    return yield* lookedUp(client.value, payment)
  })

  /** Looks a payment up as its notice would have done, which books what was returned. */
  const bookReturn = Effect.fnUntraced(
    function*(payment: PaymentRecord) {
      const { returned_amount } = yield* lookUp(payment.payment_id)
      if (returned_amount !== payment.returned_amount) {
        yield* Effect.logWarning(`A refund or chargeback of ${payment.payment_id} was booked without a notice`)
      }
      return { ...payment, returned_amount }
    },
    (work, payment) =>
      Effect.catchCause(
        work,
        (cause) =>
          Effect.as(
            Effect.logError(`The refund or chargeback of ${payment.payment_id} could not be booked`, cause),
            payment
          )
      )
  )

  /**
   * Difference of a payment. The list was read before the payment, so a state of the list that differs from the payment may
   * be an older one: the provider is asked again.
   */
  const differenceOf = Effect.fnUntraced(function*(
    client: Option.Option<PaymentClient>,
    sessions: Sessions,
    payment: PaymentRecord
  ) {
    if (isWaiting(payment, yield* Instant.now)) return undefined
    const first = paymentDifference(payment, yield* stateOf(client, sessions, payment))
    if (first === undefined || Option.isNone(client) || !isOf(client, payment)) return first
    const current = first.kind === "returned_amount" ? yield* bookReturn(payment) : payment
    return paymentDifference(current, yield* lookedUp(client.value, current))
  })

  const ofPlatform = Effect.fnUntraced(function*(
    payments: ReadonlyArray<PaymentRecord>,
    client: Option.Option<PaymentClient>,
    sessions: Sessions
  ) {
    const differences = yield* Effect.forEach(payments, (payment) => differenceOf(client, sessions, payment))
    return differences.filter((difference) => difference !== undefined)
  })

  /**
   * Difference of a payment that the provider lists in another slice than the platform, such as one around midnight. With
   * money on this side it is compared in the platform's slice.
   */
  const ofOtherSlice = (
    { before, from }: TimeRange,
    client: Option.Option<PaymentClient>,
    sessions: Sessions,
    payment: PaymentRecord
  ) => {
    const { created_on, status, topped_up } = payment
    const isOfSlice = DateTime.isGreaterThanOrEqualTo(created_on, from) && DateTime.isLessThan(created_on, before)
    return isOfSlice || topped_up || status === "succeeded"
      ? Effect.undefined
      : differenceOf(client, sessions, payment)
  }

  /** Money at the provider that is compared with no payment of the slice. */
  const ofProvider = Effect.fnUntraced(function*(slice: TimeRange, client: PaymentClient, sessions: Sessions) {
    const paid = [...sessions].filter(([, some]) => some.some(({ status }) => status === "succeeded"))
    const known = new Map<string, PaymentRecord>(
      (yield* records.paymentsById(paid.map(([id]) => id))).map((payment) => [payment.payment_id, payment])
    )
    const differences: Array<Difference> = []
    for (const [id, some] of paid) {
      const payment = known.get(id)
      if (payment === undefined) {
        differences.push(...some.slice(0, 1).map((state) => unknownPayment(client.name, id, state)))
      } else {
        const difference = yield* ofOtherSlice(slice, Option.some(client), sessions, payment)
        differences.push(...(difference === undefined ? [] : [difference]), ...otherSessions(payment, some))
      }
    }
    return differences
  })

  const page = Effect.fnUntraced(function*({ range }: CheckedDay, position: string | null) {
    const { next, slice } = yield* sliceOf("payments", paymentsPerPage, range, position)
    const sessions = Option.isSome(provider) ? yield* listed(provider.value, slice) : Option.some<Sessions>(new Map())
    if (Option.isNone(sessions)) {
      yield* Effect.logWarning("The provider lists too many payments of a day")
      return { differences: [], unchecked: kinds, next }
    }
    const payments = yield* records.payments(slice)
    // Without the provider of a payment, a difference that an earlier run found is not resolved.
    const isComplete = payments.every((payment) => isOf(provider, payment))
    const complete = isComplete ? checkable(provider) : []
    return {
      differences: [
        ...yield* ofPlatform(payments, provider, sessions.value),
        ...(Option.isSome(provider) ? yield* ofProvider(slice, provider.value, sessions.value) : [])
      ],
      unchecked: kinds.filter((kind) => !complete.includes(kind)),
      next
    }
  })

  const check: DayCheck = { name: paymentCheck, kinds, page }
  return check
})
