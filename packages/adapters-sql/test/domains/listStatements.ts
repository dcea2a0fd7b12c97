import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import { DomainStore } from "@namewright/core/domains"
import type { ObjectScope, OrganizationId, Sort } from "@namewright/core/shared"
import { Effect } from "effect"
import { filters, pairs, sorts } from "../../../../benchmarks/src/domains-list/filters.ts"
import { tags, today } from "../../../../benchmarks/src/domains-list/portfolio.ts"
import { sentBy, type SentStatement } from "../../../../test/sentStatements.ts"

const page_size = 50

const scope = (selected: Partial<ObjectScope>): DomainFilter => ({
  within: [{ ids: [], tag_ids: [], names: [], ...selected }]
})

/** Lists of restricted callers. */
const scopes: Readonly<Record<string, DomainFilter>> = {
  "scope of ids": scope({ ids: ["domain_01h455vb4pex5vsknk084sn02q"] }),
  "scope of a tag": scope({ tag_ids: tags.slice(39, 40) }),
  "scope of many tags": scope({ tag_ids: tags }),
  "scope of names": scope({ names: ["nobody.com", "nobody.*", "a.*.com"] }),
  "scope of names of a TLD": scope({ names: ["*.com"] }),
  "scope of everything": scope({ ids: ["domain_01h455vb4pex5vsknk084sn02q"], tag_ids: tags, names: ["*.de", "b.*"] }),
  "scope of a tag and a TLD": { ...scope({ tag_ids: tags.slice(0, 2) }), tld: ["com"] }
}

/** Statements of lists: the first page of every filter and pair in every sort order, and middle pages in two. */
export const listStatements = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* DomainStore
  const list = (name: string, filter: DomainFilter, sort: Sort<DomainSortField>, page: number) =>
    sentBy(
      `${name} by ${sort.by}, page ${page}`,
      store.list(organization, filter, sort, { page, page_size }, { now: today, tags: true })
    )
  const all: Array<SentStatement> = []
  for (const [name, filter] of Object.entries({ ...filters, ...pairs, ...scopes })) {
    for (const by of sorts) {
      const first = yield* list(name, filter, { by, order: "desc" }, 1)
      const middle = by === "name" || by === "created_on" ? Math.ceil(first.answer.total / page_size / 2) : 1
      const deep = middle <= 1 ? undefined : yield* list(name, filter, { by, order: "desc" }, middle)
      all.push(...first.sent, ...deep?.sent ?? [])
    }
  }
  return all
})

/** Statements with distinct texts, and thus distinct plans. */
export const distinct = (statements: ReadonlyArray<SentStatement>): ReadonlyArray<SentStatement> => [
  ...new Map(statements.map((statement) => [statement.text, statement])).values()
]

/** A list for each access path, and the index of its scan. */
export const accessPaths: ReadonlyArray<
  { readonly path: string; readonly filter: DomainFilter; readonly by: DomainSortField; readonly index: string }
> = [
  { path: "scan without filter", filter: {}, by: "created_on", index: "domain_keys_created_on" },
  { path: "scan by name", filter: {}, by: "name", index: "domain_keys_name" },
  { path: "scan with a filter", filter: { tld: ["com"] }, by: "expires_on", index: "domain_keys_expires_on" },
  {
    path: "scan of a range",
    filter: { dates: { updated: { after: today } } },
    by: "name",
    index: "domain_keys_updated_on"
  },
  {
    path: "scan of two ranges",
    filter: { expires_within: { 90: false } },
    by: "expires_on",
    index: "domain_keys_expires_on"
  },
  { path: "combinations collected", filter: { tld: ["tld40"] }, by: "name", index: "domain_keys_combination" },
  {
    path: "nameservers collected",
    filter: { nameserver: "a7.ns.cloud" },
    by: "name",
    index: "domain_keys_nameservers"
  },
  { path: "tags collected", filter: { tag_ids: tags.slice(39, 40) }, by: "name", index: "domain_keys_tags" },
  { path: "label collected", filter: { sld: "nobody" }, by: "created_on", index: "domain_keys_sld" },
  {
    path: "tags of a scope collected",
    filter: scope({ tag_ids: tags.slice(39, 40) }),
    by: "name",
    index: "domain_keys_tags"
  },
  { path: "names of a scope collected", filter: scope({ names: ["nobody.*"] }), by: "name", index: "domain_keys_name" },
  { path: "name looked up", filter: { name: "nobody.com" }, by: "created_on", index: "domain_keys_name" }
]

/** Statement that reads a page through one access path. */
export const pageStatement = Effect.fnUntraced(
  function*(organization: OrganizationId, { by, filter, path }: (typeof accessPaths)[number]) {
    const store = yield* DomainStore
    const { sent } = yield* sentBy(
      path,
      store.list(organization, filter, { by, order: "asc" }, { page: 1, page_size }, { now: today, tags: false })
    )
    return sent.filter(({ text }) => text.includes("d.domain_id")).slice(-1)
  }
)
