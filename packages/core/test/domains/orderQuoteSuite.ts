import { assert, layer } from "@effect/vitest"
import { parseTaxRate, PriceList } from "@namewright/core/billing"
import {
  Deletions,
  DomainOrderQuotes,
  type DomainQuote,
  DomainStore,
  QuoteDomainRequest,
  Registrations,
  Renewals,
  Transfers
} from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import { RegistryIntentStore } from "@namewright/core/registry"
import { DomainName, Money, problemMembers } from "@namewright/core/shared"
import { Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { remove } from "./domainRequests.ts"
import {
  atRegistry,
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  everyRole,
  moveTo,
  ownedByRival,
  pay,
  register
} from "./DomainsPlatform.ts"

const decode = Schema.decodeUnknownSync(QuoteDomainRequest)

const quote = (owner: Customer, request: unknown) =>
  owner.act(DomainOrderQuotes.use((quotes) => quotes.quote(decode(request))))

/** Places the order of a quote's request. */
const place = Effect.fnUntraced(function*(
  owner: Customer,
  request: Record<string, unknown> & { readonly order: object },
  quote_id?: string | null
) {
  const decoded = decode({ ...request, order: { ...request.order, ...(quote_id === undefined ? {} : { quote_id }) } })
  switch (decoded.command) {
    case "create":
      return yield* owner.act(Registrations.use((registrations) => registrations.register(decoded.order)))
    case "transfer":
      return yield* owner.act(Transfers.use((transfers) => transfers.request(decoded.order)))
    case "renew":
      return yield* owner.act(Renewals.use((renewals) => renewals.renew(decoded.domain_reference, decoded.order)))
    case "restore":
      return yield* owner.act(Deletions.use((deletions) => deletions.restore(decoded.domain_reference, decoded.order)))
  }
})

const taxed = Effect.gen(function*() {
  const owner = yield* customer(10_000_000)
  const operations = yield* OrganizationOperations
  yield* operations.changeTerms(owner.organization_id, { tax_rate: Option.getOrThrow(parseTaxRate("19")) })
  return owner
})

const totalOf = ({ price, tax_amount }: DomainQuote) =>
  (Money.fromDecimal(price ?? "") ?? 0) + (Money.fromDecimal(tax_amount ?? "") ?? 0)

const years = (value: number) => ({ unit: "y", value })

const creation = (owner: Customer, name: string, members: object = {}) => ({
  command: "create",
  order: { name, contacts: everyRole(owner.contact_id), period: years(1), renewal_mode: "renew", ...members }
})

const acquisition = (owner: Customer, name: string, members: object = {}) => ({
  command: "transfer",
  order: {
    name,
    auth_code: "Transfer-Code-1",
    renewal_mode: "renew",
    contacts: everyRole(owner.contact_id),
    ...members
  }
})

const renewal = (domain_reference: string, members: object = {}) => ({
  command: "renew",
  domain_reference,
  order: { period: years(1), ...members }
})

const restoration = (domain_reference: string, members: object = {}) => ({
  command: "restore",
  domain_reference,
  order: members
})

type Request = Record<string, unknown> & { readonly order: object }

const removed = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* TestClock.adjust("6 days")
  yield* remove(owner, domain)
  return restoration(name)
})

/** An order of each command, with the state that it needs. */
const orders: ReadonlyArray<
  readonly [command: string, (owner: Customer, tag: string) => Effect.Effect<Request, unknown, PlatformServices>]
> = [
  ["create", (owner, tag) => Effect.succeed(creation(owner, `create-${tag}.com`))],
  ["renew", (owner, tag) => Effect.map(register(owner, `renew-${tag}.com`), ({ name }) => renewal(name))],
  [
    "transfer",
    (owner, tag) =>
      Effect.as(
        ownedByRival(`transfer-${tag}.slow`, "slow-registry", "Transfer-Code-1"),
        acquisition(owner, `transfer-${tag}.slow`)
      )
  ],
  ["restore", (owner, tag) => removed(owner, `restore-${tag}.com`)]
]

/** Multiplies the list price of an action of a TLD. */
const raisePrice = Effect.fnUntraced(function*(product_action: string, product_class: string, price: string) {
  const prices = yield* PriceList
  yield* prices.set("default", [
    {
      product_type: "domain",
      product_action: product_action as "renew",
      product_class,
      price: Money.fromDecimal(price) as Money.MinorUnits,
      currency: "EUR",
      period: product_action === "restore" ? null : { unit: "y", value: 1 }
    }
  ])
})

export const orderQuoteSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Quotes of orders (${name})`, (it) => {
    for (const [command, prepare] of orders) {
      it.effect(`${command}: nothing changes, and the price is the charge of the order`, () =>
        Effect.gen(function*() {
          const owner = yield* taxed
          const request = yield* prepare(owner, "plain")
          const stateOf = Effect.all([balanceOf(owner), chargesOf(owner), eventsOf(owner)])
          const before = yield* stateOf
          const quoted = yield* quote(owner, request)
          assert.deepStrictEqual([quoted.refused, quoted.problems], [false, []])
          assert.deepStrictEqual(yield* stateOf, before)
          yield* place(owner, request)
          assert.strictEqual(before[0] - (yield* balanceOf(owner)), totalOf(quoted))
          assert.isAbove(totalOf(quoted), 0)
        }))

      it.effect(`${command}: a quote is used once, by one of several orders at the same time`, () =>
        Effect.gen(function*() {
          const owner = yield* taxed
          const request = yield* prepare(owner, "once")
          const { quote_id } = yield* quote(owner, request)
          const before = yield* balanceOf(owner)
          const results = yield* Effect.all(
            Array.from({ length: 4 }, () => Effect.option(place(owner, request, quote_id))),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(results.filter(Option.isSome), 1)
          assert.isAbove(before - (yield* balanceOf(owner)), 0)
          const again = yield* Effect.flip(place(owner, request, quote_id))
          assert.notStrictEqual((again as { readonly _tag: string })._tag, "OrderPlanned")
        }))

      it.effect(`${command}: is refused after 15 minutes, for another body, and for another organization`, () =>
        Effect.gen(function*() {
          const owner = yield* taxed
          const request = yield* prepare(owner, "bound")
          const { quote_id } = yield* quote(owner, request)
          const before = yield* balanceOf(owner)
          const other = { ...request, order: { ...request.order, expected_price: "1.00" } }
          assert.deepInclude(yield* Effect.flip(place(owner, other, quote_id)), { _tag: "QuoteMismatch" })
          const fresh = creation(owner, `other-than-${command}.com`)
          assert.deepInclude(yield* Effect.flip(place(owner, fresh, quote_id)), { _tag: "QuoteMismatch" })
          const stranger = yield* taxed
          assert.deepInclude(
            yield* Effect.flip(place(stranger, creation(stranger, `strange-${command}.com`), quote_id)),
            { _tag: "QuoteNotFound" }
          )
          yield* TestClock.adjust("15 minutes")
          assert.deepInclude(yield* Effect.flip(place(owner, request, quote_id)), { _tag: "QuoteExpired" })
          assert.strictEqual(yield* balanceOf(owner), before)
        }))
    }

    it.effect("are the charges of registrations and renewals of every TLD and term", () =>
      Effect.gen(function*() {
        const owner = yield* taxed
        for (const tld of ["com", "de", "net", "swift", "slow"]) {
          for (const term of [1, 2, 3, 5]) {
            const requests = [
              creation(owner, `term-${term}.${tld}`, { period: years(term) }),
              renewal(`term-${term}.${tld}`)
            ]
            for (const request of requests) {
              if (
                request.command === "renew" &&
                (yield* DomainStore.use((store) => store.find(DomainName.make(`term-${term}.${tld}`))))._tag === "None"
              ) continue
              const before = yield* balanceOf(owner)
              const quoted = yield* quote(owner, request)
              const placed = yield* Effect.result(place(owner, request, quoted.quote_id ?? undefined))
              assert.strictEqual(placed._tag === "Failure", quoted.refused, JSON.stringify([request, quoted.problems]))
              assert.strictEqual(before - (yield* balanceOf(owner)), totalOf(quoted))
            }
          }
        }
      }))

    it.effect("hold after a change of the price list", () =>
      Effect.gen(function*() {
        const owner = yield* taxed
        const [quoted, unquoted] = [yield* register(owner, "held.com"), yield* register(owner, "unheld.com")]
        const kept = yield* quote(owner, renewal(quoted.name))
        yield* raisePrice("renew", "com", "99.00")
        const costOf = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
          const before = yield* balanceOf(owner)
          yield* work
          return before - (yield* balanceOf(owner))
        })
        assert.strictEqual(yield* costOf(place(owner, renewal(quoted.name), kept.quote_id)), totalOf(kept))
        assert.strictEqual(yield* costOf(place(owner, renewal(unquoted.name))), 9900 * 1.19)
        yield* raisePrice("renew", "com", "9.90")
      }))

    it.effect("name the problem of each order that is refused", () =>
      Effect.gen(function*() {
        const owner = yield* taxed
        const poor = yield* customer(0)
        const active = yield* register(owner, "refused-active.com")
        const cases: ReadonlyArray<readonly [Customer, Request]> = [
          [owner, creation(owner, "taken-refused.com")],
          [owner, creation(owner, "refused.nowhere")],
          [owner, creation(owner, active.name)],
          [owner, creation(owner, "premium-refused.com")],
          [owner, creation(owner, "not-special.com", { expected_price: "10.00" })],
          [owner, creation(owner, "long.com", { period: years(11) })],
          [owner, creation(poor, "no-contact.com")],
          [poor, creation(poor, "unpaid.com")],
          [owner, acquisition(owner, "refused-code.slow", { auth_code: null })],
          [owner, acquisition(owner, active.name)],
          [owner, renewal(active.name, { period: years(10) })],
          [owner, renewal(active.name, { current_expiry_date: "2001-01-01T00:00:00Z" })],
          [owner, renewal(active.name, { expected_price: "1.00" })],
          [owner, restoration(active.name)]
        ]
        for (const [customerOf, request] of cases) {
          const quoted = yield* quote(customerOf, request)
          const refusal = yield* Effect.flip(place(customerOf, request))
          assert.deepStrictEqual([quoted.refused, quoted.quote_id], [true, null], JSON.stringify(request))
          assert.deepStrictEqual(quoted.problems, [problemMembers(refusal)])
        }
      }))

    it.effect("of a renewal contain the terms that are owed, and pay none", () =>
      Effect.gen(function*() {
        const poor = yield* customer(950)
        const owing = yield* register(poor, "quoted-owing.com")
        yield* moveTo(owing.expires_on, 1)
        yield* pay(poor, 100_000)
        const before = yield* balanceOf(poor)
        const quoted = yield* quote(poor, renewal(owing.name))
        assert.deepStrictEqual(quoted.charges.map(({ action, price }) => `${action} ${price}`), [
          "renew 9.90",
          "renew 9.90"
        ])
        assert.isNotNull((yield* domainNow(poor, owing)).unpaid_renewal_on)
        yield* place(poor, renewal(owing.name), quoted.quote_id)
        assert.strictEqual(before - (yield* balanceOf(poor)), totalOf(quoted))
      }))

    it.effect("leave no intent, no domain and no name at the registry", () =>
      Effect.gen(function*() {
        const owner = yield* taxed
        yield* quote(owner, creation(owner, "untouched.com"))
        const found = yield* DomainStore.use((store) => store.find(DomainName.make("untouched.com")))
        assert.isTrue(Option.isNone(found))
        assert.isUndefined(yield* atRegistry({ name: DomainName.make("untouched.com"), registry: "verisign" }))
        const { domain_id, name: renewed } = yield* register(owner, "untouched-renewal.com")
        yield* quote(owner, renewal(renewed))
        assert.deepStrictEqual(yield* RegistryIntentStore.use((store) => store.ofObject(domain_id)), [])
      }))
  })
}
