import { assert, layer } from "@effect/vitest"
import { layer as postgres } from "@namewright/adapters-pg"
import { contractBackends, contractTlds } from "@namewright/conformance"
import { RegistrySimulator, type SimulatedRegistrar } from "@namewright/core/registry"
import { Money } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Context, Effect, Exit, Layer, Option } from "effect"
import { migratedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { orders, refusedWith } from "./registrars.ts"

type Process = (clientId: string) => SimulatedRegistrar

/** The same registry as two processes serve it, each with connections of its own. Every registrar has 100.00. */
class Processes extends Context.Service<Processes, readonly [Process, Process]>()("test/registrar/Processes") {}

const simulator = RegistrySimulator.layerWith({ unknown_names: "missing", opening_balance: 10_000 }).pipe(
  Layer.provide(TldCatalog.layerOf(contractTlds, []))
)

const twoProcesses = Layer.effect(
  Processes,
  Effect.gen(function*() {
    const url = yield* migratedDatabase
    const process = Effect.map(
      Layer.build(Layer.fresh(simulator.pipe(Layer.provide(postgres({ url }))))),
      (context): Process => (clientId) =>
        Context.get(context, RegistrySimulator).registrar(contractBackends.generic, clientId)
    )
    return Processes.of([yield* process, yield* process])
  })
)

layer(twoProcesses, { excludeTestServices: true })("A registry that several processes serve", (it) => {
  it.effect("renames a host everywhere, also for concurrent new uses", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const [ours, alsoOurs] = [one("renamer"), other("renamer")]
      yield* ours.funds.payIn(Money.MinorUnits.make(1_000_000))
      const { contacts, name: before } = yield* orders.register(ours.registry)
      const { name: after } = yield* orders.register(ours.registry, { contacts })
      for (let round = 0; round < 15; round++) {
        const [old, renamed] = [`ns${round}.${before}`, `ns${round}.${after}`].map(orders.hostname)
        if (old === undefined || renamed === undefined) continue
        yield* ours.hosts.create(old, ["192.0.2.1"])
        const users = yield* Effect.forEach([ours, alsoOurs, ours, alsoOurs], ({ registry }) =>
          Effect.map(orders.newName("generic"), (name) => ({ name, registry })))
        const registrations = users.map(({ name, registry }) =>
          Effect.asVoid(orders.register(registry, { name, contacts, nameservers: orders.nameservers(old) }))
        )
        const rename = Effect.asVoid(alsoOurs.hosts.update(old, { new_name: renamed }))
        const exits = yield* Effect.all(
          [...registrations.slice(0, 2), rename, ...registrations.slice(2)].map(Effect.exit),
          { concurrency: "unbounded" }
        )
        assert.isTrue(exits[2] !== undefined && Exit.isSuccess(exits[2]), "the host has its new name")
        for (const { name } of users) {
          const domain = Option.getOrUndefined(yield* ours.registry.infoDomain(name))
          // Later commands with the old name are refused, because the host does not exist.
          if (domain !== undefined) {
            assert.deepStrictEqual(domain.nameservers, orders.nameservers(renamed))
          }
        }
        const used = yield* Effect.forEach(users, ({ name }) =>
          orders.exists(ours.registry, name))
        const { linked } = Option.getOrThrow(yield* ours.hosts.find(renamed))
        assert.strictEqual(linked, used.includes(true))
      }
    }))

  it.effect("gives one name to one of two hosts that want it", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const [ours, alsoOurs] = [one("renamer"), other("renamer")]
      for (let round = 0; round < 15; round++) {
        const [a, b, wanted] = ["a", "b", "wanted"].map((label) => orders.hostname(`${label}${round}.outside.example`))
        if (a === undefined || b === undefined || wanted === undefined) continue
        yield* Effect.all([ours.hosts.create(a, []), ours.hosts.create(b, [])])
        const exits = yield* Effect.all([
          Effect.exit(ours.hosts.update(a, { new_name: wanted })),
          Effect.exit(alsoOurs.hosts.update(b, { new_name: wanted }))
        ], { concurrency: 2 })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        assert.isTrue(exits.filter(Exit.isFailure).every(Exit.hasFails), "the other is refused")
        const left = yield* Effect.forEach([a, b], (host) => ours.hosts.find(host))
        assert.strictEqual(left.filter(Option.isSome).length, 1)
      }
    }))

  it.effect("refuses two hosts that want each other's name, and lets neither wait for the other", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const [ours, alsoOurs] = [one("renamer"), other("renamer")]
      const { contacts, name: first } = yield* orders.register(ours.registry)
      const { name: second } = yield* orders.register(ours.registry, { contacts })
      for (let round = 0; round < 15; round++) {
        const [a, b] = [`ns${round}.${first}`, `ns${round}.${second}`].map(orders.hostname)
        if (a === undefined || b === undefined) continue
        yield* ours.hosts.create(a, ["192.0.2.1"])
        yield* ours.hosts.create(b, ["192.0.2.2"])
        const codes = yield* Effect.all([
          refusedWith(ours.hosts.update(a, { new_name: b })),
          refusedWith(alsoOurs.hosts.update(b, { new_name: a }))
        ], { concurrency: 2 })
        assert.deepStrictEqual(codes, [2302, 2302])
        const left = yield* Effect.forEach([a, b], (host) => ours.hosts.find(host))
        assert.isTrue(left.every(Option.isSome))
      }
    }))

  it.effect("never takes more from a balance than there is", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const [ours, alsoOurs] = [one("spender"), other("spender")]
      const contacts = yield* orders.newContacts(ours.registry, "generic")
      const exits = yield* Effect.forEach(
        Array.from({ length: 24 }, (_, index) => index % 2 === 0 ? ours : alsoOurs),
        ({ registry }) => Effect.exit(orders.register(registry, { contacts })),
        { concurrency: 12 }
      )
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 10)
      assert.isTrue(exits.filter(Exit.isFailure).every(Exit.hasFails), "the others are refused")
      assert.strictEqual(Option.getOrThrow(yield* ours.funds.balance).amount, 0)
    }))
})
