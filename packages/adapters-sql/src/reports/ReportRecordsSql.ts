import type { DomainContact, Nameserver } from "@namewright/core/domains"
import {
  type BilledOrganization,
  type ExpiringRecord,
  type InventoryRecord,
  type PortfolioRecord,
  ReportRecords,
  type TimeRange,
  type TransactionRecord,
  type TransactionScope,
  type ZoneRecord
} from "@namewright/core/reports"
import { type ContactRole, Instant, Money, type OrganizationId } from "@namewright/core/shared"
import type { TagType } from "@namewright/core/tags"
import { DateTime, Effect, Layer, Schema, Stream } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { asDefect } from "../asDefect.ts"
import { InstantColumn, type InstantValue, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { contentOf, type ContentRow, zoneSelection } from "../dns/ZoneRow.ts"
import { type DomainRow } from "../domains/DomainRow.ts"

const at = Schema.encodeSync(InstantColumn)

const secondsOf = (instant: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(instant) / 1000)

const text = (value: InstantValue): string =>
  typeof value === "string" ? `${value.slice(0, 19)}Z` : Instant.formatMillis(value.getTime())

const nullable = (value: InstantValue | null): string | null => value === null ? null : text(value)

type Row<K extends keyof DomainRow> = Pick<DomainRow, K>

type InventoryRow =
  & Row<
    | "name"
    | "domain_id"
    | "tld"
    | "registered_on"
    | "expires_on"
    | "renewal_mode"
    | "registry_statuses"
    | "nameservers"
    | "contacts"
    | "is_premium"
  >
  & { readonly tags: string | null }

type ExpiringRow = Row<"name" | "tld" | "renewal_mode" | "is_premium"> & { readonly expires_on: InstantValue }

type PortfolioRow = Row<"name" | "registrar" | "registered_on" | "expires_on" | "renewal_mode">

type TransactionRow = Omit<TransactionRecord, "volume" | "amount" | "completed_on"> & {
  readonly volume: number | bigint | string
  readonly amount: number | bigint | string
  readonly completed_on: InstantValue
}

type ZoneSummaryRow = Omit<ZoneRecord, "created_on" | "updated_on" | "tags"> & {
  readonly created_on: InstantValue
  readonly updated_on: InstantValue
  readonly tags: string | null
}

/**
 * Maximum number of cached texts. At the maximum the whole cache is cleared, which is cheaper than to find the oldest.
 */
const cacheSize = 4_000

/** Caches the results of a function for repeated texts, such as the nameservers of a portfolio. */
const cached = <A>(convert: (text: string) => A): (text: string) => A => {
  const cache = new Map<string, A>()
  return (input) => {
    const found = cache.get(input)
    if (found !== undefined) return found
    if (cache.size >= cacheSize) cache.clear()
    const converted = convert(input)
    cache.set(input, converted)
    return converted
  }
}

/** Contact ids of a domain by role, separated by `;`; from the stored JSON. */
const contactCells = (json: string): Readonly<Record<ContactRole, string>> => {
  const cells = { registrant: "", admin: "", tech: "", billing: "" }
  for (const { contact_id, contact_type } of JSON.parse(json) as ReadonlyArray<DomainContact>) {
    cells[contact_type] += cells[contact_type] === "" ? contact_id : `;${contact_id}`
  }
  return cells
}

const hostnames = (json: string): string =>
  (JSON.parse(json) as ReadonlyArray<Nameserver>).map(({ hostname }) => hostname).join(";")

/** Sorted labels of tags, separated by `;`. */
const labelled = (labels: ReadonlyMap<string, string>, ids: ReadonlyArray<string>): string =>
  ids.flatMap((id) => labels.get(id) ?? []).toSorted().join(";")

/** Converts rows to records. Values that many rows share are converted once. */
const inventoryOf = (labels: ReadonlyMap<string, string>) => {
  const contacts = cached(contactCells)
  const nameservers = cached(hostnames)
  const tags = cached((ids: string) => labelled(labels, ids.split(" ")))
  const statuses = cached((spaced: string) => ({
    registry_statuses: spaced.replaceAll(" ", ";"),
    transfer_lock: spaced.split(" ").includes("clientTransferProhibited")
  }))
  return (row: InventoryRow): InventoryRecord => {
    const { registry_statuses, transfer_lock } = statuses(row.registry_statuses)
    const { admin, billing, registrant, tech } = contacts(row.contacts)
    return {
      name: row.name,
      domain_id: row.domain_id,
      tld: row.tld,
      registered_on: nullable(row.registered_on),
      expires_on: nullable(row.expires_on),
      renewal_mode: row.renewal_mode,
      transfer_lock,
      is_premium: Boolean(row.is_premium),
      registry_statuses,
      nameservers: nameservers(row.nameservers),
      registrant,
      admin,
      tech,
      billing,
      tags: row.tags === null ? "" : tags(row.tags)
    }
  }
}

const zoneRecordOf = (labels: ReadonlyMap<string, string>) => {
  const tags = cached((lists: string) =>
    labelled(labels, (JSON.parse(lists) as ReadonlyArray<[string]>).map(([id]) => id))
  )
  return (row: ZoneSummaryRow): ZoneRecord => ({
    name: row.name,
    dnssec_status: row.dnssec_status,
    rrset_count: row.rrset_count,
    record_count: row.record_count,
    vanity_nameserver_set_id: row.vanity_nameserver_set_id,
    created_on: text(row.created_on),
    updated_on: text(row.updated_on),
    tags: row.tags === null ? "" : tags(row.tags)
  })
}

const expiringOf = (row: ExpiringRow): ExpiringRecord => ({
  ...row,
  expires_on: text(row.expires_on),
  is_premium: Boolean(row.is_premium)
})

const portfolioOf = (row: PortfolioRow): PortfolioRecord => ({
  ...row,
  registered_on: nullable(row.registered_on),
  expires_on: nullable(row.expires_on)
})

const transactionOf = (row: TransactionRow): TransactionRecord => ({
  ...row,
  volume: Number(row.volume),
  amount: Money.MinorUnits.make(Number(row.amount)),
  completed_on: text(row.completed_on)
})

const streamed = <R extends object, A>(statement: Statement.Statement<R>, record: (row: R) => A): Stream.Stream<A> =>
  Stream.map(Stream.orDie(Stream.mapError(statement.stream, asDefect)), record)

export const layer = Layer.effect(
  ReportRecords,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { false: no, jsonLists } = dialect(sql)

    const owner = (organization: OrganizationId) =>
      sql`(SELECT owner_no FROM domain_owners WHERE organization_id = ${organization})`

    const withCredential = (organization: OrganizationId, credential: string) =>
      sql`i.combination_no IN (SELECT c.combination_no FROM domain_combinations c
        WHERE c.owner_no = ${owner(organization)} AND c.registrar_credential_id = ${credential})`

    /** Condition of succeeded transactions. Its first part is the first column of the index. */
    const settled = ({ from, until }: TimeRange) =>
      sql`(t.completed_on IS NULL) = ${no} AND t.completed_on >= ${at(from)} AND t.completed_on < ${at(until)}
        AND t.status = 'succeeded'`

    const transactionsIn = (scope: TransactionScope): ReadonlyArray<Statement.Fragment> => {
      if ("paid_by" in scope) return [sql`t.payer_id = ${scope.paid_by}`]
      if ("incurred_by" in scope) {
        return [sql`t.organization_id = ${scope.incurred_by} AND t.organization_id <> t.payer_id`]
      }
      const parent = scope.suborganizations_of
      return [
        sql`t.payer_id = ${parent} AND t.organization_id <> t.payer_id`,
        sql`t.payer_id = t.organization_id AND t.payer_id IN (SELECT organization_id FROM organizations
          WHERE family_id = ${parent} AND organization_id <> ${parent})`
      ]
    }

    const labelsOf = (organization: OrganizationId, type: TagType) =>
      Effect.map(
        orDieSql(
          sql<{ readonly tag_id: string; readonly label: string }>`SELECT tag_id, label FROM tags
            WHERE organization_id = ${organization} AND type = ${type}`
        ),
        (tags) => new Map(tags.map(({ label, tag_id }) => [tag_id, label]))
      )

    return ReportRecords.of({
      inventory: (organization) =>
        Stream.unwrap(Effect.map(labelsOf(organization, "DOMAIN"), (labels) =>
          streamed(
            sql<InventoryRow>`SELECT d.name, d.domain_id, d.tld, d.registered_on, d.expires_on, d.renewal_mode,
              d.registry_statuses, d.nameservers, d.contacts, d.is_premium, t.tags
              FROM domain_keys i JOIN domains d ON d.domain_no = i.domain_no
              LEFT JOIN domain_tag_sets t ON t.tag_set_no = i.tag_set_no
              WHERE i.owner_no = ${owner(organization)} ORDER BY i.name`,
            inventoryOf(labels)
          ))),

      expiring: (organization, { from, until }) =>
        streamed(
          sql<ExpiringRow>`SELECT d.name, d.tld, d.expires_on, d.renewal_mode, d.is_premium
            FROM domain_keys i JOIN domains d ON d.domain_no = i.domain_no
            WHERE i.owner_no = ${owner(organization)}
              AND i.expires_on >= ${secondsOf(from)} AND i.expires_on < ${secondsOf(until)}
            ORDER BY i.expires_on, i.domain_id`,
          expiringOf
        ),

      portfolio: (organization, credential) =>
        streamed(
          sql<PortfolioRow>`SELECT d.name, d.registrar, d.registered_on, d.expires_on, d.renewal_mode
            FROM domain_keys i JOIN domains d ON d.domain_no = i.domain_no
            WHERE i.owner_no = ${owner(organization)}
              AND ${withCredential(organization, credential)}
            ORDER BY i.name`,
          portfolioOf
        ),

      hasCredential: (organization, credential) =>
        Effect.map(
          orDieSql(
            sql`SELECT 1 FROM domain_keys i
              WHERE i.owner_no = ${owner(organization)}
                AND ${withCredential(organization, credential)}
              LIMIT 1`
          ),
          (rows) => rows.length > 0
        ),

      zones: (organization) =>
        Stream.unwrap(Effect.map(labelsOf(organization, "ZONE"), (labels) =>
          streamed(
            sql<ZoneSummaryRow>`SELECT z.name, s.dnssec_status, s.rrset_count, s.record_count,
              s.vanity_nameserver_set_id, z.created_on, s.updated_on,
              (SELECT ${jsonLists(["t.tag_id"])} FROM dns_zone_tags t WHERE t.dns_zone_id = z.dns_zone_id) AS tags
              FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id
              WHERE z.organization_id = ${organization} ORDER BY z.name`,
            zoneRecordOf(labels)
          ))),

      zoneContents: (organization) =>
        streamed(
          sql<ContentRow>`${zoneSelection(sql).content} WHERE z.organization_id = ${organization} ORDER BY z.name`,
          contentOf
        ),

      transactions: (scope, range) => {
        const branches = transactionsIn(scope).map((condition) =>
          sql`SELECT t.organization_id, o.name AS organization_name, t.payer_id, t.product_reference, t.product_type,
            t.action, t.volume, t.unit, t.amount, t.currency, t.completed_on, t.billing_transaction_id
            FROM billing_transactions t JOIN organizations o ON o.organization_id = t.organization_id
            WHERE ${condition} AND ${settled(range)}`
        )
        return streamed(
          sql<TransactionRow>`SELECT organization_id, organization_name, payer_id, product_reference, product_type,
            action, volume, unit, amount, currency, completed_on FROM (${
            sql.join(" UNION ALL ", false)(branches)
          }) found
            ORDER BY completed_on, billing_transaction_id`,
          transactionOf
        )
      },

      billed: Effect.fnUntraced(function*(after, range, limit) {
        const exists = (condition: Statement.Fragment) =>
          sql`EXISTS (SELECT 1 FROM billing_transactions t WHERE ${condition} AND ${settled(range)})`
        const rows = yield* sql<{
          readonly organization_id: OrganizationId
          readonly own: boolean | number
          readonly suborganizations: boolean | number
        }>`SELECT organization_id, own, suborganizations FROM (
            SELECT o.organization_id,
              (${exists(sql`t.payer_id = o.organization_id`)}
                OR ${exists(sql`t.organization_id = o.organization_id AND t.organization_id <> t.payer_id`)}) AS own,
              (${exists(sql`t.payer_id = o.organization_id AND t.organization_id <> t.payer_id`)}
                OR EXISTS (SELECT 1 FROM organizations s WHERE s.family_id = o.organization_id
                  AND s.organization_id <> o.organization_id
                  AND ${exists(sql`t.payer_id = s.organization_id AND t.organization_id = s.organization_id`)})
              ) AS suborganizations
            FROM organizations o WHERE o.organization_id > ${after ?? ""} AND o.deleted_on IS NULL
          ) b WHERE own OR suborganizations ORDER BY organization_id LIMIT ${limit}`
        return rows.map(({ organization_id, own, suborganizations }): BilledOrganization => ({
          organization_id,
          own: Boolean(own),
          suborganizations: Boolean(suborganizations)
        }))
      }, orDieSql)
    })
  })
)
