import type { Domain } from "@namewright/core/domains"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { flagsOf, stateOf, statusTagMask } from "../../../packages/adapters-sql/src/domains/DomainCodes.ts"
import { hostnameSet } from "../../../packages/adapters-sql/src/domains/DomainDictionarySql.ts"
import { keysOf } from "../../../packages/adapters-sql/src/domains/DomainKeys.ts"
import { rowOf } from "../../../packages/adapters-sql/src/domains/DomainRow.ts"
import { dimensions } from "../../../packages/adapters-sql/src/domains/list/DomainCountsSql.ts"
import { type SampleDomain, sampleDomain } from "./portfolio.ts"

const rowsPerChunk = 5000

/** Assigns numbers from 1, one for each text. */
const numbering = () => {
  const numbers = new Map<string, number>()
  const of = (text: string): number => {
    const number = numbers.get(text)
    if (number !== undefined) return number
    numbers.set(text, numbers.size + 1)
    return numbers.size
  }
  return { of, entries: () => [...numbers] }
}

/** Rows of a portfolio, with the numbers that the store would assign. */
const rowsOf = (count: number) => {
  const owners = numbering()
  const combinations = numbering()
  const nameserverSets = numbering()
  const tagSets = numbering()
  const counts = new Map<string, number>()

  const keys = ({ domain, status_tags, tags }: SampleDomain) => {
    const owner_no = owners.of(domain.organization_id)
    const flags = flagsOf(domain, statusTagMask(status_tags))
    return keysOf(domain, {
      owner_no,
      combination_no: combinations.of(JSON.stringify({
        owner_no,
        tld: domain.tld,
        state: stateOf(domain),
        flags,
        registrar_credential_id: domain.registrar_credential_id ?? ""
      })),
      flags,
      nameserver_set_no: nameserverSets.of(hostnameSet(domain.nameservers)),
      tag_set_no: tags.length === 0 ? 0 : tagSets.of(JSON.stringify([owner_no, ...tags.toSorted()]))
    })
  }

  const add = (owner_no: number, dimension: number, member_no: number) => {
    const key = JSON.stringify({ owner_no, dimension, member_no })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  const chunk = (from: number) => {
    const samples = Array.makeBy(Math.min(rowsPerChunk, count - from), (at) => sampleDomain(from + at, count))
    const all = samples.map(keys)
    for (const { combination_no, owner_no, tag_set_no } of all) {
      add(owner_no, dimensions.combination, combination_no)
      if (tag_set_no > 0) add(owner_no, dimensions.tags, tag_set_no)
    }
    return {
      domains: samples.map(({ domain }, at) => ({ domain, domain_no: from + at + 1 })),
      keys: all.map((row, at) => ({ ...row, domain_no: from + at + 1 }))
    }
  }

  const counted = () =>
    [...counts].map(([member, n]) => ({ ...JSON.parse(member) as Record<string, number>, shard: 0, n }))

  return { chunk, counted, owners, combinations, nameserverSets, tagSets }
}

/** Parameters of one statement on SQLite, whose maximum is 32,766. */
const parametersPerStatement = 16_000

/** Inserts rows: as one JSON document on PostgreSQL, as parameters on SQLite. */
const insertInto = Effect.fnUntraced(function*(table: string, rows: ReadonlyArray<Record<string, unknown>>) {
  const sql = yield* SqlClient.SqlClient
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = columns.join(", ")
  const row = `(${columns.map(() => "?").join(", ")})`
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.forEach(
        Array.chunksOf(rows, rowsPerChunk),
        (chunk) =>
          sql.unsafe(
            `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
              SELECT ${names} FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`,
            [JSON.stringify(chunk)]
          ),
        { discard: true }
      ),
    orElse: () =>
      Effect.forEach(Array.chunksOf(rows, Math.floor(parametersPerStatement / columns.length)), (chunk) =>
        sql.unsafe(
          `INSERT INTO ${table} (${names}) VALUES ${chunk.map(() => row).join(", ")}`,
          chunk.flatMap((values) => columns.map((column) => values[column]))
        ), { discard: true })
  })
})

/** Tables with numbered rows, and the column of the number. */
const serials = {
  domains: "domain_no",
  domain_nameserver_sets: "nameserver_set_no",
  domain_tag_sets: "tag_set_no",
  domain_combinations: "combination_no",
  domain_owners: "owner_no"
}

/** Drops the indexes of tables. Returns the statements that create them again. */
const withoutIndexes = Effect.fnUntraced(function*(tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const list = tables.map((table) => `'${table}'`).join(", ")
  const indexes = yield* sql.onDialectOrElse({
    pg: () =>
      sql.unsafe<{ readonly name: string; readonly text: string }>(
        `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename IN (${list})
          AND indexname NOT IN (SELECT conname FROM pg_constraint)`
      ),
    orElse: () =>
      sql.unsafe<{ readonly name: string; readonly text: string }>(
        `SELECT name, sql AS text FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${list})`
      )
  })
  for (const { name } of indexes) yield* sql.unsafe(`DROP INDEX ${name}`)
  return indexes.map(({ text }) => text)
})

interface FillOptions {
  /** True if PostgreSQL gathers statistics; default `true`. */
  readonly analyzed?: boolean
  readonly progress?: (text: string) => void
}

/** Fills an empty database with `count` domains, without the store; about one minute for 1,000,000. */
export const fill = Effect.fnUntraced(function*(
  count: number,
  { analyzed = true, progress = () => {} }: FillOptions = {}
) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const bool = (value: boolean) => isPostgres ? value : Number(value)
  const rows = rowsOf(count)
  const indexes = yield* withoutIndexes(["domains", "domain_keys"])
  for (let from = 0; from < count; from += rowsPerChunk) {
    const { domains, keys } = rows.chunk(from)
    const records = domains.map(({ domain, domain_no }: { domain: Domain; domain_no: number }) => ({
      domain_no,
      ...rowOf(domain, bool)
    }))
    yield* sql.withTransaction(Effect.andThen(insertInto("domains", records), insertInto("domain_keys", keys)))
    if (from % 100_000 === 0) progress(`${from} of ${count} domains`)
  }
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* insertInto(
      "domain_nameserver_sets",
      rows.nameserverSets.entries().map(([hostnames, nameserver_set_no]) => ({ nameserver_set_no, hostnames }))
    )
    const sets = rows.tagSets.entries().map(([text, tag_set_no]) => {
      const [owner_no, ...tags] = JSON.parse(text) as [number, ...ReadonlyArray<string>]
      return { tag_set_no, owner_no, tags }
    })
    yield* insertInto("domain_tag_sets", sets.map((set) => ({ ...set, tags: ` ${set.tags.join(" ")} ` })))
    yield* insertInto(
      "domain_tag_set_members",
      sets.flatMap(({ owner_no, tag_set_no, tags }) => tags.map((tag_id) => ({ owner_no, tag_id, tag_set_no })))
    )
    yield* insertInto(
      "domain_combinations",
      rows.combinations.entries().map(([text, combination_no]) => ({
        combination_no,
        ...JSON.parse(text) as Record<string, unknown>
      }))
    )
    yield* insertInto(
      "domain_owners",
      rows.owners.entries().map(([organization_id, owner_no]) => ({ owner_no, organization_id }))
    )
    yield* insertInto("domain_counts", rows.counted())
  }))
  for (const text of indexes) {
    progress(text.slice(0, 80))
    yield* sql.unsafe(text)
  }
  progress("the text indexes")
  if (isPostgres) {
    for (const [table, column] of Object.entries(serials)) {
      yield* sql.unsafe(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), (SELECT max(${column}) FROM ${table}))`
      )
    }
    const others = ["domain_keys", "domain_counts", "domain_tag_set_members"]
    if (analyzed) yield* sql.unsafe(`VACUUM ANALYZE ${[...Object.keys(serials), ...others].join(", ")}`)
  } else {
    yield* sql`INSERT INTO domain_name_search (rowid, name) SELECT domain_no, name FROM domain_keys`
    yield* sql`INSERT INTO domain_nameserver_search (rowid, hostnames)
      SELECT nameserver_set_no, hostnames FROM domain_nameserver_sets`
  }
})
