import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** The set of no tags. */
const noTags = 0

const membersPerStatement = 500

/** A tag set as text: its tags in order, each between spaces, so that one can be taken out of the text. */
const textOf = (tags: ReadonlyArray<string>): string => ` ${tags.join(" ")} `
const tagsOf = (text: string): ReadonlyArray<string> => text.split(" ").filter((tag) => tag !== "")

/**
 * Keeps the combinations of tags that domains carry, each under a number. Whoever changes the tags of an organization's
 * domains holds its row first, so that no combination is made while a tag goes away.
 */
export const domainTagSets = (sql: SqlClient.SqlClient) => ({
  /** Keeps others from changing the organization's tags until the transaction ends. */
  hold: (owner: number) =>
    sql`SELECT owner_no FROM domain_owners WHERE owner_no = ${owner} ${dialect(sql).forNoKeyUpdate}`,

  /** The tags of each set. */
  tagsOf: Effect.fnUntraced(function*(sets: ReadonlyArray<number>) {
    const asked = sets.filter((set) => set !== noTags)
    if (asked.length === 0) return new Map<number, ReadonlyArray<string>>()
    const rows = yield* sql<{ readonly tag_set_no: number; readonly tags: string }>`SELECT tag_set_no, tags
      FROM domain_tag_sets WHERE ${sql.in("tag_set_no", asked)}`
    return new Map(rows.map(({ tag_set_no, tags }) => [tag_set_no, tagsOf(tags)]))
  }),

  /** The number of a set of tags, a new one when there is none yet. */
  intern: Effect.fnUntraced(function*(owner_no: number, members: Iterable<string>) {
    const tags = [...new Set(members)].toSorted()
    if (!Arr.isReadonlyArrayNonEmpty(tags)) return noTags
    const text = textOf(tags)
    const [found] = yield* sql<{ readonly tag_set_no: number }>`SELECT min(tag_set_no) AS tag_set_no
      FROM domain_tag_sets WHERE tags = ${text} AND owner_no = ${owner_no} HAVING count(*) > 0`
    if (found !== undefined) return found.tag_set_no
    const [made] = yield* sql<{ readonly tag_set_no: number }>`INSERT INTO domain_tag_sets (owner_no, tags)
      VALUES (${owner_no}, ${text}) RETURNING tag_set_no`
    if (made === undefined) return yield* Effect.die(new Error("A tag set got no number"))
    yield* Effect.forEach(
      Arr.chunksOf(tags, membersPerStatement),
      (chunk) =>
        sql`INSERT INTO domain_tag_set_members ${
          sql.insert(Arr.map(chunk, (tag_id) => ({ owner_no, tag_id, tag_set_no: made.tag_set_no })))
        }`,
      { discard: true }
    )
    return made.tag_set_no
  }),

  /** Takes a tag out of every set, whatever domains carry it. */
  dissolve: Effect.fnUntraced(function*(owner_no: number, tag: string) {
    yield* sql`UPDATE domain_tag_sets SET tags = replace(tags, ${` ${tag} `}, ' ')
      WHERE tag_set_no IN (
        SELECT tag_set_no FROM domain_tag_set_members WHERE owner_no = ${owner_no} AND tag_id = ${tag}
      )`
    yield* sql`DELETE FROM domain_tag_set_members WHERE owner_no = ${owner_no} AND tag_id = ${tag}`
  })
})
