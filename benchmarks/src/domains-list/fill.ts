import type { Domain } from "@namewright/core/domains"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { stateOf, statusTagMask, traitsOf } from "../../../packages/adapters-sql/src/domains/DomainCodes.ts"
import { secondsOf } from "../../../packages/adapters-sql/src/domains/DomainIndexSql.ts"
import {
  type CountChange,
  countChanges,
  type IndexRow
} from "../../../packages/adapters-sql/src/domains/DomainPlaces.ts"
import { rowOf } from "../../../packages/adapters-sql/src/domains/DomainRow.ts"
import { nameStart } from "../../../packages/adapters-sql/src/domains/DomainStripes.ts"
import { hostnameSet, providerOf } from "../../../packages/adapters-sql/src/domains/DomainTermsSql.ts"
import { large, medium, type SampleDomain, sampleDomain } from "./portfolio.ts"

const rowsPerChunk = 5000

/** Gives out numbers from 1, one for each text. */
const numbering = () => {
  const numbers = new Map<string, number>()
  const of = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size + 1)
    return numbers.size
  }
  return { of, entries: () => [...numbers] }
}

/** The rows of a portfolio, in the numbers that the store would give them. */
const rowsOf = (count: number) => {
  const owners = numbering()
  const states = numbering()
  const traitSets = numbering()
  const terms = numbering()
  const nameserverSets = numbering()
  const tagSets = numbering()
  const kinds = numbering()
  const counts = new Map<string, CountChange>()

  const providerNo = (hostnames: string): number => terms.of(`provider ${providerOf(hostnames)}`)

  const indexRow = ({ domain, status_tags, tags }: SampleDomain): IndexRow => {
    const owner_no = owners.of(domain.organization_id)
    const tld_no = terms.of(`tld ${domain.tld}`)
    const { registrar_credential_id } = domain
    const credential_no = registrar_credential_id === null
      ? 0
      : terms.of(`registrar_credential ${registrar_credential_id}`)
    const hostnames = hostnameSet(domain.nameservers)
    const state = stateOf(domain)
    const traits = traitsOf(domain, statusTagMask(status_tags))
    const state_no = states.of(JSON.stringify({ owner_no, tld_no, state }))
    const trait_no = traitSets.of(JSON.stringify({ owner_no, traits, credential_no }))
    return {
      domain_id: domain.domain_id,
      name: domain.name,
      name_start: nameStart(domain.name),
      sld: domain.sld,
      owner_no,
      kind_no: kinds.of(JSON.stringify({ state_no, trait_no })),
      state_no,
      trait_no,
      tld_no,
      state,
      traits,
      credential_no,
      nameserver_set_no: nameserverSets.of(hostnames),
      provider_no: providerNo(hostnames),
      tag_set_no: tags.length === 0 ? 0 : tagSets.of(JSON.stringify([owner_no, ...tags.toSorted()])),
      created_on: secondsOf(domain.created_on),
      updated_on: secondsOf(domain.updated_on),
      expires_on: domain.expires_on === null ? null : secondsOf(domain.expires_on),
      registered_on: domain.registered_on === null ? null : secondsOf(domain.registered_on),
      transferred_on: domain.transferred_on === null ? null : secondsOf(domain.transferred_on)
    }
  }

  const isStriped = (owner: number) => owner === owners.of(large) || owner === owners.of(medium)

  const chunk = (from: number) => {
    const samples = Array.makeBy(Math.min(rowsPerChunk, count - from), (at) => sampleDomain(from + at, count))
    const index = samples.map(indexRow)
    for (const change of countChanges([], index, ({ owner_no }) => isStriped(owner_no))) {
      const key = `${change.owner_no}/${change.dimension}/${change.sort}/${change.member_no}/${change.stripe}`
      counts.set(key, { ...change, n: change.n + (counts.get(key)?.n ?? 0) })
    }
    return {
      domains: samples.map(({ domain }, at) => ({ domain, domain_no: from + at + 1 })),
      index: index.map((row, at) => ({ ...row, domain_no: from + at + 1 }))
    }
  }

  return { chunk, owners, providerNo, terms, states, traitSets, nameserverSets, tagSets, kinds, counts, isStriped }
}

/** Parameters of one statement on SQLite, which takes 32,766 at most. */
const parametersPerStatement = 16_000

/** Puts rows into a table: as one document on PostgreSQL, as parameters on SQLite. */
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

/** The tables whose rows are numbered, and the column that holds the number. */
const serials = {
  domains: "domain_no",
  domain_terms: "term_no",
  domain_nameserver_sets: "nameserver_set_no",
  domain_tag_sets: "tag_set_no",
  domain_kinds: "kind_no",
  domain_states: "state_no",
  domain_traits: "trait_no",
  domain_owners: "owner_no"
}

/** Takes the indexes of a table away, which can be made again. */
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

/** Fills an empty database with a portfolio of `count` domains, past the store, in about a minute for a million. */
export const fill = Effect.fnUntraced(function*(count: number, progress: (text: string) => void = () => {}) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const bool = (value: boolean) => isPostgres ? value : Number(value)
  const rows = rowsOf(count)
  const indexes = yield* withoutIndexes(["domains", "domain_index"])
  for (let from = 0; from < count; from += rowsPerChunk) {
    const { domains, index } = rows.chunk(from)
    const records = domains.map(({ domain, domain_no }: { domain: Domain; domain_no: number }) => ({
      domain_no,
      ...rowOf(domain, bool)
    }))
    yield* sql.withTransaction(Effect.andThen(insertInto("domains", records), insertInto("domain_index", index)))
    if (from % 100_000 === 0) progress(`${from} of ${count} domains`)
  }
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* insertInto(
      "domain_terms",
      rows.terms.entries().map(([text, term_no]) => {
        const [kind, term] = text.split(" ")
        return { term_no, kind, term }
      })
    )
    yield* insertInto(
      "domain_nameserver_sets",
      rows.nameserverSets.entries().map(([hostnames, nameserver_set_no]) => ({
        nameserver_set_no,
        hostnames,
        provider_no: rows.providerNo(hostnames)
      }))
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
    const combinations = { domain_states: rows.states, domain_traits: rows.traitSets, domain_kinds: rows.kinds }
    for (const [table, numbers] of Object.entries(combinations)) {
      const column = table.replace("domain_", "").replace(/s$/, "_no")
      yield* insertInto(
        table,
        numbers.entries().map(([text, no]) => ({ [column]: no, ...JSON.parse(text) as Record<string, number> }))
      )
    }
    yield* insertInto(
      "domain_owners",
      rows.owners.entries().map(([organization_id, owner_no]) => ({
        owner_no,
        organization_id,
        striped: bool(rows.isStriped(owner_no))
      }))
    )
    yield* insertInto("domain_counts", [...rows.counts.values()].map((change) => ({ ...change, shard: 0 })))
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
    const others = ["domain_index", "domain_counts", "domain_tag_set_members"]
    yield* sql.unsafe(`VACUUM ANALYZE ${[...Object.keys(serials), ...others].join(", ")}`)
  } else {
    yield* sql`INSERT INTO domain_name_search (rowid, name) SELECT domain_no, name FROM domain_index`
    yield* sql`INSERT INTO domain_nameserver_search (rowid, hostnames)
      SELECT nameserver_set_no, hostnames FROM domain_nameserver_sets`
  }
})
