import { assert, layer } from "@effect/vitest"
import { Deletions, type Domain, Domains, DomainUpdates } from "@namewright/core/domains"
import { newCommandId, RegistrySimulator } from "@namewright/core/registry"
import { Effect } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  isOwned,
  openIntents,
  ownedByRival,
  passDays,
  register,
  requestAway,
  transferIn
} from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { codeAtRegistry, forTransfers, sentCodes, strong, unlocked, update } from "./transferCodes.ts"
import { backend, onTheWire, WireRegistry } from "./WirePlatform.ts"

/** Auth code and expiry in the stored domain. */
const stored = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  const { auth_code, auth_code_expires_on } = yield* domainNow(owner, domain)
  return { auth_code, has_expiry: auth_code_expires_on !== null }
})

const none = { auth_code: null, has_expiry: false }

/** Auth code and expiry as the owner sees them. */
const shown = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain) {
  const domains = yield* Domains
  const { auth_code, auth_code_expires_on } = yield* owner.act(domains.get(domain_id, []))
  return [auth_code, auth_code_expires_on] as const
})

const updateCommands = Effect.fnUntraced(function*(name: string) {
  const { sent } = yield* WireRegistry
  return sent.flatMap(({ command }) => command._tag === "DomainUpdate" && command.name === name ? [command] : [])
})

layer(onTheWire(forTransfers))("The auth code of a domain, set for one transfer (RFC 9154)", (it) => {
  it.effect("is removed in the update that locks the domain", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "locked-again.wire")
      yield* update(domain, owner, { transfer_lock: true })
      const [last] = (yield* updateCommands(domain.name)).toReversed()
      assert.deepStrictEqual([last?.add?.statuses, last?.change?.authInfo], [
        [{ status: "clientTransferProhibited" }],
        null
      ])
      assert.isNull(yield* codeAtRegistry(domain.name))
      assert.deepStrictEqual(yield* stored(owner, domain), none)
    }))

  it.effect("is removed by an explicit lock of a locked domain, and kept by another status", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "code-while-locked.wire")
      yield* update(domain, owner, { transfer_lock: true })
      const code = "a7Fq0-Wz2vXc.91LmTq8Rk"
      yield* update(domain, owner, { auth_code: code })
      yield* update(domain, owner, { statuses: ["clientTransferProhibited", "clientDeleteProhibited"] })
      assert.strictEqual(yield* codeAtRegistry(domain.name), code)
      yield* update(domain, owner, { transfer_lock: true })
      assert.isNull(yield* codeAtRegistry(domain.name))
    }))

  it.effect("is not touched by the lock of a domain without one", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "never-coded.wire")
      yield* update(domain, owner, { transfer_lock: true })
      assert.lengthOf(yield* sentCodes(domain.name), 1)
    }))

  it.effect("is set in a second update when the update lock is lifted with the transfer lock", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "two-locks.wire")
      yield* update(domain, owner, { statuses: ["clientTransferProhibited", "clientUpdateProhibited"] })
      const after = yield* update(domain, owner, { statuses: [] })
      assert.match(after.auth_code ?? "", strong)
      assert.strictEqual(yield* codeAtRegistry(domain.name), after.auth_code)
      const commands = yield* updateCommands(domain.name)
      assert.deepStrictEqual(commands.map(({ change }) => change?.authInfo !== undefined), [false, false, true])
    }))

  it.effect("is set once although the registry's answer is lost", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* register(owner, "lost-code.wire")
      yield* update(domain, owner, { transfer_lock: true })
      server.faults.inject({ command: "DomainUpdate", object: domain.name, fault: { _tag: "Cut", when: "after" } })
      yield* Effect.exit(update(domain, owner, { transfer_lock: false }))
      yield* recovery
      const { auth_code } = yield* domainNow(owner, domain)
      assert.match(auth_code ?? "", strong)
      assert.strictEqual(yield* codeAtRegistry(domain.name), auth_code)
      assert.deepStrictEqual(yield* openIntents(domain), [])
    }))

  it.effect("is generated anew when the registry considers it too weak (2202)", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* register(owner, "too-weak.wire")
      const rejects = { _tag: "Fail", code: 2202, when: "before" } as const
      server.faults.inject({ command: "DomainUpdate", object: domain.name, times: 3, fault: rejects })
      const after = yield* update(domain, owner, { transfer_lock: false })
      assert.match(after.auth_code ?? "", strong)
      assert.strictEqual(yield* codeAtRegistry(domain.name), after.auth_code)
      assert.lengthOf(new Set((yield* sentCodes(domain.name)).map((code) => code?.password)), 5)
    }))

  it.effect("of a caller is not replaced when the registry rejects it", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* register(owner, "chosen-rejected.wire")
      const rejects = { _tag: "Fail", code: 2202, when: "before" } as const
      server.faults.inject({ command: "DomainUpdate", object: domain.name, fault: rejects })
      const error = yield* Effect.flip(update(domain, owner, { auth_code: "a7Fq0-Wz2vXc.91LmTq8Rk" }))
      assert.strictEqual(error._tag, "RegistryPolicyRefused")
      assert.deepStrictEqual(yield* stored(owner, domain), none)
    }))

  it.effect("is erased here on its last day although the registry accepts no updates, and removed there later", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "erased-here.wire")
      yield* update(domain, owner, { statuses: ["clientUpdateProhibited"] })
      yield* passDays(15)
      assert.isNotNull(yield* codeAtRegistry(domain.name))
      assert.deepStrictEqual(yield* stored(owner, domain), { auth_code: null, has_expiry: true })
      assert.deepStrictEqual(yield* shown(owner, domain), [null, null])
      yield* passDays(testSize(20, 90))
      yield* update(domain, owner, { statuses: [] })
      yield* passDays(2)
      assert.isNull(yield* codeAtRegistry(domain.name))
      assert.deepStrictEqual(yield* stored(owner, domain), none)
    }))

  it.effect("is not removed by work that read the domain before a new code was set", () =>
    Effect.gen(function*() {
      const updates = yield* DomainUpdates
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "stale-removal.wire")
      const code = "a7Fq0-Wz2vXc.91LmTq8Rk"
      yield* update(domain, owner, { auth_code: code })
      const error = yield* Effect.flip(updates.removeAuthCode(domain))
      assert.strictEqual(error._tag, "OperationInProgress")
      assert.strictEqual(yield* codeAtRegistry(domain.name), code)
    }))

  it.effect("ends with a deletion, and is removed at the registry after a restore", () =>
    Effect.gen(function*() {
      const deletions = yield* Deletions
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "deleted-code.wire")
      yield* passDays(6)
      yield* owner.act(deletions.remove(domain.domain_id))
      assert.deepStrictEqual(yield* stored(owner, domain), { auth_code: null, has_expiry: true })
      assert.deepStrictEqual(yield* shown(owner, domain), [null, null])
      assert.isNotNull(yield* codeAtRegistry(domain.name))
      yield* owner.act(deletions.restore(domain.domain_id, {}))
      yield* passDays(2)
      assert.isNull(yield* codeAtRegistry(domain.name))
      assert.deepStrictEqual(yield* stored(owner, domain), none)
    }))

  it.effect("is kept for its time when an outbound transfer is rejected", () =>
    Effect.gen(function*() {
      const { simulator } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "stays-after-all.wire")
      yield* Effect.provideService(requestAway(domain), RegistrySimulator, simulator)
      yield* Effect.orDie(
        simulator.registry(backend, "rival").cancelTransfer({ command_id: yield* newCommandId, name: domain.name })
      )
      yield* passDays(7)
      assert.isTrue(yield* isOwned(domain.name))
      assert.strictEqual((yield* stored(owner, domain)).auth_code, domain.auth_code)
      yield* passDays(8)
      assert.deepStrictEqual(yield* stored(owner, domain), none)
      assert.isNull(yield* codeAtRegistry(domain.name))
    }))
})

layer(onTheWire(forTransfers))("The auth code of an inbound transfer", (it) => {
  it.effect("is verified by an info command before anything is charged", () =>
    Effect.gen(function*() {
      const { sent, simulator } = yield* WireRegistry
      const owner = yield* customer()
      const before = yield* balanceOf(owner)
      const name = "wrong-code.wire"
      yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
      const error = yield* Effect.flip(transferIn(owner, name, { auth_code: "Guessed-Code-1" }))
      assert.strictEqual(error._tag, "AuthCodeWrong")
      assert.deepStrictEqual(yield* chargesOf(owner, name), [])
      assert.strictEqual(yield* balanceOf(owner), before)
      assert.isFalse(yield* isOwned(name))
      assert.notInclude(sent.map(({ command }) => command._tag), "DomainTransfer")
      yield* transferIn(owner, name)
      assert.include(sent.map(({ command }) => command._tag), "DomainTransfer")
    }))

  it.effect("is wrong for a name whose code is not set", () =>
    Effect.gen(function*() {
      const { simulator } = yield* WireRegistry
      const owner = yield* customer()
      const name = "unset-code.wire"
      yield* Effect.provideService(ownedByRival(name, backend, null), RegistrySimulator, simulator)
      assert.strictEqual((yield* Effect.flip(transferIn(owner, name)))._tag, "AuthCodeWrong")
    }))

  it.effect("goes to the transfer unverified when the registry does not answer the info command", () =>
    Effect.gen(function*() {
      const { server, simulator } = yield* WireRegistry
      const owner = yield* customer()
      const name = "silent-info.wire"
      yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
      const fails = { _tag: "Fail", code: 2400, when: "before" } as const
      server.faults.inject({ command: "DomainInfo", object: name, fault: fails })
      const { registry_statuses } = yield* transferIn(owner, name)
      assert.deepStrictEqual(registry_statuses, ["pendingTransfer"])
    }))

  it.effect("is erased when the domain has arrived, even if the update that removes it fails", () =>
    Effect.gen(function*() {
      const { server, simulator } = yield* WireRegistry
      const owner = yield* customer()
      const name = "arrived-lost.wire"
      yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
      const domain = yield* transferIn(owner, name)
      server.faults.inject({
        command: "DomainUpdate",
        object: name,
        fault: { _tag: "Fail", code: 2304, when: "before" }
      })
      yield* passDays(6)
      yield* recovery
      assert.deepStrictEqual(yield* shown(owner, domain), [null, null])
      assert.isNull((yield* stored(owner, domain)).auth_code)
      yield* passDays(6)
      yield* recovery
      assert.include(yield* eventsOf(owner, domain.domain_id), "INBOUND_TRANSFER/SUCCESS")
      assert.isNull(yield* codeAtRegistry(domain.name))
      assert.deepStrictEqual(yield* stored(owner, domain), none)
    }))
})
