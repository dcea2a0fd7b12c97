import { assert, layer } from "@effect/vitest"
import { DomainQuoteStore, newDomainQuoteId, type StoredQuote } from "@namewright/core/domains"
import { DomainName, Instant, Money, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const newQuote = Effect.fnUntraced(function*(
  members: Partial<StoredQuote> = {}
): Effect.fn.Return<StoredQuote> {
  const now = yield* Instant.now
  return {
    quote_id: yield* newDomainQuoteId,
    organization_id: yield* newOrganizationId,
    command: "create",
    name: DomainName.make("quoted.com"),
    order_hash: "0123456789abcdef".repeat(2),
    prices: [{
      question: "[\"list\",{}]",
      unit_price: Money.MinorUnits.make(950),
      volume: 2,
      total: Money.MinorUnits.make(1901),
      unit: "y",
      currency: "EUR",
      is_premium: false
    }],
    created_on: now,
    expires_on: DateTime.add(now, { minutes: 15 }),
    used_on: null,
    ...members
  }
})

export const domainQuoteStoreContract = <R, E>(name: string, storage: Layer.Layer<DomainQuoteStore | R, E>) => {
  layer(storage)(`Quotes of orders (${name})`, (it) => {
    it.effect("come back as they were stored", () =>
      Effect.gen(function*() {
        const store = yield* DomainQuoteStore
        const quote = yield* newQuote()
        yield* store.insert(quote)
        assert.deepStrictEqual(yield* store.find(quote.quote_id), Option.some(quote))
        assert.isTrue(Option.isNone(yield* store.find(yield* newDomainQuoteId)))
      }))

    it.effect("are used once, also by two orders at the same time", () =>
      Effect.gen(function*() {
        const store = yield* DomainQuoteStore
        const quote = yield* newQuote()
        yield* store.insert(quote)
        const now = yield* Instant.now
        const used = yield* Effect.all([store.use(quote.quote_id, now), store.use(quote.quote_id, now)], {
          concurrency: 2
        })
        assert.sameMembers(used, [true, false])
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(quote.quote_id)).used_on, now)
        assert.isFalse(yield* store.use(yield* newDomainQuoteId, now))
      }))

    it.effect("are removed once they have expired, the oldest first and a bounded number at a time", () =>
      Effect.gen(function*() {
        const store = yield* DomainQuoteStore
        const epoch = DateTime.makeUnsafe("1951-01-01T00:00:00Z")
        const quotes = yield* Effect.forEach(
          [3, 1, 2, 4],
          (minutes) => newQuote({ expires_on: DateTime.add(epoch, { minutes }) })
        )
        yield* Effect.forEach(quotes, store.insert)
        const until = DateTime.add(epoch, { minutes: 3 })
        const left = Effect.forEach(quotes, ({ quote_id }) => Effect.map(store.find(quote_id), Option.isSome))
        assert.strictEqual(yield* store.removeExpired(until, 2), 2)
        assert.deepStrictEqual(yield* left, [true, false, false, true])
        assert.strictEqual(yield* store.removeExpired(until, 2), 1)
        assert.deepStrictEqual(yield* left, [false, false, false, true])
        assert.strictEqual(yield* store.removeExpired(until, 2), 0)
      }))
  })
}
