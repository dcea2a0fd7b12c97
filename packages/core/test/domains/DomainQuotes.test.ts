import { assert, layer } from "@effect/vitest"
import { ActionQuotes } from "@namewright/core/approvals"
import { parseTaxRate, PriceList } from "@namewright/core/billing"
import {
  Deletions,
  DomainOrderQuotes,
  QuoteDomainRequest,
  Registrations,
  Renewals,
  RenewDomainRequest,
  RestoreDomainRequest,
  TransferInDomain,
  Transfers
} from "@namewright/core/domains"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { OrganizationOperations } from "@namewright/core/organizations"
import { CurrentActor, type DomainName, InvalidInput, Money } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import {
  balanceOf,
  type Customer,
  customer,
  domainNow,
  everyRole,
  moveTo,
  onSqlite,
  ownedByRival,
  passDays,
  passManyDays,
  pay,
  register,
  registration,
  round
} from "./DomainsPlatform.ts"

/** Customer with a balance and 19 % tax. */
const taxed = Effect.gen(function*() {
  const owner = yield* customer(1_000_000)
  const operations = yield* OrganizationOperations
  const tax_rate = Option.getOrThrow(parseTaxRate("19"))
  yield* operations.changeTerms(owner.organization_id, { tax_rate })
  return owner
})

const quote = Effect.fnUntraced(
  function*(owner: Customer, operation_id: string, body: unknown, domain_reference?: string) {
    const quotes = yield* ActionQuotes
    const path_params: Record<string, string> = domain_reference === undefined ? {} : { domain_reference }
    return yield* owner.act(quotes.quote({ operation_id, path_params, query: {}, body }))
  }
)

/** Difference of the balance before and after an action. */
const costOf = Effect.fnUntraced(function*<A, E, R>(owner: Customer, work: Effect.Effect<A, E, R>) {
  const before = yield* balanceOf(owner)
  yield* work
  return before - (yield* balanceOf(owner))
})

/** Total of a quote, and its items with net prices. */
const itemsOf = Option.match({
  onNone: () => ["0.00"],
  onSome: ({ amount, items }: Option.Option.Value<Effect.Success<ReturnType<typeof quote>>>) => [
    Money.toDecimal(amount),
    ...items.map(({ price, text }) => `${text} ${Money.toDecimal(price)}`)
  ]
})

const amountOf = Option.match({
  onNone: () => 0,
  onSome: ({ amount }: { readonly amount: number }) => amount
})

const creation = (owner: Customer, name: string, members: object = {}) => ({
  name,
  contacts: everyRole(owner.contact_id),
  period: { unit: "y", value: 1 },
  renewal_mode: "renew",
  ...members
})

const acquisition = (owner: Customer, name: string) => ({
  name,
  auth_code: "Transfer-Code-1",
  renewal_mode: "renew",
  contacts: everyRole(owner.contact_id)
})

layer(onSqlite)("What a call would charge", (it) => {
  it.effect("is the charge of a registration, including tax", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const registrations = yield* Registrations
      const body = creation(owner, "quoted.com", { period: { unit: "y", value: 2 } })
      const quoted = yield* quote(owner, "createDomain", body)
      assert.deepStrictEqual(itemsOf(quoted), ["22.61", "quoted.com: create, 2 years 19.00"])
      const request = registration(owner, "quoted.com", body)
      assert.strictEqual(yield* costOf(owner, owner.act(registrations.register(request))), amountOf(quoted))
    }))

  it.effect("is the registry's price of a premium name if the caller accepts it, otherwise refused as by the call", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const body = creation(owner, "premium-quoted.com")
      const refusal = yield* Effect.flip(quote(owner, "createDomain", body))
      assert.include(refusal, { code: "ERROR_PREMIUM_PRICE_MISMATCH" })
      assert.include(refusal.message, "2500.00")
      const agreed = { ...body, expected_price: "2500.00" }
      const quoted = yield* quote(owner, "createDomain", agreed)
      assert.deepStrictEqual(itemsOf(quoted), ["2975.00", "premium-quoted.com: create, 1 year 2500.00"])
      assert.strictEqual(yield* costOf(owner, register(owner, "premium-quoted.com", agreed)), amountOf(quoted))
    }))

  it.effect("is refused if the call would be, and writes nothing", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const refusalOf = (operation: string, body: unknown, reference?: string) =>
        Effect.map(Effect.flip(quote(owner, operation, body, reference)), (refusal) =>
          refusal instanceof InvalidInput ? refusal._tag : refusal.code)
      assert.strictEqual(
        yield* refusalOf("createDomain", creation(owner, "taken-name.com")),
        "ERROR_DOMAIN_UNAVAILABLE"
      )
      assert.strictEqual(yield* refusalOf("createDomain", creation(owner, "name.nowhere")), "ERROR_TLD_NOT_AVAILABLE")
      const term = { period: { unit: "y", value: 1 } }
      assert.strictEqual(yield* refusalOf("renewDomain", term, "unknown.com"), "ERROR_DOMAIN_NOT_FOUND")
      const { name } = yield* register(owner, "active.com")
      assert.strictEqual(yield* refusalOf("restoreDomain", {}, name), "ERROR_DOMAIN_STATUS_PROHIBITED")
      assert.strictEqual(yield* costOf(owner, quote(owner, "renewDomain", term, name)), 0)
    }))

  it.effect("is empty for a free call, and for a body that the call will refuse", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      assert.isTrue(Option.isNone(yield* quote(owner, "updateDomain", {}, "active.com")))
      assert.isTrue(Option.isNone(yield* quote(owner, "createDomain", { name: "no-period.com" })))
      assert.isTrue(Option.isNone(yield* quote(owner, "renewDomain", undefined, "active.com")))
    }))

  it.effect("is the charge of a renewal, with an unpaid year", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const renewals = yield* Renewals
      const renew = (reference: DomainName, body: unknown) =>
        owner.act(renewals.renew(reference, Schema.decodeUnknownSync(RenewDomainRequest)(body)))
      const body = { period: { unit: "y", value: 3 } }
      const { name } = yield* register(owner, "renewed-quoted.com")
      const quoted = yield* quote(owner, "renewDomain", body, name)
      assert.deepStrictEqual(itemsOf(quoted), ["35.34", "renewed-quoted.com: renew, 3 years 29.70"])
      assert.strictEqual(yield* costOf(owner, renew(name, body)), amountOf(quoted))

      const poor = yield* customer(950)
      const owing = yield* register(poor, "owing-quoted.com")
      yield* moveTo(owing.expires_on, 1)
      assert.isNotNull((yield* domainNow(poor, owing)).unpaid_renewal_on)
      yield* pay(poor, 100_000)
      const both = yield* quote(poor, "renewDomain", body, owing.name)
      assert.deepStrictEqual(itemsOf(both), [
        "39.60",
        "owing-quoted.com: renew, 1 year 9.90",
        "owing-quoted.com: renew, 3 years 29.70"
      ])
      const request = Schema.decodeUnknownSync(RenewDomainRequest)(body)
      assert.strictEqual(yield* costOf(poor, poor.act(renewals.renew(owing.name, request))), amountOf(both))
    }))

  it.effect("is the charge of a restore, with the renewal that the TLD requires", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const deletions = yield* Deletions
      const { name } = yield* register(owner, "zurueck-quoted.de")
      yield* passManyDays(40)
      yield* owner.act(deletions.remove(name))
      yield* passDays(5)
      const quoted = yield* quote(owner, "restoreDomain", {}, name)
      assert.deepStrictEqual(itemsOf(quoted), [
        "27.25",
        "zurueck-quoted.de: restore, 1 year 19.00",
        "zurueck-quoted.de: renew, 1 year 3.90"
      ])
      const request = Schema.decodeUnknownSync(RestoreDomainRequest)({})
      assert.strictEqual(yield* costOf(owner, owner.act(deletions.restore(name, request))), amountOf(quoted))
    }))

  it.effect("is the charge of a transfer, for the term that the TLD adds", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const transfers = yield* Transfers
      yield* ownedByRival("wanted.slow", "slow-registry", "Transfer-Code-1")
      const body = acquisition(owner, "wanted.slow")
      const quoted = yield* quote(owner, "transferDomain", body)
      assert.isAbove(amountOf(quoted), 0)
      const request = Schema.decodeUnknownSync(TransferInDomain)(body)
      assert.strictEqual(yield* costOf(owner, owner.act(transfers.request(request))), amountOf(quoted))
    }))

  it.effect("is the sum of the charges of a batch's jobs", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const jobs = yield* Jobs
      yield* ownedByRival("batch-wanted.slow", "slow-registry", "Transfer-Code-1")
      const { domain_id } = yield* register(owner, "batch-own.com")
      const instances = [
        { name: "batch-a.com" },
        { name: "batch-b.com" },
        { name: "taken-batch.com" },
        { name: "premium-unaware.com" },
        { name: "premium-batch.com", expected_price: "2500.00" },
        { name: "plain-batch.com", expected_price: "1.00" },
        { name: "nowhere.nowhere" }
      ]
      const { name: _name, ...template } = creation(owner, "")
      const body = {
        commands: [
          { command: "domain_create_bulk", payload: { template, instances } },
          { command: "domain_create", payload: creation(owner, "batch-c.com", { period: 2 }) },
          { command: "domain_transfer", payload: acquisition(owner, "batch-wanted.slow") },
          {
            command: "domain_update_bulk",
            payload: { template: { renewal_mode: "expire" }, instances: [{ domain_id }] }
          }
        ]
      }
      const quoted = yield* quote(owner, "submitBatch", body)
      assert.deepStrictEqual(itemsOf(quoted).slice(1, 5), [
        "batch-a.com: create, 1 year 9.50",
        "batch-b.com: create, 1 year 9.50",
        "premium-batch.com: create, 1 year 2500.00",
        "batch-c.com: create, 2 years 19.00"
      ])
      const submit = owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)(body)))
      assert.strictEqual(yield* costOf(owner, Effect.andThen(submit, round)), amountOf(quoted))
    }))

  it.effect("is the price of its quote, for a call and in a batch", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const jobs = yield* Jobs
      const prices = yield* PriceList
      const listed = (price: number) =>
        prices.set("default", [{
          product_type: "domain",
          product_action: "create",
          product_class: "com",
          price: Money.MinorUnits.make(price),
          currency: "EUR",
          period: { unit: "y", value: 1 }
        }])
      const quoted = Effect.fnUntraced(function*(name: string) {
        const order = creation(owner, name)
        const decoded = Schema.decodeUnknownSync(QuoteDomainRequest)({ command: "create", order })
        const { quote_id } = yield* owner.act(DomainOrderQuotes.use((orders) => orders.quote(decoded)))
        return { ...order, quote_id }
      })
      const [single, first, other] = yield* Effect.forEach(["held-a.com", "held-b.com", "held-c.com"], quoted)
      if (single === undefined || first === undefined || other === undefined) return assert.fail("three quotes")
      yield* listed(9900)
      assert.deepStrictEqual(itemsOf(yield* quote(owner, "createDomain", single)).slice(1), [
        "held-a.com: create, 1 year 9.50"
      ])
      const misused = { ...creation(owner, "held-d.com"), quote_id: other.quote_id }
      const commands = [first, creation(owner, "held-e.com"), misused].map((payload) => ({
        command: "domain_create",
        payload
      }))
      const shown = yield* quote(owner, "submitBatch", { commands })
      assert.deepStrictEqual(itemsOf(shown).slice(1), [
        "held-b.com: create, 1 year 9.50",
        "held-e.com: create, 1 year 99.00"
      ])
      const submit = owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)({ commands })))
      assert.strictEqual(yield* costOf(owner, Effect.andThen(submit, round)), amountOf(shown))
      const again = { commands: [{ command: "domain_create", payload: { ...first, name: "held-b.com" } }] }
      assert.strictEqual(
        yield* costOf(
          owner,
          Effect.andThen(owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)(again))), round)
        ),
        0
      )
      yield* listed(950)
    }))

  it.effect("is not shown for a batch that will be refused, nor without the permission to submit it", () =>
    Effect.gen(function*() {
      const owner = yield* taxed
      const batch = (...commands: ReadonlyArray<unknown>) => quote(owner, "submitBatch", { commands })
      assert.isTrue(Option.isNone(yield* batch({ command: "unknown", payload: {} })))
      assert.isTrue(Option.isNone(yield* batch({ command: "domain_create", payload: { name: 1 } })))
      assert.isTrue(Option.isNone(yield* batch()))
      assert.isTrue(Option.isNone(yield* quote(owner, "submitBatch", "text")))
      const limited: Customer = {
        ...owner,
        act: Effect.provideService(CurrentActor, { ...owner.actor, permissions: new Set(["jobs:manage" as const]) })
      }
      const body = { commands: [{ command: "domain_create", payload: creation(owner, "batch-d.com") }] }
      assert.include(yield* Effect.flip(quote(limited, "submitBatch", body)), { code: "ERROR_PERMISSION_DENIED" })
    }))
})
