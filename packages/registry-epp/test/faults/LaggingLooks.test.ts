import { assert, layer } from "@effect/vitest"
import { Deletions, Renewals } from "@namewright/core/domains"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import {
  chargesOf,
  type Customer,
  customer,
  daysBetween,
  eventsOf,
  openIntents,
  passDays,
  register,
  round
} from "../../../core/test/domains/DomainsPlatform.ts"
import type { EppFault } from "../../src/server/index.ts"
import { currentDomain } from "./wireOperations.ts"
import { onTheWire, WireRegistry } from "./WirePlatform.ts"

const cutAfter: EppFault = { _tag: "Cut", when: "after" }
const cutBefore: EppFault = { _tag: "Cut", when: "before" }

/** Recovery, every half a minute for so many of them. */
const passMinutes = Effect.fnUntraced(function*(minutes: number) {
  for (let half = 0; half < minutes * 2; half++) {
    yield* TestClock.adjust("30 seconds")
    yield* round
  }
})

/** What the registry has done to a name. */
const doneTo = (name: string) =>
  Effect.map(
    WireRegistry,
    ({ carriedOut }) => carriedOut.filter(({ object }) => object === name).map(({ command }) => command)
  )

/** How often something was sent about a name. */
const sentAbout = (command: string, name: string) =>
  Effect.map(
    WireRegistry,
    ({ sent }) =>
      sent.filter((one) => one.command._tag === command && "name" in one.command && one.command.name === name).length
  )

const eventsAbout = (owner: Customer, kind: string) =>
  Effect.map(eventsOf(owner), (events) => events.filter((event) => event.startsWith(kind)))

layer(onTheWire({ lookup_lag_seconds: 300 }))("A registry with a look-up lag of five minutes", (it) => {
  for (const [how, fault] of [["answered", undefined], ["answered, though nobody hears it", cutAfter]] as const) {
    it.effect(`has a registration that it has ${how}: it is found when it is shown, and sent once`, () =>
      Effect.gen(function*() {
        const { copy, server } = yield* WireRegistry
        const owner = yield* customer()
        const name = DomainName.make(`created-${fault === undefined ? "reported" : "lost"}.wire`)
        if (fault !== undefined) server.faults.inject({ command: "DomainCreate", object: name, fault })
        yield* copy.hold(name)
        const domain = yield* register(owner, name)
        assert.include(domain.registry_statuses, "pendingCreate")
        yield* passMinutes(4)
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create pending 24.90"])
        assert.strictEqual(yield* sentAbout("DomainCreate", name), 1)
        copy.catchUp()
        yield* passMinutes(10)
        assert.isFalse((yield* currentDomain(owner, name))?.registry_statuses.includes("pendingCreate"))
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
        assert.deepStrictEqual(yield* doneTo(name), ["create"])
        assert.strictEqual(yield* sentAbout("DomainCreate", name), 1)
        assert.deepStrictEqual(yield* eventsAbout(owner, "REGISTRATION"), ["REGISTRATION/SUCCESS"])
      }))
  }

  it.effect("gets a lost registration again after the look-up lag", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const owner = yield* customer()
      const name = "never-arrived.wire"
      server.faults.inject({ command: "DomainCreate", object: name, fault: cutBefore })
      yield* register(owner, name)
      yield* passMinutes(4)
      assert.strictEqual(yield* sentAbout("DomainCreate", name), 1)
      yield* passMinutes(10)
      assert.strictEqual(yield* sentAbout("DomainCreate", name), 2)
      assert.deepStrictEqual(yield* doneTo(name), ["create"])
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
    }))

  for (const [how, fault] of [["answered", undefined], ["answered, though nobody hears it", cutAfter]] as const) {
    it.effect(`has a renewal that it has ${how}: it is charged once, and never given back`, () =>
      Effect.gen(function*() {
        const { copy, server } = yield* WireRegistry
        const owner = yield* customer()
        const renewals = yield* Renewals
        const name = DomainName.make(`renewed-${fault === undefined ? "reported" : "lost"}.wire`)
        const before = yield* register(owner, name)
        yield* passMinutes(5)
        const now = yield* currentDomain(owner, name)
        if (fault !== undefined) server.faults.inject({ command: "DomainRenew", object: name, fault })
        yield* copy.hold(name)
        yield* Effect.exit(owner.act(renewals.renew(name, { period: Period.years(1) })))
        yield* passMinutes(4)
        copy.catchUp()
        yield* passMinutes(10)
        yield* passDays(2)
        const renewed = yield* currentDomain(owner, name)
        assert.isNull(renewed?.unpaid_renewal_on)
        assert.approximately(daysBetween(now?.expires_on ?? null, renewed?.expires_on ?? null), 365, 1)
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90", "renew succeeded 29.90"])
        assert.deepStrictEqual(yield* doneTo(before.name), ["create", "renew"])
      }))
  }

  it.effect("keeps a deleted name during redemption, although queries show the earlier state", () =>
    Effect.gen(function*() {
      const { copy } = yield* WireRegistry
      const owner = yield* customer()
      const deletions = yield* Deletions
      const name = DomainName.make("deleted-behind.wire")
      yield* register(owner, name)
      yield* TestClock.adjust("6 days")
      yield* round
      yield* copy.hold(name)
      yield* Effect.exit(owner.act(deletions.remove(name)))
      yield* passMinutes(3)
      assert.isDefined(yield* currentDomain(owner, name))
      copy.catchUp()
      yield* passMinutes(10)
      assert.include((yield* currentDomain(owner, name))?.registry_statuses ?? [], "redemptionPeriod")
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
      assert.deepStrictEqual(yield* doneTo(name), ["create", "delete"])
    }))

  it.effect("causes no refund of a restore that queries show late", () =>
    Effect.gen(function*() {
      const { copy } = yield* WireRegistry
      const owner = yield* customer()
      const deletions = yield* Deletions
      const name = DomainName.make("restored-behind.plain")
      yield* register(owner, name)
      yield* TestClock.adjust("6 days")
      yield* round
      yield* owner.act(deletions.remove(name))
      yield* passMinutes(5)
      const charges = (yield* chargesOf(owner, name)).length
      yield* copy.hold(name)
      yield* Effect.exit(owner.act(deletions.restore(name, {})))
      yield* passMinutes(4)
      assert.isTrue((yield* chargesOf(owner, name)).slice(charges).every((charge) => charge.includes(" pending ")))
      copy.catchUp()
      yield* passMinutes(40)
      assert.isNull((yield* currentDomain(owner, name))?.canceled_on)
      const [restore] = (yield* chargesOf(owner, name)).slice(charges)
      assert.include(restore, "restore succeeded")
    }))
})

layer(onTheWire())("A registry that reports a name as existing, and as missing in queries", (it) => {
  it.effect("keeps the order pending for days, without a refund", () => {
    const errors: Array<string> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      if (logLevel === "Error") errors.push(String(message))
    })
    return Effect.gen(function*() {
      const { copy } = yield* WireRegistry
      const owner = yield* customer()
      const name = DomainName.make("hidden.wire")
      yield* copy.hold(name)
      const domain = yield* register(owner, name)
      yield* passMinutes(20)
      yield* passDays(3)
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create pending 24.90"])
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.create prepared"])
      assert.isTrue(errors.some((text) => text.includes(`${name} is not shown, but may exist`)), errors.join("\n"))
      assert.deepStrictEqual(yield* eventsAbout(owner, "MODIFICATION"), ["MODIFICATION/NOTIFICATION"])
      copy.catchUp()
      yield* passDays(1)
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
      assert.deepStrictEqual(yield* doneTo(name), ["create"])
      assert.deepStrictEqual(yield* eventsAbout(owner, "REGISTRATION"), ["REGISTRATION/SUCCESS"])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })
})
