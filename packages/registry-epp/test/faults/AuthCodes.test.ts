import { assert, layer } from "@effect/vitest"
import { DomainLifeCycle, DomainStore, DomainUpdates, type UpdateDomainRequest } from "@namewright/core/domains"
import { RegistrySimulator } from "@namewright/core/registry"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  customer,
  daysBetween,
  domainNow,
  eventsOf,
  openIntents,
  ownedByRival,
  passDays,
  register,
  requestAway,
  round,
  transferIn,
  updateOf
} from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { codeAtRegistry, forTransfers, sentCodes, strong, unlocked, update } from "./transferCodes.ts"
import { backend, onTheWire, WireRegistry } from "./WirePlatform.ts"

layer(onTheWire(forTransfers))("Auth codes of a registry that requires them for transfers only (RFC 9154)", (it) => {
  it.effect("registers a name without a code", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "no-code.wire")
      assert.deepStrictEqual([domain.auth_code, domain.auth_code_expires_on], [null, null])
      assert.deepStrictEqual(yield* sentCodes("no-code.wire"), [{ password: "" }])
      assert.isNull(yield* codeAtRegistry(domain.name))
    }))

  it.effect("sets a random code of 128 bits for 14 days when the transfer lock is lifted", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "unlocked.wire")
      assert.match(domain.auth_code ?? "", strong)
      assert.strictEqual(yield* codeAtRegistry(domain.name), domain.auth_code)
      assert.strictEqual(daysBetween(domain.updated_on, domain.auth_code_expires_on), 14)
      const other = yield* unlocked(owner, "unlocked-too.wire")
      assert.notStrictEqual(other.auth_code, domain.auth_code)
    }))

  it.effect("sets a code for a name that was never locked at the caller's request", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      for (const members of [{ transfer_lock: false }, { status_changes: { remove: ["clientTransferProhibited"] } }]) {
        const domain = yield* register(owner, `open-${Object.keys(members)[0]}.wire`.replace("_", "-"))
        assert.match((yield* update(domain, owner, members)).auth_code ?? "", strong)
      }
    }))

  it.effect("keeps a valid code, and sets none for other changes", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "still-good.wire")
      const again = yield* update(domain, owner, { transfer_lock: false })
      assert.strictEqual(again.auth_code, domain.auth_code)
      const quiet = yield* register(owner, "quiet-update.wire")
      yield* update(quiet, owner, { statuses: ["clientDeleteProhibited"] })
      assert.isNull((yield* domainNow(owner, quiet)).auth_code)
    }))

  it.effect("sets one code for a repeated change", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const updates = yield* DomainUpdates
      const domain = yield* register(owner, "asked-again.wire")
      const request: UpdateDomainRequest = updateOf({ transfer_lock: false })
      const first = yield* owner.act(updates.updateOnce(domain.domain_id, request))
      const second = yield* owner.act(updates.updateOnce(domain.domain_id, request))
      assert.strictEqual(second.auth_code, first.auth_code)
      assert.lengthOf(yield* sentCodes("asked-again.wire"), 2)
    }))

  it.effect("removes an expired code from the registry and from the record", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "forgotten.wire")
      yield* passDays(13)
      assert.strictEqual(yield* codeAtRegistry(domain.name), domain.auth_code)
      yield* passDays(2)
      assert.isNull(yield* codeAtRegistry(domain.name))
      assert.strictEqual((yield* sentCodes(domain.name)).at(-1), null)
      const after = yield* domainNow(owner, domain)
      assert.deepStrictEqual([after.auth_code, after.auth_code_expires_on], [null, null])
      yield* passDays(3)
      assert.lengthOf(yield* sentCodes(domain.name), 3)
    }))

  it.effect("removes the code once although the registry's response is lost", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "lost-removal.wire")
      yield* passDays(13)
      server.faults.inject({ command: "DomainUpdate", object: domain.name, fault: { _tag: "Cut", when: "after" } })
      yield* passDays(2)
      yield* recovery
      assert.isNull(yield* codeAtRegistry(domain.name))
      assert.isNull((yield* domainNow(owner, domain)).auth_code)
      assert.deepStrictEqual(yield* openIntents(domain), [])
    }))

  it.effect("removes the code of a name with an update lock after the lock is removed", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "locked-code.wire")
      yield* update(domain, owner, { statuses: ["clientUpdateProhibited"] })
      yield* passDays(17)
      assert.strictEqual(yield* codeAtRegistry(domain.name), domain.auth_code)
      assert.notInclude(yield* eventsOf(owner, domain.domain_id), "MODIFICATION/FAILURE")
      yield* update(domain, owner, { statuses: [] })
      yield* passDays(2)
      assert.isNull(yield* codeAtRegistry(domain.name))
    }))

  it.effect("accepts a strong code of the caller, with the same validity", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "chosen.wire")
      const weak = yield* Effect.flip(update(domain, owner, { auth_code: "Caller-Code-12" }))
      assert.strictEqual(weak._tag, "PolicyViolation")
      const code = "a7Fq0-Wz2vXc.91LmTq8Rk"
      const changed = yield* update(domain, owner, { auth_code: code })
      assert.strictEqual(changed.auth_code, code)
      assert.strictEqual(daysBetween(changed.updated_on, changed.auth_code_expires_on), 14)
      yield* passDays(15)
      assert.isNull(yield* codeAtRegistry(domain.name))
      const registered = yield* register(owner, "chosen-early.wire", { auth_code: code })
      assert.strictEqual(registered.auth_code, code)
      yield* passDays(15)
      assert.isNull((yield* domainNow(owner, registered)).auth_code)
    }))

  it.effect("transfers a name out with its code", () =>
    Effect.gen(function*() {
      const { simulator } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "leaving-with-code.wire")
      yield* Effect.provideService(requestAway(domain), RegistrySimulator, simulator)
      yield* passDays(7)
      assert.include(yield* eventsOf(owner, domain.domain_id), "OUTBOUND_TRANSFER/SUCCESS")
    }))

  it.effect("removes the code of a completed inbound transfer", () =>
    Effect.gen(function*() {
      const { simulator } = yield* WireRegistry
      const owner = yield* customer()
      const name = "arrived.wire"
      yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
      const domain = yield* transferIn(owner, name)
      yield* passDays(7)
      yield* TestClock.adjust("10 minutes")
      yield* round
      assert.include(yield* eventsOf(owner, domain.domain_id), "INBOUND_TRANSFER/SUCCESS")
      assert.deepStrictEqual(yield* sentCodes(name), [null])
      assert.isNull(yield* codeAtRegistry(domain.name))
      const arrived = yield* domainNow(owner, domain)
      assert.deepStrictEqual([arrived.auth_code, arrived.auth_code_expires_on], [null, null])
    }))

  it.effect("sets the expiry of an earlier code without one", () =>
    Effect.gen(function*() {
      const store = yield* DomainStore
      const lifeCycle = yield* DomainLifeCycle
      const owner = yield* customer()
      const domain = yield* unlocked(owner, "from-earlier.wire")
      const now = yield* DateTime.now
      yield* store.save({ ...domain, auth_code_expires_on: null, next_action_on: now })
      yield* lifeCycle.advance(domain.domain_id)
      const kept = yield* domainNow(owner, domain)
      assert.strictEqual(daysBetween(now, kept.auth_code_expires_on), 14)
      assert.strictEqual(kept.auth_code, domain.auth_code)
      yield* passDays(15)
      assert.isNull(yield* codeAtRegistry(domain.name))
    }))
})

layer(
  onTheWire({ auth_code: { absent: "random", removal: null, lifetime_days: 3, verifiable: false } }, {
    requiresAuthCodes: true
  })
)(
  "Auth codes of a registry that wants every name to have one",
  (it) => {
    it.effect("registers a name with a random code that is not stored", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "secret-code.wire")
        const [made] = yield* sentCodes(domain.name)
        assert.match(made?.password ?? "", strong)
        assert.strictEqual(yield* codeAtRegistry(domain.name), made?.password)
        assert.isNull(domain.auth_code)
        yield* passDays(2)
        assert.isNull((yield* domainNow(owner, domain)).auth_code)
      }))

    it.effect("replaces an expired code by a random one", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* unlocked(owner, "replaced-code.wire")
        assert.strictEqual(daysBetween(domain.updated_on, domain.auth_code_expires_on), 3)
        yield* passDays(4)
        const [made, set, replaced] = yield* sentCodes(domain.name)
        assert.strictEqual(set?.password, domain.auth_code)
        assert.match(replaced?.password ?? "", strong)
        assert.lengthOf(new Set([made?.password, set?.password, replaced?.password]), 3)
        assert.isNull((yield* domainNow(owner, domain)).auth_code)
      }))
  }
)

layer(onTheWire())("Auth codes of a registry that stores them", (it) => {
  it.effect("are generated at registration and kept", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "kept-code.wire")
      assert.strictEqual(domain.auth_code?.length, 16)
      yield* passDays(20)
      assert.strictEqual((yield* domainNow(owner, domain)).auth_code, domain.auth_code)
      assert.strictEqual(yield* codeAtRegistry(domain.name), domain.auth_code)
    }))
})
