import { DomainId, normalise, type OrganizationId } from "@namewright/core/shared"
import type { StatusTagType, TaggedObjects, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { statusTagMask } from "./DomainCodes.ts"
import { domainCounts } from "./DomainCountsSql.ts"
import { domainIndex, indexRowOf, type RawIndexRow, type StoredIndexRow } from "./DomainIndexSql.ts"
import { dimensions, inAll } from "./DomainPlaces.ts"
import { domainTagSets } from "./DomainTagSetsSql.ts"

const isDomainId = Schema.is(DomainId)
const rowsPerStatement = 500

/** Which domains carry which tags. A domain is referred to by its id or its name. */
export const make: Effect.Effect<TaggedObjects, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { forNoKeyUpdate, whole } = dialect(sql)
  const sets = domainTagSets(sql)
  const index = domainIndex(sql)
  const counts = domainCounts(sql)

  /** The domains' rows of the index; the domains themselves are locked first, as by everyone who changes them. */
  const rowsOf = Effect.fnUntraced(function*(organization: OrganizationId, domains: ReadonlyArray<string>) {
    const rows = yield* Effect.forEach(
      Arr.chunksOf(domains, rowsPerStatement),
      (chunk) =>
        sql<RawIndexRow>`SELECT i.* FROM domains d JOIN domain_index i ON i.domain_no = d.domain_no
        WHERE d.organization_id = ${organization} AND ${sql.in("d.domain_id", chunk)}
        ORDER BY d.domain_id ${forNoKeyUpdate}`
    )
    return rows.flat().map(indexRowOf)
  })

  /** Gives the domains of each set another one, by what becomes of its tags; answers how many assignments changed. */
  const change = Effect.fnUntraced(function*(
    organization: OrganizationId,
    domains: ReadonlyArray<string>,
    become: (tags: ReadonlySet<string>) => ReadonlySet<string>
  ) {
    const rows = yield* rowsOf(organization, domains)
    const [first] = rows
    if (first === undefined) return 0
    yield* sets.hold(first.owner_no)
    const bySet = Map.groupBy(rows, (row) => row.tag_set_no)
    const tags = yield* sets.tagsOf([...bySet.keys()])
    const changed: Array<readonly [StoredIndexRow, StoredIndexRow]> = []
    let assignments = 0
    for (const [set, carriers] of bySet) {
      const before = new Set(tags.get(set))
      const after = become(before)
      const difference = differences(before, after)
      if (difference === 0) continue
      const tag_set_no = yield* sets.intern(first.owner_no, after)
      assignments += difference * carriers.length
      yield* Effect.forEach(
        Arr.chunksOf(carriers, rowsPerStatement),
        (chunk) =>
          sql`UPDATE domain_index SET tag_set_no = ${tag_set_no}
          WHERE ${sql.in("domain_no", chunk.map(({ domain_no }) => domain_no))}`,
        { discard: true }
      )
      carriers.forEach((row) => changed.push([row, { ...row, tag_set_no }]))
    }
    yield* counts.record(changed.map(([before]) => before), changed.map(([, after]) => after))
    return assignments
  }, orDieSql)

  const ownerOf = (organization: OrganizationId) =>
    Effect.map(
      sql<{ readonly owner_no: number }>`SELECT owner_no FROM domain_owners
        WHERE organization_id = ${organization}`,
      ([row]) => row?.owner_no
    )

  const setTraits = Effect.fnUntraced(
    function*(organization: OrganizationId, domain: string, become: (traits: number) => number) {
      const [row] = yield* rowsOf(organization, [domain])
      if (row === undefined) return
      const traits = become(row.traits)
      if (traits !== row.traits) yield* index.setTraits(row, traits)
    },
    orDieSql
  )

  const objects: TaggedObjects = {
    resolve: Effect.fnUntraced(function*(organization, references) {
      const known = new Map(references.map((reference) => [
        reference,
        isDomainId(reference) ? reference : normalise(reference)
      ]))
      const wanted = [...new Set(known.values())]
      const ids = wanted.filter((reference) => isDomainId(reference))
      const names = wanted.filter((reference) => !isDomainId(reference))
      const rows = wanted.length === 0
        ? []
        : yield* sql<{ readonly domain_id: string; readonly name: string }>`SELECT domain_id, name FROM domains
          WHERE organization_id = ${organization} AND (${sql.in("domain_id", ids)} OR ${sql.in("name", names)})
          ORDER BY domain_id ${forNoKeyUpdate}`
      const found = new Map(rows.flatMap(({ domain_id, name }) => [[domain_id, domain_id], [name, domain_id]]))
      return new Map([...known].flatMap(([reference, key]) => {
        const id = found.get(key)
        return id === undefined ? [] : [[reference, id] as const]
      }))
    }, orDieSql),

    add: (organization, tags, domains) => change(organization, domains, (carried) => new Set([...carried, ...tags])),

    remove: (organization, tags, domains) =>
      change(organization, domains, (carried) => new Set([...carried].filter((tag) => !includes(tags, tag)))),

    retain: (organization, tags, domains) =>
      change(organization, domains, (carried) => new Set([...carried].filter((tag) => includes(tags, tag)))),

    clear: Effect.fnUntraced(function*(organization, tag) {
      const owner = yield* ownerOf(organization)
      if (owner === undefined) return
      yield* sets.hold(owner)
      yield* sets.dissolve(owner, tag)
    }, orDieSql),

    count: Effect.fnUntraced(function*(organization, tags) {
      const owner = yield* ownerOf(organization)
      if (owner === undefined || tags.length === 0) return new Map()
      const rows = yield* sql<{ readonly tag_id: TagId; readonly n: number }>`SELECT m.tag_id, ${whole("sum(c.n)")} AS n
        FROM domain_tag_set_members m JOIN domain_counts c ON c.owner_no = m.owner_no AND c.member_no = m.tag_set_no
          AND c.dimension = ${dimensions.tags} AND c.sort = ${inAll}
        WHERE m.owner_no = ${owner} AND ${sql.in("m.tag_id", tags)} GROUP BY m.tag_id`
      return new Map(rows.map(({ n, tag_id }) => [tag_id, n]))
    }, orDieSql),

    setStatus: (organization, domain, tag: StatusTagType) =>
      setTraits(organization, domain, (traits) => traits | statusTagMask([tag])),

    clearStatus: (organization, domain, tag: StatusTagType) =>
      setTraits(organization, domain, (traits) => traits & ~statusTagMask([tag]))
  }
  return objects
})

const includes = (tags: ReadonlyArray<string>, tag: string): boolean => tags.includes(tag)

/** How many tags are in one of two sets only. */
const differences = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((tag) => !b.has(tag)).length + [...b].filter((tag) => !a.has(tag)).length
