import { assert, layer } from "@effect/vitest"
import { nameservers, newDomain, newLabel } from "@namewright/conformance"
import { DomainStore } from "@namewright/core/domains"
import { Hostname, Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

const upkeep = Effect.gen(function*() {
  const store = yield* DomainStore
  const { atomically } = yield* Transaction
  while (yield* atomically(store.removeUnusedNameserverSets));
})

/** Number of live and retired sets with the hostname. */
const setsWith = Effect.fnUntraced(function*(hostname: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly retired_on: unknown }>`SELECT retired_on FROM domain_nameserver_sets
    WHERE hostnames LIKE ${`% ${hostname} %`}`
  const retired = rows.filter(({ retired_on }) => retired_on !== null).length
  return { live: rows.length - retired, retired }
})

/** Names of the organization's domains with a nameserver that contains `part`. */
const foundBy = Effect.fnUntraced(function*(organization: OrganizationId, part: string) {
  const store = yield* DomainStore
  const { items } = yield* store.list(
    organization,
    { nameserver: part },
    { by: "name", order: "asc" },
    { page: 1, page_size: 50 },
    { now: yield* Instant.now, tags: false }
  )
  return items.map(({ domain }) => domain.name)
})

/** Tests of the upkeep of nameserver sets. */
export const upkeepSuite = <E>(
  name: string,
  storage: Layer.Layer<DomainStore | SqlClient.SqlClient | Transaction, E>
) =>
  layer(storage, { timeout: "60 seconds" })(`Upkeep of nameserver sets on ${name}`, (it) => {
    const domainWith = Effect.fnUntraced(function*(organization: OrganizationId, ...hosts: ReadonlyArray<string>) {
      const store = yield* DomainStore
      const { atomically } = yield* Transaction
      const domain = yield* newDomain(organization, `${yield* newLabel}.com`, { nameservers: nameservers(...hosts) })
      yield* atomically(store.insert(domain))
      return domain
    })

    /** Retired set: its only domain was removed. */
    const retiredSet = Effect.gen(function*() {
      const store = yield* DomainStore
      const { atomically } = yield* Transaction
      const organization = yield* newOrganizationId
      const host = `ns1.${yield* newLabel}.example`
      const first = yield* domainWith(organization, host)
      yield* atomically(store.remove(first.domain_id))
      yield* upkeep
      return { host, organization }
    })

    it.effect("removes a set one hour after its retirement", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const [host, other] = [`ns1.${yield* newLabel}.example`, `ns1.${yield* newLabel}.example`]
        const domain = yield* domainWith(organization, host)
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 1, retired: 0 })
        yield* atomically(store.save({ ...domain, nameservers: nameservers(other) }))
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 1 })
        yield* TestClock.adjust("59 minutes")
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 1 })
        yield* TestClock.adjust("1 minute")
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 0 })
        assert.deepStrictEqual(yield* foundBy(organization, host), [])
        assert.deepStrictEqual(yield* foundBy(organization, other), [domain.name])
        assert.isFalse(yield* store.usesNameserver(Hostname.make(host)))
        assert.isTrue(yield* store.usesNameserver(Hostname.make(other)))

        const back = yield* domainWith(organization, host)
        assert.deepStrictEqual(yield* foundBy(organization, host), [back.name])
        assert.isTrue(yield* store.usesNameserver(Hostname.make(host)))
      }))

    it.effect("does not find a removed set, even if another set has its number", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { host, organization } = yield* retiredSet
        yield* TestClock.adjust("1 hour")
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 0 })
        yield* domainWith(organization, `ns1.${yield* newLabel}.example`)
        assert.isFalse(yield* store.usesNameserver(Hostname.make(host)))
      }))

    it.effect("retires a set after 1,000 others", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const hosts = yield* Effect.replicateEffect(Effect.map(newLabel, (label) => `ns1.${label}.example`), 1001)
        yield* atomically(Effect.forEach(hosts, (host) => domainWith(organization, host), { discard: true }))
        const host = `ns1.${yield* newLabel}.example`
        const { domain_id } = yield* domainWith(organization, host)
        yield* atomically(store.remove(domain_id))
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 1 })
      }), 60_000)

    it.effect("keeps a retired set that a process has used from its cache", () =>
      Effect.gen(function*() {
        const { host, organization } = yield* retiredSet
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 1 })
        yield* TestClock.adjust("5 minutes")
        const second = yield* domainWith(organization, host)
        assert.deepStrictEqual(yield* setsWith(host), { live: 0, retired: 1 })
        assert.deepStrictEqual(yield* foundBy(organization, host), [second.name])
        yield* TestClock.adjust("1 hour")
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 1, retired: 0 })
        assert.deepStrictEqual(yield* foundBy(organization, host), [second.name])
      }))

    it.effect("assigns no retired set to a domain unless it is cached", () =>
      Effect.gen(function*() {
        const { host, organization } = yield* retiredSet
        yield* TestClock.adjust("10 minutes")
        const second = yield* domainWith(organization, host)
        assert.deepStrictEqual(yield* setsWith(host), { live: 1, retired: 1 })
        yield* TestClock.adjust("1 hour")
        yield* upkeep
        assert.deepStrictEqual(yield* setsWith(host), { live: 1, retired: 0 })
        assert.deepStrictEqual(yield* foundBy(organization, host), [second.name])
      }))
  })
