import { assert, layer } from "@effect/vitest"
import { Changes } from "@namewright/core/changes"
import { Deletions, OutboundTransfers } from "@namewright/core/domains"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import {
  type Customer,
  customer,
  eventsOf,
  moveTo,
  onSqlite,
  passDays,
  passManyDays,
  pay,
  register,
  requestAway,
  round,
  transferIn
} from "../domains/DomainsPlatform.ts"

/** The changes of a customer, in their order. */
const changesOf = Effect.fnUntraced(function*({ organization_id }: Customer) {
  const { read } = yield* Changes
  const { changes } = yield* read({ limit: 1000 })
  return changes.filter((change) => change.organization_id === organization_id)
})

const kindsOf = (owner: Customer) => Effect.map(changesOf(owner), (changes) => changes.map(({ kind }) => kind))

layer(onSqlite)("The change feed", (it) => {
  it.effect("has a registration and its refund, with the amounts of their charge", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "refunded-feed.com")
      const { remove } = yield* Deletions
      yield* owner.act(remove(domain.domain_id))
      assert.deepStrictEqual(yield* kindsOf(owner), [
        "payment.received",
        "event.recorded",
        "domain.registered",
        "charge.captured",
        "domain.purged",
        "charge.refunded"
      ])
      const charges = (yield* changesOf(owner)).filter(({ kind }) => kind.startsWith("charge."))
      const data = {
        product_type: "domain",
        action: "create",
        currency: "EUR",
        net: "9.50",
        tax: "0.00",
        gross: "9.50"
      }
      for (const charge of charges) {
        assert.deepInclude<object>(charge.data, {
          ...data,
          payer_id: owner.organization_id,
          product_reference: domain.name
        })
        assert.deepStrictEqual(charge.object, { type: "DOMAIN", id: null, name: domain.name })
      }
      const ids = charges.map(({ data: said }) => "billing_transaction_id" in said && said.billing_transaction_id)
      const [charged] = domain.grace_charges
      assert.isDefined(charged)
      assert.deepStrictEqual<ReadonlyArray<unknown>>(ids, [
        charged?.billing_transaction_id,
        charged?.billing_transaction_id
      ])
    }))

  it.effect("has an expiry once, which is no event, then the renewal that is paid late", () =>
    Effect.gen(function*() {
      const owner = yield* customer(950)
      const domain = yield* register(owner, "expired-feed.com")
      yield* moveTo(domain.expires_on, -7)
      yield* passDays(10)
      const expired = (yield* changesOf(owner)).filter(({ kind }) => kind === "domain.expired")
      assert.deepStrictEqual<ReadonlyArray<unknown>>(
        expired.map(({ data }) => "expires_on" in data && data.expires_on),
        [
          domain.expires_on === null ? null : Instant.format(domain.expires_on)
        ]
      )
      const listed = yield* eventsOf(owner, domain.domain_id)
      yield* pay(owner, 1_000)
      yield* passDays(2)
      const kinds = yield* kindsOf(owner)
      assert.isAbove(kinds.indexOf("domain.renewed"), kinds.indexOf("domain.expired"))
      assert.strictEqual(kinds.filter((kind) => kind === "domain.expired").length, 1)
      assert.strictEqual(listed.filter((event) => event === "RENEWAL/NOTIFICATION").length, 2)
    }))

  it.effect("has the transfers of a name, out and in", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const leaving = yield* register(owner, "leaving-feed.slow")
      yield* requestAway(leaving)
      yield* round
      const { decide } = yield* OutboundTransfers
      yield* owner.act(decide(leaving.domain_id, { action: "approve" }))
      yield* round
      yield* transferIn(owner, "coming-feed.swift")
      const kinds = (yield* kindsOf(owner)).filter((kind) => kind.startsWith("domain.transfer"))
      assert.deepStrictEqual(kinds, [
        "domain.transfer_out_requested",
        "domain.transferred_out",
        "domain.transferred_in"
      ])
    }))

  it.effect("has the redemption and the purge of a deleted name", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "purged-feed.com")
      yield* moveTo(domain.registered_on, 30)
      const { remove } = yield* Deletions
      yield* owner.act(remove(domain.domain_id))
      yield* passManyDays(40)
      const kinds = (yield* kindsOf(owner)).filter((kind) => kind.startsWith("domain."))
      assert.deepStrictEqual(kinds, ["domain.registered", "domain.redemption", "domain.purged"])
    }))
})
