import { assert, layer } from "@effect/vitest"
import { DomainStore } from "@namewright/core/domains"
import {
  type Host,
  type HostFilter,
  type HostReference,
  HostSortField,
  HostStatus,
  HostStore,
  newHostId,
  type OwnedHost
} from "@namewright/core/hosts"
import {
  type DomainId,
  Hostname,
  Instant,
  newDomainId,
  newOrganizationId,
  type OrganizationId,
  SortOrder,
  Transaction
} from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { day, newDomain, newLabel } from "../domains/DomainSamples.ts"

const firstPage = { page: 1, page_size: 100 }

/** Stored host of the organization, by default with a unique name. */
const inserted = Effect.fnUntraced(function*(organization_id: OrganizationId, members: Partial<Host> = {}) {
  const now = yield* Instant.now
  const host: Host = {
    host_id: yield* newHostId,
    hostname: Hostname.make(`ns1.${yield* newLabel}.com`),
    ip_addresses: ["9.9.9.9"],
    domain_id: yield* newDomainId,
    status: "active",
    created_on: now,
    updated_on: now,
    ...members
  }
  const owned: OwnedHost = { host, organization_id, registry: "simulator" }
  yield* HostStore.use((store) => Effect.orDie(store.insert(owned)))
  return owned
})

const found = (reference: HostReference) => HostStore.use((store) => store.find(reference))

/** First labels of the hosts that match a filter, sorted. */
const shown = Effect.fnUntraced(function*(organization: OrganizationId, filter: HostFilter) {
  const { list } = yield* HostStore
  const { items, total } = yield* list(organization, filter, { by: "hostname", order: "asc" }, firstPage)
  assert.strictEqual(total, items.length)
  return items.map(({ hostname }) => hostname.split(".")[0]).join(" ")
})

/** Hosts with first labels that sort digits, hyphens and letters next to each other, and often the same time. */
const ListedHosts = Schema.UniqueArray(Schema.Struct({
  label: Schema.Literals(["a", "a-1", "a1", "a10", "a2", "b", "b--b", "ba", "0", "z9"]),
  created: Schema.Literals([0, 1, 2]),
  updated: Schema.Literals([0, 1, 2])
})).check(Schema.isMaxLength(20))

const ListQueries = Schema.Array(Schema.Struct({
  by: HostSortField,
  order: SortOrder,
  search: Schema.Literals(["", "a", "A1", "-", "b-", "%", "_", ".x"]),
  page: Schema.Literals([1, 2, 3]),
  page_size: Schema.Literals([1, 3, 20])
})).check(Schema.isMinLength(8), Schema.isMaxLength(8))
type ListQuery = typeof ListQueries.Type[number]

/** Reference implementation of a page over an array. */
const pageOf = (hosts: ReadonlyArray<Host>, { by, order, page, page_size, search }: ListQuery) => {
  const keyOf = (host: Host) => by === "hostname" ? host.hostname : DateTime.formatIso(host[by])
  const matching = hosts.filter(({ hostname }) => hostname.includes(search.toLowerCase())).toSorted((a, b) => {
    const [keys, ids] = [[keyOf(a), keyOf(b)], [a.host_id, b.host_id]] as const
    const [first, second] = keys[0] === keys[1] ? ids : keys
    return (first < second ? -1 : 1) * (order === "asc" ? 1 : -1)
  })
  return {
    items: matching.slice((page - 1) * page_size, page * page_size),
    total: matching.length,
    page,
    page_size
  }
}

/** Contract of storage adapters for host objects. */
export const hostStoreContract = <R, E>(
  name: string,
  storage: Layer.Layer<HostStore | DomainStore | Transaction | R, E>
) => {
  layer(storage)(`HostStore (${name})`, (it) => {
    it.effect("finds an inserted host as it was inserted, by its id and by its name", () =>
      Effect.gen(function*() {
        for (const status of HostStatus.literals) {
          const owned = yield* inserted(yield* newOrganizationId, {
            status,
            ip_addresses: ["2001:db8::9", "9.9.9.9", "192.0.2.1"],
            updated_on: day(1)
          })
          assert.deepStrictEqual(yield* found(owned.host.host_id), Option.some(owned))
          assert.deepStrictEqual(yield* found(owned.host.hostname), Option.some(owned))
        }
        assert.deepStrictEqual(yield* found(yield* newHostId), Option.none())
        assert.deepStrictEqual(yield* found(Hostname.make(`ns1.${yield* newLabel}.com`)), Option.none())
      }))

    it.effect("stores a hostname once in the whole installation, and again after its deletion", () =>
      Effect.gen(function*() {
        const store = yield* HostStore
        const first = yield* inserted(yield* newOrganizationId)
        const { hostname } = first.host
        const second: OwnedHost = {
          ...first,
          organization_id: yield* newOrganizationId,
          host: { ...first.host, host_id: yield* newHostId, domain_id: yield* newDomainId }
        }
        const refusal = yield* Effect.flip(store.insert(second))
        assert.deepStrictEqual([refusal._tag, refusal.hostname], ["HostAlreadyExists", hostname])
        assert.deepStrictEqual(yield* found(second.host.host_id), Option.none())
        assert.deepStrictEqual(yield* found(hostname), Option.some(first))
        yield* store.remove(first.host.host_id)
        yield* Effect.orDie(store.insert(second))
        assert.deepStrictEqual(yield* found(hostname), Option.some(second))
      }))

    it.effect("stores a hostname for one of several concurrent inserts", () =>
      Effect.gen(function*() {
        const store = yield* HostStore
        const { host, ...owner } = yield* inserted(yield* newOrganizationId)
        yield* store.remove(host.host_id)
        const rivals = yield* Effect.forEach([1, 2, 3, 4], () =>
          Effect.map(newHostId, (host_id): OwnedHost => ({ ...owner, host: { ...host, host_id } })))
        const results = yield* Effect.forEach(rivals, (rival) =>
          Effect.match(store.insert(rival), {
            onFailure: ({ _tag }) =>
              _tag,
            onSuccess: () => rival
          }), {
          concurrency: "unbounded"
        })
        const kept = results.filter((result) => result !== "HostAlreadyExists")
        assert.lengthOf(kept, 1)
        assert.deepStrictEqual(yield* found(host.hostname), Option.fromUndefinedOr(kept[0]))
      }))

    it.effect("saves a host, and leaves its owner and other hosts as they are", () =>
      Effect.gen(function*() {
        const store = yield* HostStore
        const organization = yield* newOrganizationId
        const [owned, other] = [yield* inserted(organization), yield* inserted(organization)]
        const changed: Host = { ...owned.host, ip_addresses: ["1.1.1.1"], status: "inactive", updated_on: day(2) }
        yield* store.save(changed)
        yield* store.save(changed)
        assert.deepStrictEqual(yield* found(changed.host_id), Option.some({ ...owned, host: changed }))
        assert.deepStrictEqual(yield* found(other.host.host_id), Option.some(other))
        yield* store.remove(changed.host_id)
        yield* store.save(changed)
        assert.deepStrictEqual(yield* found(changed.host_id), Option.none())
      }))

    it.effect("removes one host, also if it does not exist", () =>
      Effect.gen(function*() {
        const store = yield* HostStore
        const organization = yield* newOrganizationId
        const [gone, other] = [yield* inserted(organization), yield* inserted(organization)]
        yield* store.remove(gone.host.host_id)
        yield* store.remove(gone.host.host_id)
        assert.deepStrictEqual(yield* found(gone.host.host_id), Option.none())
        assert.deepStrictEqual(yield* found(gone.host.hostname), Option.none())
        assert.deepStrictEqual(yield* found(other.host.host_id), Option.some(other))
      }))

    it.effect("makes transactions that lock a host wait for each other, so that no change is lost", () =>
      Effect.gen(function*() {
        const store = yield* HostStore
        const { atomically } = yield* Transaction
        const owned = yield* inserted(yield* newOrganizationId, { ip_addresses: [] })
        const { host_id } = owned.host
        const locked = yield* Deferred.make<void>()
        const adding = (address: string, meanwhile: Effect.Effect<unknown>) =>
          atomically(Effect.gen(function*() {
            const { host } = Option.getOrThrow(yield* store.lock(host_id))
            yield* meanwhile
            yield* store.save({ ...host, ip_addresses: [...host.ip_addresses, address] })
          }))
        // Enough turns for the other transaction to interleave, if it could.
        const turns = Effect.repeat(store.find(host_id), { times: 20 })
        const first = yield* Effect.forkChild(
          adding("192.0.2.1", Effect.andThen(Deferred.succeed(locked, undefined), turns))
        )
        yield* Deferred.await(locked)
        yield* adding("192.0.2.2", Effect.void)
        yield* Fiber.join(first)
        const { host } = Option.getOrThrow(yield* found(host_id))
        assert.deepStrictEqual(host.ip_addresses, ["192.0.2.1", "192.0.2.2"])
        assert.deepStrictEqual(yield* atomically(store.lock(host_id)), Option.some({ ...owned, host }))
        assert.deepStrictEqual(yield* atomically(store.lock(yield* newHostId)), Option.none())
      }))

    it.effect("lists the hosts of one organization, by part of the name and by superordinate domain", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const domain = yield* newDomain(organization, `${yield* newLabel}.com`)
        yield* DomainStore.use((store) => Effect.orDie(store.insert(domain)))
        const { domain_id } = domain
        const below = (label: string, members: Partial<Host> = {}) =>
          inserted(organization, { hostname: Hostname.make(`${label}.${domain.name}`), domain_id, ...members })
        yield* below("one")
        yield* below("one-2")
        yield* below("three", { domain_id: yield* newDomainId })
        const stranger = yield* newOrganizationId
        yield* inserted(stranger, { hostname: Hostname.make(`strange.${domain.name}`), domain_id })
        assert.strictEqual(yield* shown(organization, {}), "one-2 one three")
        assert.strictEqual(yield* shown(organization, { search: "ONE" }), "one-2 one")
        assert.strictEqual(yield* shown(organization, { search: "e-" }), "one-2")
        assert.strictEqual(yield* shown(organization, { search: "on_" }), "")
        assert.strictEqual(yield* shown(organization, { search: "%" }), "")
        assert.strictEqual(yield* shown(organization, { search: "" }), "one-2 one three")
        assert.strictEqual(yield* shown(organization, { domain: domain_id }), "one-2 one")
        assert.strictEqual(yield* shown(organization, { domain: domain.name.toUpperCase() }), "one-2 one")
        assert.strictEqual(yield* shown(organization, { domain: domain.name, search: "e-2" }), "one-2")
        assert.strictEqual(yield* shown(organization, { domain: domain.name.slice(1) }), "")
        assert.strictEqual(yield* shown(organization, { domain: yield* newDomainId }), "")
        assert.strictEqual(yield* shown(stranger, { domain: domain_id }), "strange")
        assert.strictEqual(yield* shown(yield* newOrganizationId, {}), "")
      }))

    it.effect("lists the newest first, and hosts of one time in the order of their ids", () =>
      Effect.gen(function*() {
        const { list } = yield* HostStore
        const organization = yield* newOrganizationId
        const [first, second] = [yield* inserted(organization), yield* inserted(organization)]
        yield* TestClock.adjust("1 minute")
        const third = yield* inserted(organization)
        const { items } = yield* list(organization, {}, { by: "created_on", order: "desc" }, firstPage)
        const ofOneTime = [first, second].map(({ host }) => host).toSorted((a, b) => a.host_id < b.host_id ? 1 : -1)
        assert.deepStrictEqual(items, [third.host, ...ofOneTime])
      }))

    it.effect.prop(
      "lists what a plain array would, in every order and page",
      [ListedHosts, ListQueries],
      ([sketches, queries]) =>
        Effect.gen(function*() {
          const { list } = yield* HostStore
          const organization = yield* newOrganizationId
          const hosts = yield* Effect.forEach(sketches, ({ created, label, updated }) =>
            Effect.gen(function*() {
              const hostname = Hostname.make(`${label}.${yield* newLabel}.com`)
              const times = { created_on: day(created), updated_on: day(updated) }
              return (yield* inserted(organization, { hostname, ...times })).host
            }))
          for (const query of queries) {
            const { page, page_size, search, ...sort } = query
            assert.deepStrictEqual(
              yield* list(organization, { search }, sort, { page, page_size }),
              pageOf(hosts, query)
            )
          }
        })
    )

    it.effect("finds the hosts below each of many domains, by hostname", () =>
      Effect.gen(function*() {
        const { below } = yield* HostStore
        const organization = yield* newOrganizationId
        const [one, two, none] = [yield* newDomainId, yield* newDomainId, yield* newDomainId]
        const named = (label: string, domain_id: DomainId) =>
          Effect.gen(function*() {
            const hostname = Hostname.make(`${label}.${yield* newLabel}.com`)
            return (yield* inserted(organization, { hostname, domain_id })).host
          })
        const [c, a, b] = [yield* named("c", one), yield* named("a", one), yield* named("b", two)]
        yield* inserted(organization)
        const others = yield* Effect.forEach(Array.from({ length: 500 }), () => newDomainId)
        const all = yield* below([two, ...others, one, none])
        assert.deepStrictEqual(all.filter(({ domain_id }) => domain_id === one), [a, c])
        assert.deepStrictEqual(all.filter(({ domain_id }) => domain_id === two), [b])
        assert.lengthOf(all, 3)
        assert.deepStrictEqual(yield* below([none]), [])
        assert.deepStrictEqual(yield* below([]), [])
      }))

    it.effect("removes the hosts below a domain and no others", () =>
      Effect.gen(function*() {
        const { below, removeBelow } = yield* HostStore
        const organization = yield* newOrganizationId
        const [leaving, staying] = [yield* newDomainId, yield* newDomainId]
        yield* inserted(organization, { domain_id: leaving })
        yield* inserted(organization, { domain_id: leaving })
        const { host } = yield* inserted(organization, { domain_id: staying })
        yield* removeBelow(leaving)
        yield* removeBelow(leaving)
        assert.deepStrictEqual(yield* below([leaving, staying]), [host])
      }))
  })
}
