import { assert, layer } from "@effect/vitest"
import { newBillingTransactionId } from "@namewright/core/billing"
import { newVanitySetId, newZoneId, type StoredVanitySet, VanitySetState, VanitySetStore } from "@namewright/core/dns"
import { DomainName, Hostname, Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const newSet = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  members: Partial<StoredVanitySet> = {},
  hostnames: ReadonlyArray<string> = ["ns1.example.com", "ns2.example.com"]
) {
  const now = yield* Instant.now
  const set: StoredVanitySet = {
    set_id: yield* newVanitySetId,
    organization_id,
    name: "Example",
    parent_domain_name: DomainName.make("example.com"),
    soa_rname: "hostmaster.example.com",
    is_default: false,
    nameservers: hostnames.map((hostname, position) => ({ hostname: Hostname.make(hostname), position })),
    renewal_mode: "renew",
    expires_on: null,
    renew_scheduled_at: null,
    grace_period_ends_at: null,
    billing_transaction_id: yield* newBillingTransactionId,
    ...VanitySetState.begun(now),
    created_on: now,
    updated_on: now,
    ...members
  }
  return set
})

const stored = Effect.fnUntraced(function*(...parameters: Parameters<typeof newSet>) {
  const store = yield* VanitySetStore
  const set = yield* newSet(...parameters)
  assert.deepStrictEqual(yield* store.insert(set), [])
  return set
})

const read = Effect.fnUntraced(function*({ set_id }: StoredVanitySet) {
  const store = yield* VanitySetStore
  return Option.getOrThrow(yield* store.find(set_id))
})

/** Hostnames of one set, unique by the mark. */
const named = (mark: string) => ["ns1", "ns2"].map((label) => `${label}.${mark}.example.com`)

/** Contract of VanitySetStore. */
export const vanitySetStoreContract = <E>(name: string, storage: Layer.Layer<VanitySetStore, E>) =>
  layer(storage)(`VanitySetStore (${name})`, (it) => {
    it.effect("finds a stored set, with its hostnames by position", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const organization = yield* newOrganizationId
        const now = yield* Instant.now
        const set = yield* stored(organization, {
          status: "suspended",
          renewal_mode: "expire",
          expires_on: now,
          renew_scheduled_at: DateTime.add(now, { days: 1 }),
          grace_period_ends_at: DateTime.add(now, { days: 30 }),
          provisioning_ends_on: null,
          next_action_on: null
        }, ["ns2.example.com", "ns1.example.com", "a.ns.example.com"])
        assert.deepStrictEqual(yield* read(set), set)
        for (const find of [store.lock, store.keep]) {
          assert.deepStrictEqual(yield* find(set.set_id), Option.some(set))
        }
        assert.isTrue(Option.isNone(yield* store.find(yield* newVanitySetId)))
        yield* store.remove(set.set_id)
        assert.isTrue(Option.isNone(yield* store.find(set.set_id)))
        assert.deepStrictEqual(yield* store.insert(set), [])
      }))

    it.effect("keeps each hostname for one set of an organization", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const organization = yield* newOrganizationId
        yield* stored(organization)
        const other = yield* newSet(organization, {}, ["ns9.example.com", "ns2.example.com", "ns1.example.com"])
        assert.deepStrictEqual(
          yield* store.insert(other),
          ["ns2", "ns1"].map((label) => Hostname.make(`${label}.example.com`))
        )
        assert.isTrue(Option.isNone(yield* store.find(other.set_id)))
        yield* stored(organization, {}, ["ns9.example.com", "ns8.example.com"])
        yield* stored(yield* newOrganizationId)
      }))

    it.effect("lists the hostnames of an organization's sets that zones may have", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const organization = yield* newOrganizationId
        for (const status of ["provisioning", "active", "suspended", "failed", "deleting"] as const) {
          yield* stored(organization, { status }, named(status))
        }
        yield* stored(yield* newOrganizationId, { status: "active" }, named("foreign"))
        assert.deepStrictEqual(
          yield* store.hostnames(organization),
          [...named("active"), ...named("suspended")].toSorted().map((text) => Hostname.make(text))
        )
        assert.deepStrictEqual(yield* store.hostnames(yield* newOrganizationId), [])
      }))

    it.effect("saves all members except the hostnames", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const set = yield* stored(yield* newOrganizationId)
        const now = DateTime.add(yield* Instant.now, { days: 1 })
        const changed: StoredVanitySet = {
          ...set,
          status: "active",
          is_default: true,
          renewal_mode: "expire",
          expires_on: now,
          provisioning_ends_on: null,
          next_action_on: now,
          updated_on: now
        }
        yield* store.save({ ...changed, nameservers: [] })
        assert.deepStrictEqual(yield* read(set), changed)
      }))

    it.effect("lists an organization's sets, the newest first, in pages", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const organization = yield* newOrganizationId
        const made: Array<StoredVanitySet> = []
        for (const mark of ["a", "b", "c"]) {
          made.unshift(yield* stored(organization, { status: mark === "b" ? "failed" : "active" }, named(mark)))
          yield* TestClock.adjust("1 second")
        }
        yield* stored(yield* newOrganizationId)
        const page = yield* store.list(organization, { page: 1, page_size: 2 })
        assert.deepStrictEqual([page.total, page.items], [3, made.slice(0, 2)])
        const rest = yield* store.list(organization, { page: 2, page_size: 2 })
        assert.deepStrictEqual(rest.items, made.slice(2))
        assert.strictEqual(yield* store.countActive(organization), 2)
      }))

    it.effect("has at most one default set of an organization", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const organization = yield* newOrganizationId
        const first = yield* stored(organization, {}, named("a"))
        const second = yield* stored(organization, {}, named("b"))
        const defaultOf = Effect.map(store.keepDefault(organization), Option.map(({ set_id }) => set_id))
        assert.deepStrictEqual(yield* defaultOf, Option.none())
        assert.isFalse(yield* store.setDefault(organization, first.set_id))
        assert.deepStrictEqual(yield* defaultOf, Option.some(first.set_id))
        assert.isTrue(yield* store.setDefault(organization, second.set_id))
        assert.deepStrictEqual(yield* defaultOf, Option.some(second.set_id))
        assert.isFalse((yield* read(first)).is_default)
        assert.isTrue(yield* store.setDefault(organization, null))
        assert.isFalse(yield* store.setDefault(organization, null))
        assert.deepStrictEqual(yield* defaultOf, Option.none())
      }))

    it.effect("finds sets with a due action, the longest due first", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        // Before the due times of other tests.
        const now = DateTime.makeUnsafe("1960-01-01T00:00:00Z")
        const organization = yield* newOrganizationId
        const at = (mark: string, next_action_on: Instant.Instant | null) =>
          stored(organization, { next_action_on }, named(mark))
        const late = yield* at("late", now)
        const later = yield* at("later", DateTime.subtract(now, { minutes: 1 }))
        yield* at("early", DateTime.add(now, { seconds: 1 }))
        yield* at("never", null)
        assert.deepStrictEqual(yield* store.due(now, 100), [later.set_id, late.set_id])
        assert.deepStrictEqual(yield* store.due(now, 1), [later.set_id])
      }))

    it.effect("stores the zones that contain the addresses of a set", () =>
      Effect.gen(function*() {
        const store = yield* VanitySetStore
        const set = yield* stored(yield* newOrganizationId, {}, ["ns1.holder.com", "ns2.holder.com"])
        const zone = yield* newZoneId
        assert.isFalse(yield* store.hasHostnamesIn(zone))
        assert.strictEqual((yield* store.holders(set.set_id)).size, 0)
        const holders = new Map([[Hostname.make("ns1.holder.com"), zone]])
        yield* store.saveHolders(set.set_id, holders)
        assert.deepStrictEqual(yield* store.holders(set.set_id), holders)
        assert.isTrue(yield* store.hasHostnamesIn(zone))
        assert.deepStrictEqual(yield* read(set), set)
        yield* store.remove(set.set_id)
        assert.isFalse(yield* store.hasHostnamesIn(zone))
      }))
  })
