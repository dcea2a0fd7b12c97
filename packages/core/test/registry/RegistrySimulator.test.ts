import { assert, describe, it, layer } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import {
  type CommandError,
  type CreateDomain,
  newCommandId,
  type Registry,
  RegistryRefusal,
  RegistryRouter,
  RegistrySimulator
} from "@namewright/core/registry"
import { DomainName, Hostname, Period, Transaction } from "@namewright/core/shared"
import { TldCatalog, type TldSpec } from "@namewright/core/tlds"
import { DateTime, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { newContact } from "./simulatedRegistries.ts"

const simulator = RegistrySimulator.layer.pipe(Layer.provideMerge(TldCatalog.layer))
const inMemory = simulator.pipe(Layer.provideMerge(memoryDatabase()))

const domain = (text: string) => DomainName.make(text)
const command = (name: string) => Effect.map(newCommandId, (command_id) => ({ command_id, name: domain(name) }))

/** A registration as the specification of the TLD wants it. */
const creation = Effect.fnUntraced(function*(registry: Registry, name: string, spec: TldSpec) {
  const handle = yield* newContact(registry)
  const roles = spec.contacts?.supported_roles ?? []
  const { allowed_number_of_nameserver: { min } } = spec.dns_configuration
  const create: CreateDomain = {
    ...(yield* command(name)),
    period: spec.domain_lifecycle.registration_periods?.[0] ?? Period.years(1),
    contacts: roles.flatMap(({ min: count, type }) => count > 0 ? [{ type, handle }] : []),
    nameservers: Array.from({ length: Math.max(min, 2) }, (_, index) => ({
      hostname: Hostname.make(`ns${index}.hosting.example`),
      ip_addresses: []
    })),
    auth_code: null,
    dnssec: [],
    attributes: {},
    fee: null,
    claims_acceptance: null
  }
  return create
})

const specOf = (name: string) => Effect.map(TldCatalog, ({ split }) => Option.getOrThrow(split(domain(name))).spec)

const register = Effect.fnUntraced(function*(registry: Registry, name: string) {
  return yield* registry.createDomain(yield* creation(registry, name, yield* specOf(name)))
})

const transfer = Effect.fnUntraced(function*(registry: Registry, name: string, auth_code: string | null) {
  const nothing = { period: null, contacts: [], nameservers: [], attributes: {}, fee: null }
  return yield* registry.requestTransfer({ ...(yield* command(name)), ...nothing, auth_code })
})

const refusalOf = <R>(effect: Effect.Effect<unknown, CommandError, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag === "RegistryRefusal" ? error.reason : error._tag)

layer(inMemory)("RegistrySimulator", (it) => {
  it.effect("registers, renews and deletes a name of every TLD in the catalogue", () =>
    Effect.gen(function*() {
      const catalog = yield* TldCatalog
      const { registry: registryOf } = yield* RegistrySimulator
      const specs = yield* catalog.list
      assert.isAtLeast(specs.length, 40)
      for (const spec of specs) {
        for (const { name: suffix } of spec.tlds) {
          const registry = registryOf(spec.backend)
          const name = `the-catalogue.${suffix}`
          const created = yield* registry.createDomain(yield* creation(registry, name, spec))
          assert.isTrue(created.completed, name)
          const { expires_on, sponsor } = Option.getOrThrow(yield* registry.infoDomain(domain(name)))
          assert.isTrue(sponsor === "account" && expires_on !== null, name)
          const period = spec.domain_lifecycle.renewal_periods?.find(({ value }) => value < 9)
          if (spec.domain_lifecycle.explicit_renew === true && period !== undefined && expires_on !== null) {
            const current_expiry_date = DateTime.formatIsoDateUtc(expires_on)
            yield* registry.renewDomain({ ...(yield* command(name)), period, current_expiry_date, fee: null })
          }
          if (spec.domain_lifecycle.delete_policy?.includes("immediate")) {
            yield* registry.deleteDomain(yield* command(name))
          }
        }
      }
    }), { timeout: 30_000 })

  it.effect("transfers in names that are not registered here, for any code of valid length", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      assert.strictEqual(yield* refusalOf(transfer(verisign, "stranger.com", "short")), "policy")
      assert.deepStrictEqual(yield* verisign.infoDomain(domain("stranger.com")), Option.none())
      const answer = yield* transfer(verisign, "stranger.com", "Any-Legal-Code")
      assert.strictEqual(answer.status, "pending")
      assert.notStrictEqual(Option.getOrThrow(yield* verisign.infoDomain(domain("stranger.com"))).sponsor, "account")
      yield* TestClock.adjust("6 days")
      const { expires_on, sponsor } = Option.getOrThrow(yield* verisign.infoDomain(domain("stranger.com")))
      assert.strictEqual(sponsor, "account")
      assert.deepStrictEqual(expires_on, answer.expires_on)
    }))

  it.effect("lets go of a foreign name by itself where only its registrar could", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const nominet = registry("nominet")
      assert.strictEqual((yield* transfer(nominet, "stranger.co.uk", null)).status, "pending")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(Option.getOrThrow(yield* nominet.infoDomain(domain("stranger.co.uk"))).sponsor, "account")
    }))

  it.effect("refuses transfers of names whose label says so", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      const code = "Any-Legal-Code"
      assert.strictEqual(yield* refusalOf(transfer(verisign, "transferlock-a.com", code)), "statusProhibits")
      assert.strictEqual(yield* refusalOf(transfer(verisign, "badauth-a.com", code)), "invalidAuthCode")
    }))

  it.effect("shows a taken name as another registrar's", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      const [answer] = yield* verisign.checkDomains([domain("taken-a.com")])
      assert.isFalse(answer?.available)
      assert.notStrictEqual(Option.getOrThrow(yield* verisign.infoDomain(domain("taken-a.com"))).sponsor, "account")
      assert.strictEqual(yield* refusalOf(register(verisign, "taken-a.com")), "objectExists")
    }))

  it.effect("treats hosts below names that are not registered here as another registrar's", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      const hostname = Hostname.make("ns1.unregistered.com")
      assert.notStrictEqual(Option.getOrThrow(yield* verisign.infoHost(hostname)).sponsor, "account")
      const spec = yield* specOf("delegated.com")
      const nameservers = [{ hostname, ip_addresses: [] }]
      yield* verisign.createDomain({ ...(yield* creation(verisign, "delegated.com", spec)), nameservers })
      yield* register(verisign, "unregistered.com")
      assert.deepStrictEqual(yield* verisign.infoHost(hostname), Option.none())
      yield* verisign.createHost({ command_id: yield* newCommandId, hostname, ip_addresses: ["192.0.2.1"] })
      const host = Option.getOrThrow(yield* verisign.infoHost(hostname))
      assert.deepStrictEqual([host.sponsor, host.linked], ["account", true])
    }))

  it.effect("shows a transfer only to its registrars, and to others with the code", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const third = registry("pir", "third")
      yield* register(registry("pir", "rival"), "between.org")
      const change = { registrant: null, auth_code: "Correct-Horse-1", attributes: {} }
      const parts = { nameservers: [], contacts: [], statuses: [], dnssec: [] }
      const update = { ...(yield* command("between.org")), add: parts, remove: parts, change }
      yield* registry("pir", "rival").updateDomain(update)
      yield* TestClock.adjust("61 days")
      yield* transfer(registry("pir"), "between.org", "Correct-Horse-1")
      const name = domain("between.org")
      assert.strictEqual(yield* refusalOf(third.queryTransfer(name)), "notSponsor")
      assert.strictEqual(yield* refusalOf(third.queryTransfer(name, "Wrong-Horse-1")), "invalidAuthCode")
      assert.deepStrictEqual(yield* third.queryTransfer(name, "Correct-Horse-1"), Option.none())
      assert.strictEqual(yield* refusalOf(Effect.flatMap(command("between.org"), third.approveTransfer)), "notSponsor")
    }))

  it.effect("stores actions of its registries, and notifies the sponsor", () =>
    Effect.gen(function*() {
      const { acts, registry } = yield* RegistrySimulator
      const registrar = registry("identity-digital")
      yield* register(registrar, "seized.info")
      yield* acts.changeStatuses(
        domain("seized.info"),
        { add: ["serverHold", "serverUpdateProhibited"] },
        "Court order"
      )
      const { payload } = Option.getOrThrow(yield* registrar.nextMessage)
      assert.deepStrictEqual(payload._tag === "ChangedByRegistry" && payload.reason, "Court order")
      const { statuses } = Option.getOrThrow(yield* registrar.infoDomain(domain("seized.info")))
      assert.includeMembers([...statuses], ["serverHold", "serverUpdateProhibited"])
      yield* acts.changeStatuses(domain("seized.info"), { remove: ["serverHold", "serverUpdateProhibited"] }, "Lifted")
      yield* acts.demandVerification(domain("seized.info"))
      yield* acts.acceptVerification(domain("seized.info"))
      const tags: Array<string> = []
      for (let next = yield* registrar.nextMessage; Option.isSome(next); next = yield* registrar.nextMessage) {
        tags.push(next.value.payload._tag)
        yield* registrar.acknowledgeMessage(next.value.message_id)
      }
      assert.deepStrictEqual(tags, [
        "ChangedByRegistry",
        "ChangedByRegistry",
        "VerificationRequired",
        "VerificationDecided"
      ])
    }))

  it.effect("dies when it is called inside a transaction of its caller", () =>
    Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const { registry } = yield* RegistrySimulator
      const exit = yield* Effect.exit(atomically(register(registry("verisign"), "inside.com")))
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual(yield* registry("verisign").infoDomain(domain("inside.com")), Option.none())
    }))
})

layer(inMemory)("Faults of the simulator", (it) => {
  it.effect("cut a command off before or after it is carried out", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      yield* faults.inject({ method: "createDomain", fault: "cutBefore" })
      yield* faults.inject({ method: "createDomain", fault: "cutAfter" })
      assert.strictEqual(yield* refusalOf(register(verisign, "before.com")), "RegistryOutcomeUnknown")
      assert.deepStrictEqual(yield* verisign.infoDomain(domain("before.com")), Option.none())
      assert.strictEqual(yield* refusalOf(register(verisign, "after.com")), "RegistryOutcomeUnknown")
      assert.isTrue(Option.isSome(yield* verisign.infoDomain(domain("after.com"))))
      yield* register(verisign, "before.com")
      // A second sending of what was carried out is a second command.
      assert.strictEqual(yield* refusalOf(register(verisign, "after.com")), "objectExists")
    }))

  it.effect("affect the given number of calls, about the given object", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      yield* faults.inject({ method: "infoDomain", fault: "temporary", times: 2, object: "unlucky.com" })
      yield* verisign.infoDomain(domain("lucky.com"))
      for (const _ of [1, 2]) {
        assert.strictEqual(yield* refusalOf(verisign.infoDomain(domain("unlucky.com"))), "RegistryTemporary")
      }
      yield* verisign.infoDomain(domain("unlucky.com"))
    }))

  it.effect("leave a query without an answer as something to try again", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      yield* faults.inject({ method: "nextMessage", fault: "cutAfter" })
      assert.strictEqual(yield* refusalOf(registry("verisign").nextMessage), "RegistryTemporary")
    }))

  it.effect("refuse in the words that were asked for", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      const fault = new RegistryRefusal({ reason: "registryCredit", result_code: 2104, text: "Billing failure" })
      yield* faults.inject({ method: "createDomain", fault })
      assert.strictEqual(yield* refusalOf(register(registry("verisign"), "broke.com")), "registryCredit")
    }))

  it.effect("never answer where they hang, and are gone when they are cleared", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      const verisign = registry("verisign")
      yield* faults.inject({ method: "createDomain", fault: "hangAfter" })
      const fiber = yield* Effect.forkChild(register(verisign, "hanging.com"))
      while (Option.isNone(yield* verisign.infoDomain(domain("hanging.com")))) yield* Effect.yieldNow
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
      yield* faults.inject({ method: "createDomain", fault: "temporary", times: 5 })
      yield* faults.clear
      yield* register(verisign, "spared.com")
    }))

  it.effect("spare other registrars", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      yield* faults.inject({ method: "createDomain", fault: "temporary" })
      yield* register(registry("verisign", "rival"), "spared-too.com")
      yield* faults.clear
    }))
})

describe("The router of the simulator", () => {
  it.effect("has a registry for every backend, a driver first", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const driver: Registry = { ...registry("verisign"), account_id: registry("pir").account_id }
      const router = yield* Effect.provide(RegistryRouter, RegistrySimulator.layerRouter([driver]))
      assert.strictEqual(Option.getOrThrow(router.find("verisign")), driver)
      assert.strictEqual(Option.getOrThrow(router.find("denic")).key, "denic")
      assert.strictEqual(Option.getOrThrow(router.find("a-registry-of-tomorrow")).key, "a-registry-of-tomorrow")
      assert.strictEqual(new Set(router.keys).size, router.keys.length)
      const backends = (yield* Effect.flatMap(TldCatalog, ({ list }) => list)).map(({ backend }) => backend)
      assert.sameMembers([...router.keys], [...new Set(backends)])
    }).pipe(Effect.provide(inMemory)))

  it.effect("names the queues that may contain messages: due changes, drivers, and all during faults", () =>
    Effect.gen(function*() {
      const { faults, registry } = yield* RegistrySimulator
      const driver: Registry = { ...registry("pir"), account_id: registry("verisign").account_id }
      const router = yield* Effect.provide(RegistryRouter, RegistrySimulator.layerRouter([driver]))
      const waiting = Effect.map(router.waiting ?? Effect.succeed(new Set<string>()), (keys) => [...keys].toSorted())
      assert.deepStrictEqual(yield* waiting, ["pir"])
      const verisign = registry("verisign")
      yield* transfer(verisign, "elsewhere.com", "Correct-Horse-1")
      assert.deepStrictEqual(yield* waiting, ["pir"])
      yield* TestClock.adjust("6 days")
      assert.deepStrictEqual(yield* waiting, ["pir", "verisign"])
      for (let next = yield* verisign.nextMessage; Option.isSome(next); next = yield* verisign.nextMessage) {
        assert.deepStrictEqual(yield* waiting, ["pir", "verisign"])
        yield* verisign.acknowledgeMessage(next.value.message_id)
      }
      assert.deepStrictEqual(yield* waiting, ["pir"])
      yield* faults.inject({ method: "nextMessage", fault: "temporary" })
      assert.sameMembers(yield* waiting, [...router.queues])
      yield* faults.clear
    }).pipe(Effect.provide(inMemory)))

  it.effect("states what each registry can do", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      assert.isTrue(registry("verisign").capabilities.host_objects)
      assert.isFalse(registry("denic").capabilities.host_objects)
      assert.isTrue(registry("nominet").capabilities.releases)
      assert.isFalse(registry("pir").capabilities.releases)
      assert.isTrue(registry("eurid").capabilities.auth_code_requests)
      assert.notStrictEqual(registry("verisign").account_id, registry("denic").account_id)
      assert.notStrictEqual(registry("verisign").account_id, registry("verisign", "rival").account_id)
    }).pipe(Effect.provide(inMemory)))
})

describe("The state of the simulator", () => {
  it.effect("registers on 29 February until 28 February of a common year", () =>
    Effect.gen(function*() {
      const { registry } = yield* RegistrySimulator
      const now = DateTime.makeUnsafe("2052-02-29T12:00:00Z")
      yield* TestClock.setTime(now.epochMilliseconds)
      const { expires_on } = yield* register(registry("verisign"), "leaping.com")
      assert.strictEqual(expires_on === null ? null : DateTime.formatIsoDateUtc(expires_on), "2053-02-28")
    }).pipe(Effect.provide(inMemory)))

  it.effect("survives a restart", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "namewright-simulator-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      const start = Effect.provide(simulator.pipe(Layer.provideMerge(sqlite({ filename: join(folder, "a.db") }))), {
        local: true
      })
      const before = yield* start(Effect.gen(function*() {
        const { registry } = yield* RegistrySimulator
        yield* register(registry("verisign"), "lasting.com")
        return yield* registry("verisign").infoDomain(domain("lasting.com"))
      }))
      yield* start(Effect.gen(function*() {
        const { registry } = yield* RegistrySimulator
        assert.deepStrictEqual(yield* registry("verisign").infoDomain(domain("lasting.com")), before)
        yield* TestClock.adjust("366 days")
        const { payload } = Option.getOrThrow(yield* registry("verisign").nextMessage)
        assert.strictEqual(payload._tag, "Renewed")
      }))
    }))
})
