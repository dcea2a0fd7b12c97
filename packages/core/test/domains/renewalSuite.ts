import { assert, layer } from "@effect/vitest"
import { Billing, BillingTransactionStore } from "@namewright/core/billing"
import type { Domain } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { RegistryRefusal, RegistrySimulator } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { renew, update } from "./domainRequests.ts"
import {
  asOneRequest,
  atRegistry,
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  day,
  daysBetween,
  eventListOf,
  eventsOf,
  independentSuborganization,
  moveTo,
  openIntents,
  passDays,
  pay,
  register,
  round
} from "./DomainsPlatform.ts"

export const eventCount = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain, event: string) {
  return (yield* eventsOf(owner, domain_id)).filter((recorded) => recorded === event).length
})

/** Years between a domain's registration and its expiry. */
export const yearsOf = ({ expires_on, registered_on }: Domain) =>
  Math.round(daysBetween(registered_on, expires_on) / 365.25)

/** Customer with a balance for exactly one .com registration. */
export const poor = customer(950)

export const renewalSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Renewals by request (${name})`, (it) => {
    it.effect("adds the term to the expiry, charges it once and records an event", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "plain.com")
        const renewed = yield* renew(owner, domain, {
          period: { unit: "y", value: 2 },
          current_expiry_date: day(domain.expires_on)
        })
        assert.strictEqual(yearsOf(renewed), 3)
        assert.include(renewed.registry_statuses, "renewPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 19.80"])
        const events = yield* eventListOf(owner, domain.domain_id)
        const recorded = events.filter(({ type }) => type === "RENEWAL")
        assert.deepStrictEqual(recorded.map(({ subtype }) => subtype), ["SUCCESS"])
        assert.deepStrictEqual(recorded.map(({ event_data }) => event_data.details), [
          { detail_type: "domain_renewal", expires_on: Option.getOrThrow(Option.fromNullishOr(renewed.expires_on)) }
        ])
      }))

    it.effect("carries out a request once in repeated attempts", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "tried.com")
        const tried = yield* asOneRequest(renew(owner, domain, { current_expiry_date: day(domain.expires_on) }))
        const first = yield* tried
        assert.strictEqual(yearsOf(first), 2)
        assert.deepStrictEqual(yield* tried, first)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
        assert.strictEqual(yearsOf(yield* renew(owner, domain)), 3)
      }))

    it.effect("renews and charges once although earlier attempts of the request failed and the last response was lost", () =>
      Effect.gen(function*() {
        const { faults } = yield* RegistrySimulator
        for (const [index, dated] of [false, true].entries()) {
          const owner = yield* customer()
          const domain = yield* register(owner, `retried-${index}.com`)
          const request = dated ? { current_expiry_date: day(domain.expires_on) } : {}
          const attempt = yield* asOneRequest(renew(owner, domain, request))
          yield* faults.inject({ method: "renewDomain", fault: "temporary", object: domain.name, times: 20 })
          for (let failed = 0; failed < 20; failed++) {
            assert.strictEqual((yield* Effect.flip(attempt))._tag, "RegistryUnavailable")
          }
          const renewed = yield* attempt
          assert.strictEqual(yearsOf(renewed), 2)
          assert.deepStrictEqual(yield* attempt, renewed)
          assert.deepStrictEqual(yield* attempt, renewed)
          assert.strictEqual(yield* balanceOf(owner), 100_000 - 950 - 990)
          assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/SUCCESS"), 1)
          assert.strictEqual(day((yield* atRegistry(domain))?.expires_on ?? null), day(renewed.expires_on))
        }
      }))

    it.effect("finds the charge of a parent's request in the account of its suborganization", () =>
      Effect.gen(function*() {
        const { faults } = yield* RegistrySimulator
        const parent = yield* customer()
        const branch = yield* independentSuborganization(parent, "renewed.branch")
        yield* pay(branch, 10_000)
        const domain = yield* register(branch, "branch.com")
        const attempt = yield* asOneRequest(renew(parent, domain))
        yield* faults.inject({ method: "renewDomain", fault: "temporary", object: domain.name })
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "RegistryUnavailable")
        const renewed = yield* attempt
        assert.deepStrictEqual(yield* attempt, renewed)
        assert.strictEqual(yield* balanceOf(branch), 10_000 - 950 - 990)
        assert.strictEqual(yield* balanceOf(parent), 100_000)
      }))

    it.effect("does not renew again for a request whose renewal was refunded", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "undone.com")
        const billing = yield* Billing
        const transactions = yield* BillingTransactionStore
        const attempt = yield* asOneRequest(renew(owner, domain))
        const renewed = yield* attempt
        const { items } = yield* transactions.list(
          { payer_id: owner.organization_id },
          { action: "renew" },
          { by: "created_on", order: "asc" },
          { page: 1, page_size: 1 }
        )
        for (const { billing_transaction_id } of items) yield* billing.refund(billing_transaction_id)
        assert.deepStrictEqual(yield* attempt, renewed)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew canceled 9.90"])
      }))

    it.effect("compares the caller's date with the expiry by its UTC day", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "dated.com")
        const expires = Option.getOrThrow(Option.fromNullishOr(domain.expires_on))
        const expiry = day(expires)
        const before = day(DateTime.subtract(expires, { days: 1 }))
        for (const other of [before, `${before}T23:59:59Z`, `${expiry}T00:30:00+02:00`]) {
          const refused = yield* Effect.flip(renew(owner, domain, { current_expiry_date: other }))
          assert.deepInclude(refused, {
            _tag: "DomainExpiryMismatch",
            current_expiry_date: Instant.format(expires)
          }, other)
        }
        assert.strictEqual(yearsOf(yield* renew(owner, domain, { current_expiry_date: `${expiry}T23:59:59Z` })), 2)
        const repeated = yield* Effect.flip(renew(owner, domain, { current_expiry_date: expiry }))
        assert.strictEqual(repeated._tag, "DomainExpiryMismatch")
        assert.strictEqual(yearsOf(yield* renew(owner, domain)), 3)
      }))

    it.effect("refuses a total term of more than ten years", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "long.com", { period: 9 })
        const refused = yield* Effect.flip(renew(owner, domain, { period: 2 }))
        assert.deepInclude(refused, { _tag: "PolicyViolation" })
        assert.deepStrictEqual(refused._tag === "PolicyViolation" ? refused.errors.map(({ pointer }) => pointer) : [], [
          "period"
        ])
        assert.strictEqual(yearsOf(yield* renew(owner, domain)), 10)
      }))

    it.effect("accepts only the terms of the TLD, and none without a renew command", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const months = yield* register(owner, "terms.monthly")
        const half = yield* Effect.flip(renew(owner, months, { period: { unit: "m", value: 6 } }))
        assert.strictEqual(half._tag, "PolicyViolation")
        const german = yield* register(owner, "terms.de")
        const refused = yield* Effect.flip(renew(owner, german))
        assert.strictEqual(refused._tag, "PolicyViolation")
        assert.deepStrictEqual(yield* chargesOf(owner, "terms.de"), ["create succeeded 3.90"])
      }))

    it.effect("is refused by the statuses that forbid it", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const locked = yield* register(owner, "locked.com")
        yield* update(owner, locked, { statuses: ["clientRenewProhibited", "clientHold"] })
        assert.deepInclude(yield* Effect.flip(renew(owner, locked)), {
          _tag: "DomainStatusProhibited",
          prohibiting_statuses: ["clientRenewProhibited"]
        })
        const { acts } = yield* RegistrySimulator
        const frozen = yield* register(owner, "frozen.com")
        yield* acts.changeStatuses(frozen.name, { add: ["serverRenewProhibited"] }, "By court order")
        yield* round
        assert.deepInclude(yield* Effect.flip(renew(owner, frozen)), {
          _tag: "DomainStatusProhibited",
          prohibiting_statuses: ["serverRenewProhibited"]
        })
        const pending = yield* register(owner, "pending-renewal.com")
        assert.deepInclude(yield* Effect.flip(renew(owner, pending)), {
          _tag: "DomainStatusProhibited",
          prohibiting_statuses: ["pendingCreate"]
        })
        assert.deepStrictEqual(yield* chargesOf(owner, "locked.com"), ["create succeeded 9.50"])
      }))

    it.effect("costs the registry's price of a premium name, if the caller accepts the whole price", () =>
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        const domain = yield* register(owner, "premium-renewal.com", { expected_price: "2500.00" })
        const two = { unit: "y", value: 2 }
        assert.deepInclude(yield* Effect.flip(renew(owner, domain)), {
          _tag: "PremiumPriceMismatch",
          expected_price: null,
          actual_price: "250.00"
        })
        assert.deepInclude(yield* Effect.flip(renew(owner, domain, { period: two, expected_price: "250.00" })), {
          _tag: "PremiumPriceMismatch",
          expected_price: "250.00",
          actual_price: "500.00"
        })
        assert.strictEqual(yearsOf(yield* renew(owner, domain, { period: two, expected_price: "500.00" })), 3)
        assert.deepStrictEqual(yield* chargesOf(owner, domain.name), [
          "create succeeded 2500.00",
          "renew succeeded 500.00"
        ])
        const plain = yield* register(owner, "nopremium.com")
        assert.deepInclude(yield* Effect.flip(renew(owner, plain, { expected_price: 9.9 })), {
          _tag: "PremiumPriceNotApplicable",
          expected_price: "9.90"
        })
      }))

    it.effect("stores nothing and sends no query if the balance does not cover it", () =>
      Effect.gen(function*() {
        const owner = yield* poor
        const domain = yield* register(owner, "unpayable.com")
        const refused = yield* Effect.flip(renew(owner, domain))
        assert.deepInclude(refused, { _tag: "InsufficientFunds" })
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.strictEqual(day((yield* atRegistry(domain))?.expires_on ?? null), day(domain.expires_on))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 0)
      }))

    it.effect("releases the charge if the registry refuses, and records the reason", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "refused.com")
        const { faults } = yield* RegistrySimulator
        const fault = new RegistryRefusal({ reason: "registryCredit", result_code: 2104, text: "Billing failure" })
        yield* faults.inject({ method: "renewDomain", fault, object: domain.name })
        assert.deepInclude(yield* Effect.flip(renew(owner, domain)), {
          _tag: "RegistryPolicyRefused",
          detail: "2104 Billing failure"
        })
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew failed 9.90"])
        assert.strictEqual(yield* balanceOf(owner), 100_000 - 950)
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 1)
      }))

    it.effect("charges an unpaid year before it adds another one", () =>
      Effect.gen(function*() {
        const owner = yield* poor
        const domain = yield* register(owner, "late.com")
        yield* moveTo(domain.expires_on, 3)
        yield* pay(owner, 10_000)
        assert.strictEqual(yearsOf(yield* renew(owner, domain)), 3)
        yield* passDays(3)
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 9.50",
          "renew succeeded 9.90",
          "renew succeeded 9.90"
        ])
      }))
  })
}
