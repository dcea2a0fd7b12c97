import type { TagId } from "@namewright/core/tags"
import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Number of the empty tag set. */
const noTags = 0

const membersPerStatement = 500

/** Text of a tag set: its sorted tags, each between spaces, so that one can be removed with `replace`. */
const textOf = (tags: ReadonlyArray<string>): string => ` ${tags.join(" ")} `
export const tagsOfSet = (text: string): ReadonlyArray<TagId> =>
  text.split(" ").filter((tag) => tag !== "") as ReadonlyArray<string> as ReadonlyArray<TagId>

/**
 * Numbered tag sets of domains. Every change of the tags of an organization's domains first locks its owner row, so
 * that no set is created while a tag is removed.
 */
export const domainTagSets = (sql: SqlClient.SqlClient) => ({
  /** Locks the tag sets of an organization until the transaction ends. */
  lock: (owner: number) =>
    sql`SELECT owner_no FROM domain_owners WHERE owner_no = ${owner} ${dialect(sql).forNoKeyUpdate}`,

  /** Tags of each set. */
  tagsOf: Effect.fnUntraced(function*(sets: ReadonlyArray<number>) {
    const wanted = sets.filter((set) => set !== noTags)
    if (wanted.length === 0) return new Map<number, ReadonlyArray<string>>()
    const rows = yield* sql<{ readonly tag_set_no: number; readonly tags: string }>`SELECT tag_set_no, tags
      FROM domain_tag_sets WHERE ${sql.in("tag_set_no", wanted)}`
    return new Map(rows.map(({ tag_set_no, tags }) => [tag_set_no, tagsOfSet(tags)]))
  }),

  /** Number of a tag set. A new set is assigned a number. */
  intern: Effect.fnUntraced(function*(owner_no: number, members: Iterable<string>) {
    const tags = [...new Set(members)].toSorted()
    if (!Arr.isReadonlyArrayNonEmpty(tags)) return noTags
    const text = textOf(tags)
    const [found] = yield* sql<{ readonly tag_set_no: number }>`SELECT min(tag_set_no) AS tag_set_no
      FROM domain_tag_sets WHERE tags = ${text} AND owner_no = ${owner_no} HAVING count(*) > 0`
    if (found !== undefined) return found.tag_set_no
    const [created] = yield* sql<{ readonly tag_set_no: number }>`INSERT INTO domain_tag_sets (owner_no, tags)
      VALUES (${owner_no}, ${text}) RETURNING tag_set_no`
    if (created === undefined) return yield* Effect.die(new Error("A tag set got no number"))
    yield* Effect.forEach(
      Arr.chunksOf(tags, membersPerStatement),
      (chunk) =>
        sql`INSERT INTO domain_tag_set_members ${
          sql.insert(Arr.map(chunk, (tag_id) => ({ owner_no, tag_id, tag_set_no: created.tag_set_no })))
        }`,
      { discard: true }
    )
    return created.tag_set_no
  }),

  /** Removes a tag from every set. */
  removeTag: Effect.fnUntraced(function*(owner_no: number, tag: string) {
    yield* sql`UPDATE domain_tag_sets SET tags = replace(tags, ${` ${tag} `}, ' ')
      WHERE tag_set_no IN (
        SELECT tag_set_no FROM domain_tag_set_members WHERE owner_no = ${owner_no} AND tag_id = ${tag}
      )`
    yield* sql`DELETE FROM domain_tag_set_members WHERE owner_no = ${owner_no} AND tag_id = ${tag}`
  })
})
