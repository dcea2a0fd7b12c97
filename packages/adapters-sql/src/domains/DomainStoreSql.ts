import type { ContactId } from "@namewright/core/contacts"
import { type Domain, DomainExists, DomainStore, namedContacts, type ReferredDomain } from "@namewright/core/domains"
import type { DomainId, OrganizationId } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Layer, Option, Predicate, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { asDefect } from "../asDefect.ts"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { together } from "../together.ts"
import { type KeyNumbers, keysOf, numberColumns } from "./DomainKeys.ts"
import { domainKeys } from "./DomainKeysSql.ts"
import { domainColumns, domainOf, type DomainRow, firstDomain, isDomainId, referred, rowOf } from "./DomainRow.ts"
import { tagsOfSet } from "./DomainTagSetsSql.ts"
import { domainUses } from "./DomainUsesSql.ts"
import { domainLists } from "./list/DomainListSql.ts"

const columns = domainColumns.map((column) => `d.${column}`).join(", ")

const lockedColumns = `${columns}, ${numberColumns.map((column) => `k.${column}`).join(", ")}`

/** Columns whose value has changed. Unchanged columns are not written, which avoids updates of indexes. */
const changedColumns = (before: Domain, after: Domain) =>
  domainColumns.filter((column) => column !== "domain_id" && column !== "name" && before[column] !== after[column])

export const layer = Layer.effect(
  DomainStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forKeyShare, forUpdate, oneOf, texts } = dialect(sql)
    const keys = domainKeys(sql)
    const lists = yield* domainLists

    const select = (where: Statement.Fragment, rest: Statement.Fragment = sql``) =>
      orDieSql(sql<DomainRow>`SELECT ${sql.literal(columns)} FROM domains d WHERE ${where} ${rest}`)

    const addContacts = (domain_no: number, contacts: ReadonlyArray<string>) =>
      Arr.isReadonlyArrayNonEmpty(contacts)
        ? sql`INSERT INTO domain_contacts ${sql.insert(Arr.map(contacts, (contact_id) => ({ contact_id, domain_no })))}`
        : Effect.void

    const linkContacts = Effect.fnUntraced(function*(domain_no: number, contacts: ReadonlyArray<string>) {
      if (contacts.length === 0) return new Set<ContactId>()
      const linked = yield* sql<{ readonly contact_id: ContactId }>`INSERT INTO domain_contacts (contact_id, domain_no)
        SELECT c.contact_id, CAST(${domain_no} AS INTEGER) FROM contacts c
        WHERE ${sql.in("c.contact_id", contacts)} ${forKeyShare}
        RETURNING contact_id`
      return new Set(linked.map(({ contact_id }) => contact_id))
    })

    const removeContacts = (domain_no: number, contacts: ReadonlyArray<string>) =>
      contacts.length === 0
        ? Effect.void
        : sql`DELETE FROM domain_contacts WHERE ${sql.in("contact_id", contacts)} AND domain_no = ${domain_no}`

    const saveContacts = Effect.fnUntraced(
      function*(domain_no: number, before: ReadonlyArray<string>, after: ReadonlyArray<string>) {
        yield* removeContacts(domain_no, before.filter((id) => !after.includes(id)))
        yield* addContacts(domain_no, after.filter((id) => !before.includes(id)))
      }
    )

    /** Loads and locks a domain and its keys. */
    const stored = Effect.fnUntraced(function*(id: DomainId) {
      const [row] = yield* sql<DomainRow & KeyNumbers>`SELECT ${sql.literal(lockedColumns)}
        FROM domains d JOIN domain_keys k ON k.domain_no = d.domain_no WHERE d.domain_id = ${id} ${forUpdate}`
      if (row === undefined) return undefined
      const domain = domainOf(row)
      return { domain, keys: keysOf(domain, Struct.pick(row, numberColumns)) }
    })
    type Stored = NonNullable<Effect.Success<ReturnType<typeof stored>>>

    const write = Effect.fnUntraced(function*(before: Stored, domain: Domain) {
      const { domain_no } = before.keys
      const changes = Struct.pick(rowOf(domain, bool), changedColumns(before.domain, domain))
      const change = sql`UPDATE domains SET ${sql.update(changes)} WHERE domain_no = ${domain_no}`
      yield* together(sql, [
        ...(Struct.keys(changes).length === 0 ? [] : [change]),
        ...(yield* keys.changes(before.keys, domain))
      ])
      yield* saveContacts(domain_no, namedContacts(before.domain), namedContacts(domain))
    })

    const nameTaken = Effect.fnUntraced(function*({ name, organization_id }: Domain) {
      const [taken] = yield* sql<{ readonly domain_id: string; readonly organization_id: OrganizationId }>`
        SELECT domain_id, organization_id FROM domains WHERE name = ${name}`
      return new DomainExists({
        domain_name: name,
        ...(taken?.organization_id === organization_id ? { domain_id: taken.domain_id } : {})
      })
    })

    return DomainStore.of({
      ...lists,
      ...domainUses(sql),

      insert: Effect.fnUntraced(function*(domain) {
        const [made] = yield* sql<{ readonly domain_no: number }>`INSERT INTO domains ${sql.insert(rowOf(domain, bool))}
          ON CONFLICT (name) DO NOTHING RETURNING domain_no`
        if (made === undefined) return yield* Effect.fail(yield* nameTaken(domain))
        yield* keys.insert(made.domain_no, domain)
        return yield* linkContacts(made.domain_no, namedContacts(domain))
      }, (effect) => Effect.catchIf(effect, Predicate.not(isDomainExists), (failure) => Effect.die(asDefect(failure)))),

      find: (reference) => Effect.map(select(referred(sql, reference)), firstDomain),

      findReferred: Effect.fnUntraced(function*(references) {
        if (references.length === 0) return []
        const ids = references.filter(isDomainId)
        const names = references.filter(Predicate.not(isDomainId))
        const found = sql`SELECT domain_id, name, tld, organization_id FROM domains`
        return yield* sql<ReferredDomain>`${found} WHERE domain_id IN ${texts(ids)}
          UNION ${found} WHERE name IN ${texts(names)}`
      }, orDieSql),

      tagsOf: Effect.fnUntraced(function*(domains) {
        if (domains.length === 0) return new Map()
        const rows = yield* sql<{ readonly domain_id: DomainId; readonly tags: string }>`SELECT d.domain_id, t.tags
          FROM domains d JOIN domain_keys k ON k.domain_no = d.domain_no
          JOIN domain_tag_sets t ON t.tag_set_no = k.tag_set_no WHERE d.domain_id IN ${texts(domains)}`
        return new Map(rows.map(({ domain_id, tags }) => [domain_id, tagsOfSet(tags)]))
      }, orDieSql),

      lock: (id) => Effect.map(select(sql`d.domain_id = ${id}`, forUpdate), firstDomain),

      change: Effect.fnUntraced(function*(id, change) {
        const before = yield* stored(id)
        if (before === undefined) return Option.none()
        const domain = yield* change(before.domain)
        yield* write(before, domain)
        return Option.some(domain)
      }, orDieSql),

      save: Effect.fnUntraced(function*(domain) {
        const before = yield* stored(domain.domain_id)
        if (before !== undefined) yield* write(before, domain)
      }, orDieSql),

      remove: Effect.fnUntraced(function*(id) {
        const before = yield* stored(id)
        if (before === undefined) return
        yield* removeContacts(before.keys.domain_no, namedContacts(before.domain))
        yield* keys.remove(before.keys)
        yield* sql`DELETE FROM domain_dnssec_data WHERE domain_id = ${id}`
        yield* sql`DELETE FROM domains WHERE domain_no = ${before.keys.domain_no}`
      }, orDieSql),

      due: Effect.fnUntraced(function*(now, limit) {
        const rows = yield* sql<{ readonly domain_id: DomainId }>`SELECT domain_id FROM domains
          WHERE next_action_on IS NOT NULL AND next_action_on <= ${DateTime.formatIso(now)}
          ORDER BY next_action_on, domain_id LIMIT ${limit}`
        return rows.map(({ domain_id }) => domain_id)
      }, orDieSql),

      named: Effect.fnUntraced(function*(names) {
        if (names.length === 0) return []
        const rows = yield* select(sql`d.name ${oneOf(names)}`)
        return rows.map(domainOf).toSorted((a, b) => b.name.length - a.name.length)
      }, orDieSql)
    })
  })
)

const isDomainExists = (error: unknown): error is DomainExists => error instanceof DomainExists
