import { DomainId, normalise, type OrganizationId } from "@namewright/core/shared"
import type { StatusTagType, TaggedObjects, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { together } from "../together.ts"
import { statusTagMask } from "./DomainCodes.ts"
import { domainDictionary } from "./DomainDictionarySql.ts"
import { type RawKeys, type StoredKeys, storedKeys } from "./DomainKeys.ts"
import { domainKeys } from "./DomainKeysSql.ts"
import { domainTagSets } from "./DomainTagSetsSql.ts"
import { dimensions, domainCounts } from "./list/DomainCountsSql.ts"

const isDomainId = Schema.is(DomainId)
const rowsPerStatement = 500

/** Tags of domains. A domain is referred to by its id or its name. */
export const make: Effect.Effect<TaggedObjects, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { forNoKeyUpdate, whole } = dialect(sql)
  const sets = domainTagSets(sql)
  const dictionary = domainDictionary(sql)
  const keys = domainKeys(sql)
  const counts = domainCounts(sql)

  /** Keys of domains. The domains are locked first, as by every change of a domain. */
  const rowsOf = Effect.fnUntraced(function*(organization: OrganizationId, domains: ReadonlyArray<string>) {
    const rows = yield* Effect.forEach(
      Arr.chunksOf(domains, rowsPerStatement),
      (chunk) =>
        sql<RawKeys>`SELECT k.* FROM domains d JOIN domain_keys k ON k.domain_no = d.domain_no
        WHERE d.organization_id = ${organization} AND ${sql.in("d.domain_id", chunk)}
        ORDER BY d.domain_id ${forNoKeyUpdate}`
    )
    return rows.flat().map(storedKeys)
  })

  /** Replaces the tag sets of domains. Returns the number of changed assignments. */
  const change = Effect.fnUntraced(function*(
    organization: OrganizationId,
    domains: ReadonlyArray<string>,
    transform: (tags: ReadonlySet<string>) => ReadonlySet<string>
  ) {
    const rows = yield* rowsOf(organization, domains)
    const [first] = rows
    if (first === undefined) return 0
    yield* sets.lock(first.owner_no)
    const bySet = Map.groupBy(rows, (row) => row.tag_set_no)
    const tags = yield* sets.tagsOf([...bySet.keys()])
    const changed: Array<readonly [StoredKeys, StoredKeys]> = []
    let assignments = 0
    for (const [set, carriers] of bySet) {
      const before = new Set(tags.get(set))
      const after = transform(before)
      const difference = differences(before, after)
      if (difference === 0) continue
      const tag_set_no = yield* sets.intern(first.owner_no, after)
      assignments += difference * carriers.length
      yield* Effect.forEach(
        Arr.chunksOf(carriers, rowsPerStatement),
        (chunk) =>
          sql`UPDATE domain_keys SET tag_set_no = ${tag_set_no}
          WHERE ${sql.in("domain_no", chunk.map(({ domain_no }) => domain_no))}`,
        { discard: true }
      )
      carriers.forEach((row) => changed.push([row, { ...row, tag_set_no }]))
    }
    yield* together(sql, counts.changes(changed.map(([before]) => before), changed.map(([, after]) => after)))
    return assignments
  }, orDieSql)

  const setFlags = Effect.fnUntraced(
    function*(organization: OrganizationId, domain: string, transform: (flags: number) => number) {
      const [row] = yield* rowsOf(organization, [domain])
      if (row === undefined) return
      const flags = transform(row.flags)
      if (flags !== row.flags) yield* keys.setFlags(row, flags)
    },
    orDieSql
  )

  const objects: TaggedObjects = {
    resolve: Effect.fnUntraced(function*(organization, references) {
      const normalised = new Map(references.map((reference) => [
        reference,
        isDomainId(reference) ? reference : normalise(reference)
      ]))
      const wanted = [...new Set(normalised.values())]
      const ids = wanted.filter((reference) => isDomainId(reference))
      const names = wanted.filter((reference) => !isDomainId(reference))
      const rows = wanted.length === 0
        ? []
        : yield* sql<{ readonly domain_id: string; readonly name: string }>`SELECT domain_id, name FROM domains
          WHERE organization_id = ${organization} AND (${sql.in("domain_id", ids)} OR ${sql.in("name", names)})
          ORDER BY domain_id ${forNoKeyUpdate}`
      const found = new Map(rows.flatMap(({ domain_id, name }) => [[domain_id, domain_id], [name, domain_id]]))
      return new Map([...normalised].flatMap(([reference, key]) => {
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
      const owner = yield* dictionary.owner(organization)
      if (owner === undefined) return
      yield* sets.lock(owner)
      yield* sets.removeTag(owner, tag)
    }, orDieSql),

    count: Effect.fnUntraced(function*(organization, tags) {
      const owner = yield* dictionary.owner(organization)
      if (owner === undefined || tags.length === 0) return new Map()
      const rows = yield* sql<{ readonly tag_id: TagId; readonly n: number }>`SELECT m.tag_id, ${whole("sum(c.n)")} AS n
        FROM domain_tag_set_members m JOIN domain_counts c ON c.owner_no = m.owner_no AND c.member_no = m.tag_set_no
          AND c.dimension = ${dimensions.tags}
        WHERE m.owner_no = ${owner} AND ${sql.in("m.tag_id", tags)} GROUP BY m.tag_id`
      return new Map(rows.map(({ n, tag_id }) => [tag_id, n]))
    }, orDieSql),

    setStatus: (organization, domain, tag: StatusTagType) =>
      setFlags(organization, domain, (flags) => flags | statusTagMask([tag])),

    clearStatus: (organization, domain, tag: StatusTagType) =>
      setFlags(organization, domain, (flags) => flags & ~statusTagMask([tag]))
  }
  return objects
})

const includes = (tags: ReadonlyArray<string>, tag: string): boolean => tags.includes(tag)

/** Number of tags that are in only one of two sets. */
const differences = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((tag) => !b.has(tag)).length + [...b].filter((tag) => !a.has(tag)).length
