import { assert, describe, it, layer } from "@effect/vitest"
import { marginOnCost, Prices, Pricing, type PricingQuery, type PricingResult } from "@namewright/core/billing"
import { Availability, DomainOrderQuotes, Domains, Registrations } from "@namewright/core/domains"
import { createPlatform, layerPlatform, type PricingOption } from "@namewright/core/embed"
import { Period } from "@namewright/core/shared"
import { Duration, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  asOneRequest,
  atRegistry,
  balanceOf,
  chargesOf,
  customer,
  isOwned,
  moveTo,
  passDays,
  register,
  registration
} from "../domains/DomainsPlatform.ts"
import { testTlds } from "../domains/testTlds.ts"

const storage = memoryDatabase()
const platformWith = (pricing: PricingOption) => Layer.orDie(layerPlatform({ storage, tlds: testTlds, pricing }))

/** The next answer of the host, and its received queries. */
const host: { answer: (query: PricingQuery) => unknown; readonly asked: Array<PricingQuery> } = {
  answer: () => null,
  asked: []
}

const answering = Effect.fnUntraced(function*(answer: (query: PricingQuery) => unknown) {
  host.asked.length = 0
  host.answer = answer
  yield* Effect.addFinalizer(() => Effect.sync(() => void (host.answer = () => null)))
})

layer(platformWith({
  price: async (query) => {
    host.asked.push(query)
    return await host.answer(query) as PricingResult | null
  },
  timeoutMillis: 1_500,
  costs: { com: { currency: "EUR", create: "8.57", renew: 857 } }
}))("Prices of the host", (it) => {
  it.effect("are asked for once with everything that is known, and charged as they are", () =>
    Effect.gen(function*() {
      yield* answering(() => ({ amount: "12.34" }))
      const owner = yield* customer()
      const domain = yield* register(owner, "priced.com", { period: { unit: "y", value: 3 } })
      assert.deepStrictEqual<unknown>(host.asked, [{
        organization_id: owner.organization_id,
        payer_id: owner.organization_id,
        product_type: "domain",
        action: "create",
        product_class: "com",
        period: Period.years(3),
        currency: "EUR",
        list_price: "28.50",
        cost: { amount: "25.71", currency: "EUR" },
        is_premium: false
      }])
      assert.deepStrictEqual(yield* chargesOf(owner, domain.name), ["create succeeded 12.34"])
    }))

  it.effect("bind with a quote: the order does not ask again", () =>
    Effect.gen(function*() {
      yield* answering(() => ({ amount: "12.34" }))
      const owner = yield* customer()
      const order = registration(owner, "quoted-price.com")
      const { price, quote_id } = yield* owner.act(
        DomainOrderQuotes.use((quotes) => quotes.quote({ command: "create", order }))
      )
      assert.strictEqual(price, "12.34")
      assert.lengthOf(host.asked, 1)
      yield* answering(() => ({ amount: "99.00" }))
      yield* owner.act(Registrations.use((registrations) => registrations.register({ ...order, quote_id })))
      assert.lengthOf(host.asked, 0)
      assert.deepStrictEqual(yield* chargesOf(owner, "quoted-price.com"), ["create succeeded 12.34"])
      yield* register(owner, "unquoted-price.com")
      assert.deepStrictEqual(yield* chargesOf(owner, "unquoted-price.com"), ["create succeeded 99.00"])
    }))

  it.effect("may be minor units, nothing at all, or null for the list price", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      for (
        const [name, answer] of [["minor", { amount: 1_001, currency: "EUR" }], ["free", { amount: 0 }], [
          "listed",
          null
        ]] as const
      ) {
        yield* answering(() => answer)
        yield* register(owner, `${name}-price.com`)
      }
      const charges = yield* Effect.forEach(
        ["minor", "free", "listed"],
        (name) => chargesOf(owner, `${name}-price.com`)
      )
      assert.deepStrictEqual(charges.flat(), [
        "create succeeded 10.01",
        "create succeeded 0.00",
        "create succeeded 9.50"
      ])
    }))

  it.effect("stay as quoted when the host changes them before the order is tried again", () =>
    Effect.gen(function*() {
      yield* answering(() => ({ amount: "7.00" }))
      const owner = yield* customer()
      const tried = yield* asOneRequest(register(owner, "tried-again.com"))
      yield* tried
      yield* answering(() => ({ amount: "70.00" }))
      yield* tried
      assert.deepStrictEqual([host.asked.length, yield* chargesOf(owner)], [0, ["create succeeded 7.00"]])
    }))

  it.effect("refuse the order and store nothing when there is no valid price", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const before = yield* balanceOf(owner)
      const answers: ReadonlyArray<readonly [reason: string, answer: () => unknown]> = [
        ["invalid", () => ({ amount: "-1.00" })],
        ["invalid", () => ({ amount: "9.505" })],
        ["invalid", () => ({ amount: 9.5 })],
        ["invalid", () => ({ amount: Number.NaN })],
        ["invalid", () => ({ amount: "9.50", currency: "USD" })],
        ["invalid", () => 950],
        ["invalid", () => "9.50"],
        ["failed", () => Promise.reject(new Error("the price service is away"))],
        ["failed", () => {
          throw new Error("a mistake")
        }]
      ]
      for (const [reason, answer] of answers) {
        yield* answering(answer)
        const refused = yield* Effect.flip(register(owner, "no-price.com"))
        const shown = refused._tag === "PriceUnavailable" ? [refused.code, refused.reason] : [refused._tag]
        assert.deepStrictEqual<ReadonlyArray<string>>(shown, ["ERROR_PRICE_UNAVAILABLE", reason])
        assert.notInclude(refused.message, "away")
      }
      assert.isFalse(yield* isOwned("no-price.com"))
      assert.deepStrictEqual([yield* chargesOf(owner), yield* balanceOf(owner)], [[], before])
    }))

  it.effect("have a time limit", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      yield* answering(() => new Promise(() => {}))
      const ordering = yield* Effect.forkChild(Effect.flip(register(owner, "too-late.com")))
      while (host.asked.length === 0) yield* Effect.yieldNow
      yield* TestClock.adjust("1499 millis")
      assert.isUndefined(ordering.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepInclude(yield* Fiber.join(ordering), { _tag: "PriceUnavailable", reason: "timeout" })
      assert.isFalse(yield* isOwned("too-late.com"))
    }))

  it.effect("hold for automatic renewals, which wait while there is none", () =>
    Effect.gen(function*() {
      yield* answering(({ action }) => ({ amount: action === "renew" ? "11.11" : "5.00" }))
      const owner = yield* customer()
      const domain = yield* register(owner, "renewed-by-time.com")
      yield* answering(() => Promise.reject(new Error("away")))
      yield* moveTo(domain.expires_on, -7)
      yield* passDays(1)
      assert.deepStrictEqual(yield* chargesOf(owner, domain.name), ["create succeeded 5.00"])
      yield* answering(({ action }) => ({ amount: action === "renew" ? "11.11" : "5.00" }))
      yield* passDays(1)
      assert.deepStrictEqual(yield* chargesOf(owner, domain.name), ["create succeeded 5.00", "renew succeeded 11.11"])
      assert.deepInclude(host.asked[0], {
        action: "renew",
        list_price: "9.90",
        cost: { amount: "8.57", currency: "EUR" }
      })
    }))

  it.effect("of premium names are what the caller agrees to, and the registry gets its own", () =>
    Effect.gen(function*() {
      yield* answering(({ cost, is_premium }) =>
        is_premium ? { amount: (Number(cost?.amount) * 1.2).toFixed(2) } : null
      )
      const owner = yield* customer(1_000_000)
      const unaware = yield* Effect.flip(register(owner, "premium-host.com", { expected_price: "2500.00" }))
      assert.deepInclude(unaware, { _tag: "PremiumPriceMismatch", actual_price: "3000.00" })
      const { check } = yield* Availability
      const [checked] = yield* owner.act(check(["premium-host.com"]))
      assert.deepInclude(checked?.premium_pricing?.prices ?? [], {
        action: "create",
        price: "3000.00",
        currency: "EUR"
      })
      const domain = yield* register(owner, "premium-host.com", { expected_price: "3000.00" })
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 3000.00"])
      const { get } = yield* Domains
      const { renewal_price } = yield* owner.act(get(domain.name, ["renewal_price"]))
      assert.deepInclude(renewal_price, { price: "300.00", is_premium: true })
      // The simulated registry refuses every fee but its own.
      assert.isDefined(yield* atRegistry(domain))
    }))

  it.effect("are part of what a call would charge, and of the listed prices", () =>
    Effect.gen(function*() {
      yield* answering(({ action, product_class }) =>
        product_class === "de" ? Promise.reject(new Error("away")) : { amount: action === "create" ? "1.00" : "2.00" }
      )
      const owner = yield* customer()
      const { charges } = yield* Registrations
      const [charge] = yield* owner.act(charges(registration(owner, "asked-only.com")))
      assert.strictEqual<number | undefined>(charge?.quote.total, 100)
      const { list } = yield* Prices
      const organization = { organization_id: owner.organization_id }
      const lines = yield* owner.act(list(organization, "domain", { product_class: "com" }))
      assert.deepStrictEqual(
        lines.map(({ price, product_action }) => [product_action, price] as const),
        [["create", 100], ["renew", 200], ["restore", 200], ["transfer", 200]] as never
      )
      assert.deepStrictEqual(yield* owner.act(list(organization, "domain", { product_class: "de" })), [])
    }))
})

layer(platformWith(Layer.succeed(Pricing, {
  priceOf: () =>
    Effect.gen(function*() {
      const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
      if (Option.isNone(sql)) return yield* Effect.fail("no database")
      const transaction = yield* Effect.serviceOption(sql.value.transactionService)
      return Option.isNone(transaction) ? { amount: "3.21" } : yield* Effect.fail("in a transaction")
    }),
  timeout: Duration.seconds(1),
  costs: {}
})))("Prices of a layer", (it) => {
  it.effect("are asked for outside of transactions, by orders and by time", () =>
    Effect.gen(function*() {
      const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
      assert.isTrue(Option.isSome(sql))
      const owner = yield* customer()
      const domain = yield* register(owner, "layered.com")
      yield* moveTo(domain.expires_on, -7)
      yield* passDays(1)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 3.21", "renew succeeded 3.21"])
    }))
})

describe("marginOnCost", () => {
  const query = (fields: Partial<PricingQuery>) =>
    ({
      currency: "EUR",
      product_class: "com",
      period: Period.years(1),
      cost: { amount: "8.57", currency: "EUR" },
      ...fields
    }) as PricingQuery

  it("adds percent and a fixed amount by class, and rounds up", () => {
    const price = marginOnCost({
      default: { percent: 15 },
      com: { fixed: "1.50" },
      net: { percent: 12.5, fixed: 30, roundUpTo: "0.50" },
      org: { roundUpTo: 99 }
    })
    assert.deepStrictEqual(price(query({})), { amount: 1_007, currency: "EUR" })
    assert.deepStrictEqual(
      price(query({ period: Period.years(2), cost: { amount: "17.14", currency: "EUR" } }))?.amount,
      2_014
    )
    assert.strictEqual(price(query({ product_class: "de" }))?.amount, 986)
    assert.strictEqual(price(query({ product_class: "net" }))?.amount, 1_000)
    assert.strictEqual(price(query({ product_class: "org" }))?.amount, 891)
  })

  it("has no price without a margin, a cost, or in another currency", () => {
    const price = marginOnCost({ com: { percent: 10 } })
    assert.isNull(price(query({ product_class: "de" })))
    assert.isNull(price(query({ cost: null })))
    assert.isNull(price(query({ currency: "USD" })))
  })

  it("names every problem of its margins", () => {
    assert.throws(
      () => marginOnCost({ com: { percent: -1 }, de: { fixed: "1.5.0" }, net: { roundUpTo: 0 } }),
      /com: percent[^]*de: fixed[^]*net: roundUpTo/
    )
  })
})

describe("The option pricing", () => {
  it("is checked with the others", () => {
    const pricing = { price: () => null, timeoutMillis: -1, costs: { com: { currency: "GBP", create: 1.5 } }, prise: 1 }
    assert.throws(
      () => createPlatform({ storage, pricing: pricing as never }),
      /pricing\.prise[^]*pricing\.timeoutMillis[^]*pricing\.costs\.com\.currency[^]*pricing\.costs\.com\.create/
    )
    assert.throws(() => createPlatform({ storage, pricing: "cheap" as never }), /pricing: expected a function/)
  })
})
