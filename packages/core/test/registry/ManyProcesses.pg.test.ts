import { assert, layer } from "@effect/vitest"
import { layer as postgres } from "@namewright/adapters-pg"
import { contractBackends } from "@namewright/conformance"
import {
  type CreateDomain,
  newCommandId,
  type PollMessage,
  type Registry,
  RegistrySimulator
} from "@namewright/core/registry"
import { DomainName, Hostname, Period } from "@namewright/core/shared"
import { Clock, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { contractSimulator, newContact } from "./simulatedRegistries.ts"

/** The same registry as two processes speak to it, each with connections of its own. */
class Processes extends Context.Service<Processes, readonly [Registry, Registry]>()("test/registry/Processes") {}

const twoProcesses = Layer.effect(
  Processes,
  Effect.gen(function*() {
    const url = yield* migratedDatabase
    const process = Effect.map(
      Layer.build(
        contractSimulator.pipe(Layer.provide(postgres({ url })))
          .pipe(Layer.fresh)
      ),
      (context) => Context.get(context, RegistrySimulator).registry(contractBackends.generic)
    )
    return Processes.of([yield* process, yield* process])
  })
)

const creation = Effect.fnUntraced(
  function*(name: string, handle: string, nameservers: CreateDomain["nameservers"] = []) {
    const command: CreateDomain = {
      command_id: yield* newCommandId,
      name: DomainName.make(name),
      period: Period.years(1),
      contacts: (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle })),
      nameservers,
      auth_code: "Correct-Horse-1",
      dnssec: [],
      attributes: {},
      fee: null,
      claims_acceptance: null
    }
    return command
  }
)

/** Runs work as if it were later; connections and their timeouts stay with the real clock. */
const later = (duration: Duration.Input) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const now = () => clock.currentTimeMillisUnsafe() + Duration.toMillis(duration)
    const moved: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now)
    })
    return Effect.provideService(work, Clock.Clock, moved)
  })

layer(twoProcesses, { excludeTestServices: true })("The simulator in several processes", (it) => {
  it.effect("gives each of many names to one of two concurrent registrars", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const handle = yield* newContact(one)
      const attempts = Array.from({ length: 60 }, (_, index) => [one, other].map((registry) => ({ index, registry })))
        .flat()
      const exits = yield* Effect.forEach(attempts, ({ index, registry }) =>
        Effect.exit(Effect.flatMap(creation(`race-${index}.generic`, handle), registry.createDomain)), {
        concurrency: 20
      })
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 60)
      for (const exit of exits.filter(Exit.isFailure)) {
        assert.isTrue(Exit.hasFails(exit), "the loser is refused")
      }
    }))

  it.effect("applies due changes once, in any order of queries", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const handle = yield* newContact(one)
      const names = Array.from({ length: 120 }, (_, index) => `due-${index}.generic`)
      yield* Effect.forEach(names, (name) => Effect.flatMap(creation(name, handle), one.createDomain), {
        concurrency: 10,
        discard: true
      })
      const looks = names.flatMap((name) => [one, other].map((registry) => registry.infoDomain(DomainName.make(name))))
      const renewed = yield* later("370 days")(Effect.gen(function*() {
        yield* Effect.all([Effect.all(looks, { concurrency: 12 }), one.nextMessage, other.nextMessage], {
          concurrency: 3
        })
        const read: Array<PollMessage> = []
        for (let next = yield* one.nextMessage; Option.isSome(next); next = yield* other.nextMessage) {
          read.push(next.value)
          yield* one.acknowledgeMessage(next.value.message_id)
        }
        return read
      }))
      const about = renewed.flatMap(({ payload }) =>
        payload._tag === "Renewed" && payload.name.startsWith("due-") ? [payload.name as string] : []
      )
      assert.sameMembers(about, names)
    }))

  it.effect("never leaves a name with a contact or host that was deleted meanwhile", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Processes
      const parent = yield* newContact(one)
      yield* Effect.flatMap(creation("parent.generic", parent), one.createDomain)
      for (let round = 0; round < 30; round++) {
        const handle = yield* newContact(one)
        const hostname = Hostname.make(`ns${round}.parent.generic`)
        yield* one.createHost({ command_id: yield* newCommandId, hostname, ip_addresses: ["192.0.2.1"] })
        const create = yield* creation(`used-${round}.generic`, handle, [{ hostname, ip_addresses: [] }])
        const command_id = yield* newCommandId
        const [created, contact, host] = yield* Effect.all([
          Effect.exit(one.createDomain(create)),
          Effect.exit(other.deleteContact({ command_id, handle })),
          Effect.exit(other.deleteHost({ command_id, hostname }))
        ], { concurrency: 3 })
        assert.isFalse(
          Exit.isSuccess(created) && (Exit.isSuccess(contact) || Exit.isSuccess(host)),
          "either the name is there or one of its parts is gone"
        )
        if (Exit.isSuccess(created)) {
          assert.isTrue(Option.isSome(yield* other.infoContact(handle)))
          assert.isTrue(Option.isSome(yield* other.infoHost(hostname)))
        }
      }
    }))
})
