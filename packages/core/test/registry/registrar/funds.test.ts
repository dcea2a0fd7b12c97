import { assert, layer } from "@effect/vitest"
import { contractBackends, contractTlds } from "@namewright/conformance"
import { RegistrySimulator, type SimulatedRegistrar } from "@namewright/core/registry"
import { DomainName, Money, Period } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { orders, refusedWith, registrars, simulatorInMemory } from "./registrars.ts"

const charging = RegistrySimulator.layerWith({
  unknown_names: "missing",
  opening_balance: 10_000,
  prices: { generic: { create: 800, renew: 900, transfer: 700, restore: 5000 } }
}).pipe(
  Layer.provide(TldCatalog.layerOf(contractTlds, [])),
  Layer.provideMerge(memoryDatabase())
)

/** Two registrars who begin with 100.00 each. */
const newcomers = Effect.gen(function*() {
  const { registrar } = yield* RegistrySimulator
  const word = yield* orders.newName("generic")
  return {
    ours: registrar(contractBackends.generic, `ours-${word}`),
    theirs: registrar(contractBackends.generic, `theirs-${word}`)
  }
})

const balanceOf = ({ funds }: SimulatedRegistrar) =>
  Effect.map(funds.balance, (money) => Option.getOrThrow(money).amount)

const remove = (registrar: SimulatedRegistrar, name: DomainName) => orders.decide(registrar.registry.deleteDomain, name)

layer(charging)("What a registrar has on account", (it) => {
  it.effect("pays for registrations, renewals and restores", () =>
    Effect.gen(function*() {
      const { ours } = yield* newcomers
      assert.strictEqual(yield* balanceOf(ours), 10_000)
      const { name } = yield* orders.register(ours.registry, { period: Period.years(2) })
      assert.strictEqual(yield* balanceOf(ours), 8400)
      yield* orders.renew(ours.registry, name, { period: Period.years(3) })
      assert.strictEqual(yield* balanceOf(ours), 5700)
      yield* TestClock.adjust("6 days")
      yield* orders.remove(ours.registry, name)
      assert.strictEqual(yield* balanceOf(ours), 5700)
      yield* orders.restore(ours.registry, name)
      assert.strictEqual(yield* balanceOf(ours), 700)
    }))

  it.effect("is not overdrawn: what it does not cover is refused, and nothing is done", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* newcomers
      yield* orders.register(ours.registry, { period: Period.years(10) })
      assert.strictEqual(yield* balanceOf(ours), 2000)
      const refused = yield* orders.newName("generic")
      assert.strictEqual(
        yield* refusedWith(orders.register(ours.registry, { name: refused, period: Period.years(3) })),
        2104
      )
      assert.isFalse(yield* orders.exists(theirs.registry, refused))
      const { name: foreign } = yield* orders.register(theirs.registry)
      yield* orders.register(ours.registry, { period: Period.years(2) })
      const before = yield* orders.info(theirs.registry, foreign)
      assert.strictEqual(yield* refusedWith(orders.requestTransfer(ours.registry, foreign)), 2104)
      assert.deepStrictEqual(yield* orders.info(theirs.registry, foreign), before)
      yield* ours.funds.payIn(Money.MinorUnits.make(300))
      yield* orders.requestTransfer(ours.registry, foreign)
      assert.strictEqual(yield* balanceOf(ours), 700)
    }))

  it.effect("gets back what a deletion undoes in its grace periods", () =>
    Effect.gen(function*() {
      const { ours } = yield* newcomers
      const { name } = yield* orders.register(ours.registry)
      const fresh = yield* remove(ours, name)
      assert.deepStrictEqual(fresh, {
        completed: true,
        credit: { amount: Money.MinorUnits.make(800), currency: "EUR" }
      })
      assert.strictEqual(yield* balanceOf(ours), 10_000)

      const { name: kept } = yield* orders.register(ours.registry)
      yield* TestClock.adjust("6 days")
      yield* orders.renew(ours.registry, kept, { period: Period.years(2) })
      assert.strictEqual((yield* remove(ours, kept)).credit?.amount, 1800)
      assert.strictEqual(yield* balanceOf(ours), 9200)
    }))

  it.effect("pays for what the registry renews by itself, though it be overdrawn, and gets it back on a deletion", () =>
    Effect.gen(function*() {
      const { ours } = yield* newcomers
      const { name } = yield* orders.register(ours.registry)
      yield* ours.funds.payIn(Money.MinorUnits.make(-9000))
      assert.strictEqual(yield* balanceOf(ours), 200)
      yield* TestClock.adjust("366 days")
      yield* orders.info(ours.registry, name)
      assert.strictEqual(yield* balanceOf(ours), -700)
      assert.strictEqual((yield* remove(ours, name)).credit?.amount, 900)
      assert.strictEqual(yield* balanceOf(ours), 200)
    }))

  it.effect("pays for a transfer when it is done, and the losing one gets its automatic renewal back", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* newcomers
      const { name } = yield* orders.register(ours.registry)
      yield* TestClock.adjust("366 days")
      yield* orders.requestTransfer(theirs.registry, name)
      assert.deepStrictEqual([yield* balanceOf(ours), yield* balanceOf(theirs)], [8300, 10_000])
      yield* orders.decide(ours.registry.approveTransfer, name)
      assert.deepStrictEqual([yield* balanceOf(ours), yield* balanceOf(theirs)], [9200, 9300])
    }))

  it.effect("gets back what a registration cost that the registry refuses in the end", () =>
    Effect.gen(function*() {
      const { ours } = yield* newcomers
      const name = yield* orders.newName("generic", "pending-refused")
      yield* ours.registry.createDomain(yield* orders.creation(ours.registry, { name }))
      assert.strictEqual(yield* balanceOf(ours), 9200)
      yield* TestClock.adjust("61 seconds")
      assert.isFalse(yield* orders.exists(ours.registry, name))
      assert.strictEqual(yield* balanceOf(ours), 10_000)
    }))

  it.effect("is charged once of two registrations that it covers one of", () =>
    Effect.gen(function*() {
      const { ours } = yield* newcomers
      yield* ours.funds.payIn(Money.MinorUnits.make(-9000))
      const exits = yield* Effect.all(
        [0, 1].map(() => Effect.exit(orders.register(ours.registry))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(exits.filter(({ _tag }) => _tag === "Success").length, 1)
      assert.strictEqual(yield* balanceOf(ours), 200)
    }))
})

layer(simulatorInMemory)("Prices of a simulated registry", (it) => {
  it.effect("are the default ones, in one currency, and accounts are optional", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const name = yield* orders.newName("generic")
      const usual = { create: 1000, renew: 1000, transfer: 1000, restore: 4000 }
      assert.deepStrictEqual(yield* ours.funds.prices(name), { ...usual, premium: false })
      assert.strictEqual(ours.funds.currency, "EUR")
      const premium = yield* ours.funds.prices(yield* orders.newName("generic", "premium"))
      assert.deepStrictEqual([premium.premium, premium.create, premium.renew], [true, 250_000, 25_000])
      assert.strictEqual(yield* refusedWith(ours.funds.prices(DomainName.make("a.elsewhere"))), 2306)
      assert.deepStrictEqual(yield* ours.funds.balance, Option.none())
      assert.deepStrictEqual(yield* ours.funds.payIn(Money.MinorUnits.make(1)), Option.none())
    }))
})

layer(simulatorInMemory)("A reserved label", (it) => {
  it.effect("cannot be registered, and says so when it is checked", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const names = ["nic.generic", "nick.generic"].map((name) => DomainName.make(name))
      const checked = yield* ours.registry.checkDomains(names)
      assert.deepStrictEqual(checked.map(({ available, reason }) => [available, reason]), [
        [false, "Reserved"],
        [true, null]
      ])
      assert.strictEqual(
        yield* refusedWith(orders.register(ours.registry, { name: DomainName.make("nic.generic") })),
        2304
      )
    }))
})
