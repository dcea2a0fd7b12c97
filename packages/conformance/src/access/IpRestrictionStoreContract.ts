import { assert, layer } from "@effect/vitest"
import { type IpRestriction, IpRestrictionStore } from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const insert = Effect.fnUntraced(function*(organization_id: OrganizationId, ip_network: string) {
  const store = yield* IpRestrictionStore
  return yield* store.insert({ organization_id, ip_network, last_used_on: null, created_on: yield* Instant.now })
})

/** Contract of storage adapters for IP restrictions. */
export const ipRestrictionStoreContract = <E>(
  name: string,
  storage: Layer.Layer<IpRestrictionStore | Transaction, E>
) =>
  layer(storage)(`IpRestrictionStore (${name})`, (it) => {
    it.effect("numbers networks, and lists those of an organization in the order of creation", () =>
      Effect.gen(function*() {
        const store = yield* IpRestrictionStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const first = yield* insert(organization, "198.51.100.0/24")
        const second = yield* insert(organization, "192.0.2.1/32")
        yield* insert(yield* newOrganizationId, "192.0.2.1/32")
        assert.isAbove(second.ip_restriction_id, first.ip_restriction_id)
        assert.deepStrictEqual(yield* store.list(organization), [first, second])
        assert.deepStrictEqual(yield* atomically(store.lock(organization)), [first, second])
        assert.deepStrictEqual(yield* store.find(first.ip_restriction_id), Option.some(first))
        assert.deepStrictEqual(yield* store.list(yield* newOrganizationId), [])
      }))

    it.effect("stores a network once per organization", () =>
      Effect.gen(function*() {
        const store = yield* IpRestrictionStore
        const organization = yield* newOrganizationId
        const first = yield* insert(organization, "192.0.2.0/24")
        const second = yield* insert(organization, "198.51.100.0/24")
        const refused = yield* Effect.flip(insert(organization, "192.0.2.0/24"))
        assert.deepStrictEqual([refused._tag, refused.ip_network], ["IpRestrictionExists", "192.0.2.0/24"])
        const moved = yield* Effect.flip(store.update({ ...second, ip_network: "192.0.2.0/24" }))
        assert.strictEqual(moved._tag, "IpRestrictionExists")
        yield* store.update({ ...first, ip_network: "192.0.2.0/24" })
        assert.deepStrictEqual(yield* store.list(organization), [first, second])
        assert.strictEqual((yield* insert(yield* newOrganizationId, "192.0.2.0/24")).ip_network, "192.0.2.0/24")
      }))

    it.effect("changes and removes a network, and does not use its number again", () =>
      Effect.gen(function*() {
        const store = yield* IpRestrictionStore
        const organization = yield* newOrganizationId
        const kept = yield* insert(organization, "192.0.2.0/24")
        const last = yield* insert(organization, "198.51.100.0/24")
        const changed = { ...last, ip_network: "2001:db8::/32", last_used_on: yield* Instant.now }
        yield* store.update(changed)
        assert.deepStrictEqual(yield* store.find(last.ip_restriction_id), Option.some(changed))
        yield* store.remove(last.ip_restriction_id)
        assert.deepStrictEqual(yield* store.list(organization), [kept])
        assert.deepStrictEqual(yield* store.find(last.ip_restriction_id), Option.none())
        const next = yield* insert(organization, "203.0.113.0/24")
        assert.isAbove(next.ip_restriction_id, last.ip_restriction_id)
      }))

    it.effect("stores the last use of networks that were not used since", () =>
      Effect.gen(function*() {
        const store = yield* IpRestrictionStore
        const organization = yield* newOrganizationId
        const networks = yield* Effect.forEach(
          ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
          (network) => insert(organization, network)
        )
        const [first, second] = networks.map(({ ip_restriction_id }) => ip_restriction_id)
        const used = Effect.map(
          store.list(organization),
          (found: ReadonlyArray<IpRestriction>) => found.map(({ last_used_on }) => last_used_on)
        )
        const begin = yield* Instant.now
        yield* store.markUsed([first ?? 0], begin, DateTime.subtract(begin, { minutes: 5 }))
        assert.deepStrictEqual(yield* used, [begin, null, null])
        yield* TestClock.adjust("299 seconds")
        const soon = yield* Instant.now
        const both = [first ?? 0, second ?? 0]
        yield* store.markUsed(both, soon, DateTime.subtract(soon, { minutes: 5 }))
        assert.deepStrictEqual(yield* used, [begin, soon, null])
        yield* TestClock.adjust("1 second")
        const later = yield* Instant.now
        yield* store.markUsed(both, later, DateTime.subtract(later, { minutes: 5 }))
        yield* store.markUsed([], later, later)
        assert.deepStrictEqual(yield* used, [later, soon, null])
      }))
  })
