import { assert, layer } from "@effect/vitest"
import { Deletions, type Domain, DomainUpdates } from "@namewright/core/domains"
import type { Storage } from "@namewright/core/embed"
import { newCommandId, RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer } from "effect"
import {
  type Customer,
  customer,
  daysBetween,
  domainNow,
  eventListOf,
  isOwned,
  ownedByRival,
  passDays,
  platformOn,
  register,
  requestAway,
  transferIn,
  updateOf
} from "./DomainsPlatform.ts"

const update = Effect.fnUntraced(
  function*({ domain_id }: Domain, owner: Customer, members: Parameters<typeof updateOf>[0]) {
    const updates = yield* DomainUpdates
    return yield* owner.act(updates.update(domain_id, updateOf(members)))
  }
)

/** Domain without a transfer lock, and its auth code. */
const openDomain = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* update(yield* register(owner, name), owner, { transfer_lock: false })
  return { domain, code: domain.auth_code ?? "" }
})

/** True if the registry verifies the code for a third registrar (RFC 9154, section 5.3). */
const verifies = Effect.fnUntraced(function*({ name, registry }: Pick<Domain, "name" | "registry">, code: string) {
  const simulator = yield* RegistrySimulator
  const { infoDomain } = simulator.registry(registry, "third")
  return yield* Effect.match(infoDomain(name, code), { onFailure: () => false, onSuccess: () => true })
})

const codeOf = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  const { auth_code, auth_code_expires_on } = yield* domainNow(owner, domain)
  return [auth_code, auth_code_expires_on]
})

const slowBackend = "slow-registry"

/** Tests of auth codes that are set for one transfer (RFC 9154). */
export const authCodeSuite = (driver: string, storage: Layer.Layer<Storage, unknown>) => {
  layer(platformOn(storage, { auth_code_lifetime: "14 days" }))(`Auth codes for one transfer (${driver})`, (it) => {
    it.effect("are absent after a registration", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        assert.deepStrictEqual(yield* codeOf(owner, yield* register(owner, "absent.slow")), [null, null])
      }))

    it.effect("are set for 14 days when the transfer lock is removed, and are in no event", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { code, domain } = yield* openDomain(owner, "set.slow")
        assert.lengthOf(code, 24)
        assert.strictEqual(daysBetween(domain.updated_on, domain.auth_code_expires_on), 14)
        assert.isTrue(yield* verifies(domain, code))
        assert.isFalse(yield* verifies(domain, `${code}x`))
        assert.notInclude(JSON.stringify(yield* eventListOf(owner)), code)
      }))

    it.effect("are unset when they expire", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { code, domain } = yield* openDomain(owner, "expired.slow")
        yield* passDays(13)
        assert.isTrue(yield* verifies(domain, code))
        yield* passDays(2)
        assert.isFalse(yield* verifies(domain, code))
        assert.deepStrictEqual(yield* codeOf(owner, domain), [null, null])
      }))

    it.effect("are unset when the domain is locked", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { code, domain } = yield* openDomain(owner, "locked.slow")
        yield* update(domain, owner, { transfer_lock: true })
        assert.isFalse(yield* verifies(domain, code))
        assert.deepStrictEqual(yield* codeOf(owner, domain), [null, null])
      }))

    it.effect("are erased with a deletion, and unset after a restore", () =>
      Effect.gen(function*() {
        const deletions = yield* Deletions
        const owner = yield* customer()
        const { code, domain } = yield* openDomain(owner, "deleted.slow")
        yield* passDays(6)
        yield* owner.act(deletions.remove(domain.domain_id))
        assert.isNull((yield* domainNow(owner, domain)).auth_code)
        yield* owner.act(deletions.restore(domain.domain_id, {}))
        yield* passDays(2)
        assert.isFalse(yield* verifies(domain, code))
        assert.deepStrictEqual(yield* codeOf(owner, domain), [null, null])
      }))

    it.effect("are removed with a domain that is transferred away", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { code, domain } = yield* openDomain(owner, "left.slow")
        yield* requestAway(domain)
        yield* passDays(7)
        assert.isFalse(yield* isOwned(domain.name))
        assert.isFalse(yield* verifies(domain, code))
      }))

    it.effect("remain after a canceled outbound transfer until they expire", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { code, domain } = yield* openDomain(owner, "canceled.slow")
        const registry = yield* requestAway(domain)
        yield* registry.cancelTransfer({ command_id: yield* newCommandId, name: domain.name })
        yield* passDays(8)
        assert.isTrue(yield* verifies(domain, code))
        yield* passDays(7)
        assert.isFalse(yield* verifies(domain, code))
      }))

    it.effect("are unset after an inbound transfer", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* ownedByRival("arrived.slow", slowBackend, "Transfer-Code-1")
        const wrong = yield* Effect.flip(transferIn(owner, "arrived.slow", { auth_code: "Guessed-Code-1" }))
        assert.strictEqual(wrong._tag, "AuthCodeWrong")
        const domain = yield* transferIn(owner, "arrived.slow")
        yield* passDays(7)
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingTransfer")
        assert.deepStrictEqual(yield* codeOf(owner, domain), [null, null])
        assert.isFalse(yield* verifies(domain, "Transfer-Code-1"))
      }))

    it.effect("are unchanged under TLDs whose registry generates them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "made-there.trading")
        yield* update(domain, owner, { transfer_lock: false })
        assert.deepStrictEqual(yield* codeOf(owner, domain), [null, null])
      }))
  })
}
