import { assert, it } from "@effect/vitest"
import {
  allows,
  attemptFailed,
  AuthorityFailed,
  type Certificate,
  CertificateId,
  intended,
  issued,
  newCertificate,
  type OrderChange,
  type OrderLimit,
  orderTransitions,
  placed,
  renewalIn,
  standardRenewal,
  type StoredAccount,
  takeOrder
} from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { withTimeLimit } from "../../src/certificates/withTimeLimit.ts"

const start = DateTime.makeUnsafe("2030-01-01T00:00:00Z")
const later = (seconds: number) => DateTime.add(start, { seconds })

const certificate = newCertificate({
  certificate_id: CertificateId.make("certificate_01arz3ndektsv4rrffq69g5fav"),
  names: [Hostname.make("a.example")],
  organization_id: null,
  now: start
})

const chain = { chain: "chain", valid_from: start, expires_on: later(90 * 86_400), renewal_id: null }

const changed: Record<OrderChange, (before: Certificate, step: number) => Certificate> = {
  intend: (before, step) => intended(before, { authority: "one", sealed_key: `key ${step}`, now: later(step) }),
  place: (before, step) => placed(before, `https://one.example/${step}`, later(step)),
  issue: (before, step) => issued(before, chain, later(step)),
  fail: (before, step) =>
    attemptFailed(before, new AuthorityFailed({ reason: "refused", message: "No" }), 1, later(step))
}

const wholeNumber = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("Orders of certificates", () => {
  const changes = Schema.Array(Schema.Literals(["intend", "place", "issue", "fail"]))

  it.prop(
    "serve the key that was ordered, and keep an issued certificate through the next order",
    [changes],
    ([made]) => {
      let current = certificate
      made.forEach((change, step) => {
        if (!allows(current, change)) return
        const before = current
        current = changed[change](before, step)
        assert.strictEqual(current.order_step, orderTransitions[change].to)
        assert.strictEqual(current.order_step === "none", current.order_sealed_key === null)
        assert.strictEqual(current.order_step === "placed", current.order_url !== null)
        const { chain: kept, sealed_key } = change === "issue"
          ? { chain: chain.chain, sealed_key: before.order_sealed_key }
          : before
        assert.deepInclude(current, { chain: kept, sealed_key })
      })
    }
  )

  it("whose outcome is unknown are kept, unless another authority follows", () => {
    const order = placed(intended(certificate, { authority: "one", sealed_key: "key", now: start }), "url", start)
    const silent = new AuthorityFailed({ reason: "unavailable", message: "No answer" })
    const failures = (count: number, authorities: number) =>
      Array.from({ length: count }).reduce<Certificate>(
        (before) => attemptFailed(before, silent, authorities, start),
        order
      )
    assert.strictEqual(failures(7, 1).order_url, "url")
    assert.strictEqual(failures(2, 2).order_url, "url")
    assert.strictEqual(failures(3, 2).order_url, null)
    assert.deepStrictEqual(failures(3, 2).due_on, start)
    assert.isTrue(DateTime.isGreaterThan(failures(6, 2).due_on, start))
  })
})

describe("Renewals", () => {
  it("are due after two thirds of any validity", () => {
    assert.deepStrictEqual(standardRenewal({ valid_from: start, expires_on: later(90) }), later(60))
    assert.deepStrictEqual(standardRenewal({ valid_from: start, expires_on: later(6 * 86_400) }), later(4 * 86_400))
  })

  it("have no time before one is chosen in a window, if the authority has renewal information", () => {
    const order = placed(intended(certificate, { authority: "one", sealed_key: "key", now: start }), "url", start)
    assert.deepInclude(issued(order, chain, later(60)), { renew_on: later(60 * 86_400), due_on: later(60 * 86_400) })
    assert.deepInclude(issued(order, { ...chain, renewal_id: "id" }, later(60)), { renew_on: null, due_on: later(60) })
  })

  it.prop(
    "are due at a time in the window, which is kept while the window contains it",
    [wholeNumber(0, 1e6), wholeNumber(0, 1e6), wholeNumber(0, 999)],
    ([from, length, thousandths]) => {
      const window = { starts_on: later(from), ends_on: later(from + length), retry_after: 3600 }
      const chosen = renewalIn(window, null, thousandths / 1000)
      assert.isTrue(DateTime.between(chosen, { minimum: window.starts_on, maximum: window.ends_on }))
      assert.deepStrictEqual(renewalIn(window, chosen, 0), chosen)
      assert.deepStrictEqual(renewalIn(window, later(from + length + 1), 0), window.starts_on)
    }
  )
})

describe("The limit of orders", () => {
  const account: StoredAccount = { authority: "one", sealed_key: "", url: null, clear_on: start, created_on: start }

  it.prop(
    "permits at most those of a full bucket and its refills, and another one at the time that it names",
    [wholeNumber(1, 20), Schema.Array(wholeNumber(0, 600))],
    ([orders, pauses]) => {
      const limit: OrderLimit = { orders, period: Duration.hours(1) }
      let current = account
      let [elapsed, taken] = [0, 0]
      for (const pause of pauses) {
        elapsed += pause
        const budget = takeOrder(current, limit, later(elapsed))
        if (budget._tag === "Free") {
          taken++
          current = budget.account
        } else {
          assert.strictEqual(takeOrder(current, limit, budget.until)._tag, "Free")
        }
        assert.isAtMost(taken, orders + Math.floor(elapsed * orders / 3600))
      }
    }
  )
})

describe("A call of an authority", () => {
  it.effect("that is not answered within 30 seconds leaves its outcome unknown", () =>
    Effect.gen(function*() {
      const call = yield* Effect.forkChild(Effect.flip(withTimeLimit(Effect.never)))
      yield* TestClock.adjust("30 seconds")
      const { message, reason } = yield* Fiber.join(call)
      assert.deepStrictEqual([reason, message], ["unavailable", "The authority did not answer within 30 seconds"])
    }))
})
