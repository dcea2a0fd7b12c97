import { assert, layer } from "@effect/vitest"
import { type Domain, type DomainFilter, type DomainSortField, DomainStore } from "@namewright/core/domains"
import { DomainId, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { newTagId, type TaggedObjectKinds, type TaggedObjects, type TagId } from "@namewright/core/tags"
import { Effect, type Layer, Schema } from "effect"
import { GeneratedScope } from "../ScopeGenerators.ts"
import { taggedObjects } from "../tags/TaggedObjectsContract.ts"
import {
  filterOf,
  GeneratedDomain,
  GeneratedQuery,
  membersOf,
  nameOf,
  statusTagsOf,
  tagsOf
} from "./DomainGenerators.ts"
import { type CarryingDomain, listedIn } from "./DomainListReference.ts"
import { day, nameservers, newDomain, newLabel } from "./DomainSamples.ts"

const now = day(0)
const Portfolio = Schema.Array(GeneratedDomain).check(Schema.isMinLength(3), Schema.isMaxLength(40))
const Scopes = Schema.Array(GeneratedScope).check(Schema.isMaxLength(2))
const Queries = Schema.Array(GeneratedQuery).check(Schema.isMinLength(20), Schema.isMaxLength(20))

/** Stores a generated domain in its first state. */
const storeFirst = Effect.fnUntraced(
  function*(
    tagged: TaggedObjects,
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    generator: GeneratedDomain
  ) {
    const store = yield* DomainStore
    const first = yield* newDomain(organization, nameOf(generator, yield* newLabel), membersOf(generator.first))
    yield* store.insert(first)
    const carried: CarryingDomain = {
      domain: first,
      tags: tagsOf(generator.first, tags),
      status_tags: statusTagsOf(generator.first)
    }
    yield* tagged.add(organization, carried.tags, [first.domain_id])
    yield* Effect.forEach(carried.status_tags, (tag) => tagged.setStatus(organization, first.domain_id, tag))
    return { generator, carried }
  }
)

/** Changes a stored domain to the second state of its generator. */
const changeToSecond = Effect.fnUntraced(
  function*(
    tagged: TaggedObjects,
    organization: OrganizationId,
    tags: ReadonlyArray<TagId>,
    { carried, generator }: { readonly generator: GeneratedDomain; readonly carried: CarryingDomain }
  ) {
    const store = yield* DomainStore
    const { domain: first } = carried
    const id = [first.domain_id]
    if (generator.second === "unchanged") return [carried]
    if (generator.second === "gone") {
      yield* store.remove(first.domain_id)
      return []
    }
    const domain: Domain = { ...first, ...membersOf(generator.second) }
    const after: CarryingDomain = {
      domain,
      tags: tagsOf(generator.second, tags),
      status_tags: statusTagsOf(generator.second)
    }
    yield* store.save(domain)
    yield* tagged.retain(organization, after.tags, id)
    yield* tagged.add(organization, after.tags, id)
    yield* Effect.forEach(
      carried.status_tags.filter((tag) => !after.status_tags.includes(tag)),
      (tag) => tagged.clearStatus(organization, first.domain_id, tag)
    )
    yield* Effect.forEach(after.status_tags, (tag) => tagged.setStatus(organization, first.domain_id, tag))
    return [after]
  }
)

/** Removes unused nameserver sets until none is left. */
const upkeep = Effect.gen(function*() {
  const store = yield* DomainStore
  const { atomically } = yield* Transaction
  while (yield* atomically(store.removeUnusedNameserverSets));
})

const portfolioOf = Effect.fnUntraced(function*(generators: ReadonlyArray<GeneratedDomain>) {
  const tagged = yield* taggedObjects("DOMAIN")
  const organization = yield* newOrganizationId
  const tags = yield* Effect.all([newTagId, newTagId, newTagId, newTagId])
  const store = yield* DomainStore
  const { atomically } = yield* Transaction
  const first = yield* Effect.forEach(generators, (generator) => storeFirst(tagged, organization, tags, generator))
  // Upkeep between the states, so that its effect is tested with the changes before and after it.
  yield* atomically(store.removeUnusedNameserverSets)
  const domains = yield* Effect.forEach(first, (domain) => changeToSecond(tagged, organization, tags, domain))
  yield* upkeep
  return { organization, tags, domains: domains.flat() }
})

const sorts: ReadonlyArray<DomainSortField> = [
  "name",
  "created_on",
  "updated_on",
  "expires_on",
  "registered_on",
  "transferred_on"
]

/** Filters that most domains of `spreadOut` meet; some correlate with a sort order. */
const commonFilters: Readonly<Record<string, DomainFilter>> = {
  "one date": { dates: { updated: { after: day(-1), before: day(1000) } } },
  "two dates": { dates: { created: { after: day(-1) }, updated: { after: day(-1) } } },
  "an expiry": { dates: { expires: { after: day(20), before: day(390) } } },
  "any other expiry": { expires_within: { 60: false } },
  "a nameserver": { nameserver: "ns1." },
  "a TLD and a nameserver": { tld: ["com"], nameserver: "ns1." }
}

/** Domain number `number` of a set with distinct positions in every sort order; domains without a date differ by id. */
const spreadOut = Effect.fnUntraced(function*(organization: OrganizationId, number: number) {
  const dateOr = (factor: number, every: number) => number % every === 0 ? null : day((number * factor) % 24 * 17)
  const label = yield* newLabel
  const domain = yield* newDomain(organization, `${"abcdefg".charAt((number * 5) % 7)}${label}.com`, {
    created_on: day((number * 5) % 24 * 17),
    updated_on: day((number * 7) % 24 * 17),
    expires_on: dateOr(11, 3),
    registered_on: dateOr(13, 4),
    transferred_on: dateOr(17, 2),
    nameservers: nameservers("ns1.example")
  })
  const id = domain.domain_id
  return { ...domain, domain_id: DomainId.make(`${id.slice(0, 9)}${"0123456789".charAt(number % 10)}${id.slice(10)}`) }
})

const tally = (keys: ReadonlyArray<string>): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, { length }]) => [key, length]))

/** Contract of domain lists: the same results as a list over an array, for every filter, sort order and page. */
export const domainListContract = <E>(
  name: string,
  storage: Layer.Layer<DomainStore | TaggedObjectKinds | Transaction, E>,
  options: { readonly runs?: number } = {}
) =>
  layer(storage)(`Lists of domains (${name})`, (it) => {
    const runs = { timeout: 120_000, arbitrary: { runs: options.runs ?? 10 } }

    it.effect.prop("return the rows of a plain array", [Portfolio, Queries], ([generators, queries]) =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { domains, organization, tags } = yield* portfolioOf(generators)
        const known = domains.map(({ domain }) =>
          domain
        )
        for (const query of queries) {
          const { by, order, page, page_size } = query
          const filter = filterOf(query, known, tags)
          const expected = listedIn(domains, filter, now, { by, order })
          const found = yield* store.list(organization, filter, { by, order }, { page, page_size }, { now, tags: true })
          const message = JSON.stringify({ filter, by, order, page, page_size })
          assert.strictEqual(found.total, expected.length, message)
          const rows = expected.slice((page - 1) * page_size, page * page_size)
          assert.deepStrictEqual(
            found.items.map(({ domain, status_tags, tags: carried }) => ({
              domain,
              tags: carried?.toSorted(),
              status_tags: status_tags?.toSorted()
            })),
            rows.map(({ domain, status_tags, tags: carried }) => ({
              domain,
              tags: carried.toSorted(),
              status_tags: status_tags.toSorted()
            })),
            message
          )
        }
      }), runs)

    it.effect("return the same pages as the array", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const domains = yield* Effect.forEach(Array.from({ length: 24 }), (_, index) =>
          spreadOut(organization, index))
        yield* Effect.forEach(domains, (domain) =>
          atomically(store.insert(domain)))
        yield* upkeep
        const carrying = domains.map((domain) => ({ domain, tags: [], status_tags: [] }))
        const lists = Object.entries(commonFilters).flatMap(([met, filter]) =>
          sorts.flatMap((by) => (["asc", "desc"] as const).map((order) => ({ met, filter, sort: { by, order } })))
        )
        for (const { filter, met, sort } of lists) {
          const expected = listedIn(carrying, filter, now, sort).map(({ domain }) => domain.name)
          assert.isAtLeast(expected.length, 12)
          for (let page = 1; page <= 5; page++) {
            const request = { page, page_size: 5 }
            const found = yield* store.list(organization, filter, sort, request, { now, tags: false })
            const names = found.items.map(({ domain }) => domain.name)
            assert.deepStrictEqual(names, expected.slice((page - 1) * 5, page * 5), JSON.stringify({ met, sort, page }))
            assert.strictEqual(found.total, expected.length)
          }
        }
      }), 60_000)

    it.effect("agree with the counts after concurrent changes and upkeep", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const domains = yield* Effect.forEach(Array.from({ length: 30 }), (_, index) =>
          Effect.flatMap(
            newLabel,
            (label) => newDomain(organization, `${label}.com`, { created_on: day(index * 200) })
          ))
        const work = domains.flatMap((domain, index) => [
          atomically(store.insert(domain)).pipe(
            Effect.andThen(atomically(store.save({ ...domain, is_premium: index % 3 === 0, expires_on: null }))),
            Effect.andThen(index % 5 === 0 ? atomically(store.remove(domain.domain_id)) : Effect.void)
          ),
          ...(index % 4 === 0 ? [atomically(store.removeUnusedNameserverSets)] : [])
        ])
        yield* Effect.forEach(work, (change) => change, { concurrency: 8, discard: true })
        yield* upkeep
        const left = domains.filter((_, index) => index % 5 !== 0)
        const [first, last] = [1, 5].map((page) => ({ page, page_size: 5 }))
        for (const by of ["name", "created_on", "expires_on"] as const) {
          for (const page of [first, last]) {
            if (page === undefined) continue
            const { items, total } = yield* store.list(organization, {}, { by, order: "asc" }, page, {
              now,
              tags: false
            })
            assert.deepStrictEqual([total, items.length], [left.length, page === first ? 5 : 4])
          }
        }
        const premium = yield* store.list(organization, { is_premium: true }, { by: "name", order: "asc" }, {
          page: 1,
          page_size: 50
        }, { now, tags: false })
        assert.strictEqual(premium.total, domains.filter((_, index) => index % 5 !== 0 && index % 3 === 0).length)
      }))

    it.effect.prop("have the totals of the counts", [Portfolio, Scopes], ([generators, scopes]) =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { domains, organization, tags } = yield* portfolioOf(generators)
        const known = domains.map(({ domain }) =>
          domain
        )
        const { within = [] } = filterOf({ filter: [], within: scopes }, known, tags)
        const listed = (filter: DomainFilter) =>
          listedIn(domains, filter, now, { by: "name", order: "asc" })
        const countsOf = (filter: DomainFilter) => {
          const expiring = (days: 30 | 60 | 90) => listed({ ...filter, expires_within: { [days]: true } }).length
          const found = listed(filter)
          return {
            total_count: found.length,
            by_status: tally(found.flatMap(({ domain }) => domain.registry_statuses)),
            by_status_tag: tally(found.flatMap(({ status_tags }) => status_tags)),
            by_tld: tally(found.map(({ domain }) => domain.tld)),
            next_30_days: expiring(30),
            next_60_days: expiring(60),
            next_90_days: expiring(90)
          }
        }
        assert.deepStrictEqual(yield* store.counts(organization, now), countsOf({}))
        assert.deepStrictEqual(yield* store.counts(organization, now, within), countsOf({ within }))
        assert.strictEqual((yield* store.totals([organization])).get(organization) ?? 0, domains.length)
        const tagged = yield* taggedObjects("DOMAIN")
        const counted = yield* tagged.count(organization, tags)
        assert.deepStrictEqual(
          tags.map((tag) => counted.get(tag) ?? 0),
          tags.map((tag) => domains.filter((domain) => domain.tags.includes(tag)).length)
        )
      }), runs)
  })
