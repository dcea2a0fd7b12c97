import type { DomainReference, DomainSortField, ListedDomain } from "@namewright/core/domains"
import type { SortOrder } from "@namewright/core/shared"
import type { TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Option } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { statusTagsOf } from "./DomainCodes.ts"
import type { Walk } from "./DomainListPlan.ts"
import { domainColumns, type DomainRow, domainsOf, referred } from "./DomainRow.ts"
import type { StripeStart } from "./DomainStripes.ts"

export interface DomainSort {
  readonly by: DomainSortField
  readonly order: SortOrder
}

type ListedRow = DomainRow & {
  readonly has_hosts: boolean | number
  readonly traits: number
  /** Their ids, each between spaces; null for none. */
  readonly tags: string | null
}

const columns = domainColumns.map((column) => `d.${column}`).join(", ")

const words = (text: string | null): ReadonlyArray<string> => text?.split(" ").filter((word) => word !== "") ?? []

const listedOf = (rows: ReadonlyArray<ListedRow>, tags: boolean): ReadonlyArray<ListedDomain> =>
  Arr.zipWith(domainsOf(rows), rows, (domain, row) => ({
    domain,
    has_hosts: Boolean(row.has_hosts),
    tags: tags ? words(row.tags) as ReadonlyArray<TagId> : null,
    status_tags: tags ? statusTagsOf(row.traits) : null
  }))

/** Reads the rows of a page: first their ids from the index alone, then the domains with these ids. */
export const domainPages = (sql: SqlClient.SqlClient) => {
  const { count, indexedBy } = dialect(sql)

  /** Rows without a value come first, as they do in the index. */
  const sorted = (alias: "i" | "p", { by, order }: DomainSort): Statement.Fragment => {
    const key = sql.literal(alias === "i" ? `i.${by}` : "p.sort_key")
    const direction = sql.literal(order === "asc" ? "ASC NULLS FIRST" : "DESC NULLS LAST")
    return by === "name"
      ? sql`${key} ${sql.literal(order)}`
      : sql`${key} ${direction}, ${sql.literal(alias)}.domain_id ${sql.literal(order)}`
  }

  const keys = (by: DomainSortField) =>
    sql`SELECT i.domain_id, i.traits, i.tag_set_no, i.${sql.literal(by)} AS sort_key FROM domain_index i`

  /** The domains of the rows `p` of a source, which may hold a row without a domain that only tells the total. */
  const domains = (source: Statement.Fragment, sort: DomainSort) =>
    sql`${source} LEFT JOIN domains d ON d.domain_id = p.domain_id
      LEFT JOIN domain_tag_sets t ON t.tag_set_no = p.tag_set_no ORDER BY ${sorted("p", sort)}`

  const members = sql`${sql.literal(columns)}, p.traits, t.tags,
    EXISTS (SELECT 1 FROM hosts h WHERE h.domain_id = d.domain_id) AS has_hosts`

  /** The keys at or after the beginning of a part, or those before the end of one. */
  const beyond = (by: DomainSortField, start: StripeStart, upwards: boolean): Statement.Fragment => {
    const side = sql.literal(upwards ? ">=" : "<")
    switch (start.type) {
      case "name":
        return sql`i.name ${side} ${start.name}`
      case "date":
        return sql`i.${sql.literal(by)} ${side} ${start.seconds}`
      case "undated":
        return sql`i.${sql.literal(by)} IS NULL AND i.domain_id ${side} ${start.domain_id}`
    }
  }

  const bound = (by: DomainSortField, { edge, upwards }: Walk): ReadonlyArray<Statement.Fragment> =>
    edge === undefined ? [] : [beyond(by, edge, upwards)]

  /** SQLite begins at the first bound of the key that it finds, so that of the walk stands before any of the filter. */
  const along = (conditions: ReadonlyArray<Statement.Fragment>, by: DomainSortField, walk: Walk) =>
    sql`${keys(by)} ${indexedBy(`domain_index_${by}`)}
      WHERE ${sql.and([...bound(by, walk), ...conditions])}
      ORDER BY ${sorted("i", { by, order: walk.upwards ? "asc" : "desc" })}
      LIMIT ${walk.limit} OFFSET ${walk.skip}`

  return {
    /** The rows that walks along the order find, in the order of the list. */
    walked: (
      conditions: ReadonlyArray<Statement.Fragment>,
      sort: DomainSort,
      walks: ReadonlyArray<Walk>,
      tags: boolean
    ): Effect.Effect<ReadonlyArray<ListedDomain>, SqlError.SqlError> =>
      Effect.map(
        Effect.forEach(
          sort.order === "asc" ? walks : walks.toReversed(),
          (walk) =>
            sql<ListedRow>`SELECT ${members} FROM ${domains(sql`(${along(conditions, sort.by, walk)}) p`, sort)}`
        ),
        (pages) => listedOf(pages.flat(), tags)
      ),

    /** The first rows of the list, with a total that another query tells. */
    first: (
      total: Statement.Fragment,
      conditions: ReadonlyArray<Statement.Fragment>,
      sort: DomainSort,
      rows: { readonly offset: number; readonly limit: number },
      tags: boolean
    ) =>
      counted(
        sql`SELECT c.total, ${members} FROM ${
          domains(
            sql`(${total}) c LEFT JOIN (${
              along(conditions, sort.by, {
                upwards: sort.order === "asc",
                edge: undefined,
                skip: rows.offset,
                limit: rows.limit
              })
            }) p ON TRUE`,
            sort
          )
        }`,
        tags
      ),

    /** One domain as a list would show it. */
    one: (reference: DomainReference, tags: boolean) =>
      Effect.map(
        sql<ListedRow>`SELECT ${members} FROM domains d JOIN domain_index p ON p.domain_no = d.domain_no
          LEFT JOIN domain_tag_sets t ON t.tag_set_no = p.tag_set_no WHERE ${referred(sql, reference)}`,
        (rows) => Option.fromUndefinedOr(listedOf(rows, tags)[0])
      ),

    /** All rows that meet the conditions, counted, and those of them between two ranks of the list. */
    collected: (
      conditions: ReadonlyArray<Statement.Fragment>,
      index: Statement.Fragment,
      sort: DomainSort,
      rows: { readonly offset: number; readonly limit: number },
      tags: boolean
    ) =>
      counted(
        sql`WITH hits AS MATERIALIZED (${keys(sort.by)} ${index} WHERE ${sql.and(conditions)})
          SELECT c.total, ${members} FROM ${
          domains(
            sql`(SELECT ${count} AS total FROM hits) c LEFT JOIN (
              SELECT p.* FROM hits p ORDER BY ${sorted("p", sort)} LIMIT ${rows.limit} OFFSET ${rows.offset}
            ) p ON TRUE`,
            sort
          )
        }`,
        tags
      )
  }
}

type CountedRow = ListedRow & { readonly total: number }

/** A row with a total and no domain stands for a page behind the last. */
const counted = (rows: Statement.Statement<CountedRow>, tags: boolean) =>
  Effect.map(rows, (found) => ({
    total: found[0]?.total ?? 0,
    items: listedOf(found.filter(({ domain_id }) => domain_id !== null), tags)
  }))
