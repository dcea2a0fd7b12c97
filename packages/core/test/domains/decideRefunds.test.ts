import { assert, describe, it } from "@effect/vitest"
import { BillingTransactionId } from "@namewright/core/billing"
import { decideRefunds, type GraceCharge, type GracedDeletion } from "@namewright/core/domains"
import { type Instant, Money } from "@namewright/core/shared"
import { tldSpec } from "@namewright/core/tlds"
import { DateTime, Duration } from "effect"

const spec = tldSpec({ name: "generic", type: "gTLD", backend: "registry", roles: "R" })
const now = DateTime.makeUnsafe("2026-03-10T12:00:00Z")
const before = (days: number): Instant.Instant => DateTime.subtract(now, { hours: days * 24 })

/** Charge with an age in days and a registry fee in minor units. */
const charge = (operation: GraceCharge["operation"], days: number, cost: number | null = null): GraceCharge => ({
  billing_transaction_id: BillingTransactionId.make(
    `billing_transaction_01h455vb4pex5vsknk084sn0${operation.length}${String(days).replace(".", "z").slice(-1)}`
  ),
  operation,
  began_on: before(days),
  cost: cost === null ? null : { amount: Money.MinorUnits.make(cost), currency: "EUR" }
})

const euros = (amount: number): Money.Money => ({ amount: Money.MinorUnits.make(amount), currency: "EUR" })

/** Refunded charges, and the number of differences. */
const decided = (charges: ReadonlyArray<GraceCharge>, more: Partial<GracedDeletion> = {}) => {
  const { differences, refunded } = decideRefunds({
    charges,
    spec,
    looked_on: now,
    statuses: null,
    lag: Duration.zero,
    deletedBetween: { earliest: now, latest: now },
    credit: null,
    owes: false,
    ...more
  })
  return { refunded, differences: differences.length }
}

describe("The charges that a deletion refunds", () => {
  it("are those in their grace period if the registry shows nothing", () => {
    const [create, old, fresh] = [charge("create", 4), charge("renew", 6), charge("renew", 1)]
    assert.deepStrictEqual(decided([create, old, fresh]), { refunded: [create, fresh], differences: 0 })
    assert.deepStrictEqual(decided([charge("autoRenew", 44)]).refunded.length, 1)
    assert.deepStrictEqual(decided([charge("autoRenew", 45), charge("transfer", 5)]).refunded, [])
  })

  it("are not those whose grace period the registry does not show", () => {
    const [create, renewal] = [charge("create", 3), charge("renew", 2)]
    assert.deepStrictEqual(decided([create, renewal], { statuses: ["ok", "addPeriod"] }), {
      refunded: [create],
      differences: 1
    })
    assert.deepStrictEqual(decided([create, renewal], { statuses: ["addPeriod", "renewPeriod"] }), {
      refunded: [create, renewal],
      differences: 0
    })
  })

  it("are the newest of an operation whose grace period the registry still shows", () => {
    const [old, newer] = [charge("renew", 20), charge("renew", 7)]
    assert.deepStrictEqual(decided([old, newer], { statuses: ["renewPeriod"] }), { refunded: [newer], differences: 1 })
    const running = charge("renew", 2)
    assert.deepStrictEqual(decided([old, newer, running], { statuses: ["renewPeriod"] }), {
      refunded: [running],
      differences: 0
    })
  })

  it("follow the registry without an alert where its clock explains the difference", () => {
    const minute = 1 / 1440
    const ending = charge("renew", 5 - minute)
    assert.deepStrictEqual(decided([ending], { statuses: [] }), { refunded: [], differences: 0 })
    const ended = charge("renew", 5 + minute)
    assert.deepStrictEqual(decided([ended], { statuses: ["renewPeriod"] }), { refunded: [ended], differences: 0 })
  })

  it("are decided by time if the statuses may be older than the operation", () => {
    const fresh = charge("renew", 1 / 1440)
    assert.deepStrictEqual(decided([fresh], { statuses: ["ok"], lag: Duration.hours(1) }), {
      refunded: [fresh],
      differences: 0
    })
  })

  it("are refunded with an alert where the grace period ended while the deletion was unanswered", () => {
    const renewal = charge("renew", 4)
    assert.deepStrictEqual(
      decided([renewal], { deletedBetween: { earliest: now, latest: DateTime.add(now, { days: 2 }) } }),
      {
        refunded: [renewal],
        differences: 1
      }
    )
    const later = DateTime.add(now, { days: 2 })
    assert.deepStrictEqual(decided([renewal], { deletedBetween: { earliest: later, latest: later } }), {
      refunded: [],
      differences: 0
    })
  })

  it("agree with a credit of their cost", () => {
    const charges = [charge("create", 3, 1000), charge("renew", 2, 900)]
    assert.deepStrictEqual(decided(charges, { credit: euros(1900) }), { refunded: charges, differences: 0 })
  })

  it("are those that the registry's credit covers where it differs", () => {
    const [create, first, second] = [charge("create", 3, 1000), charge("renew", 2, 900), charge("renew", 1, 1800)]
    assert.deepStrictEqual(decided([create, first, second], { credit: euros(1800) }), {
      refunded: [second],
      differences: 1
    })
    assert.deepStrictEqual(decided([create, first, second], { credit: euros(1234) }), {
      refunded: [create, first, second],
      differences: 1
    })
    assert.deepStrictEqual(decided([create, first, second], { credit: euros(0) }), { refunded: [], differences: 1 })
  })

  it("include a charge without a registry fee, with any credit", () => {
    const [free, renewal] = [charge("create", 2, 0), charge("renew", 1, 900)]
    assert.deepStrictEqual(decided([free], { credit: euros(0) }), { refunded: [free], differences: 0 })
    assert.deepStrictEqual(decided([free, renewal], { credit: euros(0) }), { refunded: [free], differences: 1 })
    assert.deepStrictEqual(decided([free, renewal], { credit: euros(900) }), {
      refunded: [free, renewal],
      differences: 0
    })
    const larger = charge("transfer", 3, 1800)
    assert.deepStrictEqual(decided([free, larger, renewal], { credit: euros(1800) }), {
      refunded: [free, larger],
      differences: 1
    })
  })

  it("are the newest charge if no data explain the registry's credit", () => {
    const [old, newer] = [charge("renew", 40), charge("renew", 9)]
    assert.deepStrictEqual(decided([old, newer], { credit: euros(900) }), { refunded: [newer], differences: 1 })
    assert.deepStrictEqual(decided([], { credit: euros(900) }), { refunded: [], differences: 1 })
  })

  it("do not include an unpaid renewal, which the registry also credits", () => {
    assert.deepStrictEqual(decided([], { credit: euros(900), owes: true }), { refunded: [], differences: 0 })
    const renewal = charge("renew", 1, 900)
    assert.deepStrictEqual(decided([renewal], { credit: euros(1800), owes: true }), {
      refunded: [renewal],
      differences: 0
    })
  })

  it("cannot be compared with a credit where a cost is unknown or in another currency", () => {
    const charges = [charge("create", 3), charge("renew", 2, 900)]
    assert.deepStrictEqual(decided(charges, { credit: euros(900) }), { refunded: charges, differences: 0 })
    const dollars: Money.Money = { amount: Money.MinorUnits.make(900), currency: "USD" }
    const priced = [charge("renew", 2, 900)]
    assert.deepStrictEqual(decided(priced, { credit: dollars }), { refunded: priced, differences: 0 })
  })
})
