import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { Billing, BillingParties } from "../billing/index.ts"
import { makeZoneViews, type ZoneDetails } from "../dns/index.ts"
import { Instant, Money, type OrganizationId, Period, PlatformSettings } from "../shared/index.ts"
import { csvOf, type Sheet } from "./Csv.ts"
import { monthToDate, rangeOfMonth } from "./Month.ts"
import type { StoredReport } from "./Report.ts"
import { ReportFormats } from "./ReportFormats.ts"
import { type ExpiringRecord, type PortfolioRecord, ReportRecords, type TransactionRecord } from "./ReportRecords.ts"
import {
  expirySheet,
  inventorySheet,
  type PricedExpiry,
  suborganizationSheet,
  transactionSheet,
  type ZoneRecordLine,
  zoneRecordSheet,
  zoneSheet
} from "./ReportSheets.ts"
import type { ReportType } from "./ReportType.ts"

/** File in the ZIP of a report. */
export interface ReportContent {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array>
  /** Number of records that `bytes` has produced so far. */
  readonly recordCount: () => number
}

/** Period of the report of expiring domains. */
const expiresWithin = { days: 90 }

/** Zones per query of their keys. */
const zonesPerQuery = 50

const dayMillis = 86_400_000

/** Whole days from one instant to a later one. */
const daysBetween = (from: Instant.Instant, to: Instant.Instant): number =>
  Math.floor((DateTime.toEpochMillis(to) - DateTime.toEpochMillis(from)) / dayMillis)

/** Contents of the types of reports. Source: REST specification, "Report". */
export class ReportContents extends Context.Service<ReportContents, {
  /** Content of a report. Records are read when `bytes` runs; relative dates refer to the time of the call. */
  readonly of: (report: StoredReport) => Effect.Effect<ReportContent>
}>()("@namewright/core/reports/ReportContents") {
  static readonly layer = Layer.effect(
    ReportContents,
    Effect.gen(function*() {
      const records = yield* ReportRecords
      const formats = yield* ReportFormats
      const billing = yield* Billing
      const parties = yield* BillingParties
      const views = yield* makeZoneViews
      const { environment } = yield* PlatformSettings

      const expiring = (organization: OrganizationId, now: Instant.Instant): Stream.Stream<PricedExpiry> => {
        const priced = renewalPrices(billing, organization)
        return records.expiring(organization, { from: now, until: DateTime.addDuration(now, expiresWithin) }).pipe(
          Stream.mapArrayEffect((chunk) =>
            Effect.forEach(chunk, (record) =>
              Effect.map(priced(record), (renewal_price) => ({
                ...record,
                renewal_price,
                days_left: daysBetween(now, DateTime.makeUnsafe(record.expires_on))
              })))
          )
        )
      }

      /** Every record of every zone. */
      const zoneRecords = (organization: OrganizationId): Stream.Stream<ZoneRecordLine> =>
        records.zoneContents(organization).pipe(
          Stream.grouped(zonesPerQuery),
          Stream.mapEffect((contents) => views.ofAll(organization, contents, [])),
          Stream.flatMap((zones) => Stream.fromIterable(zones.flatMap(linesOf)))
        )

      /** Transactions with the amount 0 in the sandbox. */
      const shown = (rows: Stream.Stream<TransactionRecord>) =>
        environment === "sandbox" ? Stream.map(rows, (row) => ({ ...row, amount: Money.zero })) : rows

      const transactions = Effect.fnUntraced(function*(report: StoredReport, now: Instant.Instant) {
        const { month, organization_id } = report
        const party = yield* parties.find(organization_id)
        const paysItself = Option.exists(party, ({ payer_id }) => payer_id === organization_id)
        const scope = paysItself ? { paid_by: organization_id } : { incurred_by: organization_id }
        const range = month === null ? monthToDate(now) : rangeOfMonth(month)
        return csv(report, transactionSheet, shown(records.transactions(scope, range)))
      })

      const portfolio = (report: StoredReport, now: Instant.Instant): ReportContent => {
        let count = 0
        const credential = report.registrar_credential_id ?? ""
        const counted = records.portfolio(report.organization_id, credential).pipe(
          Stream.mapArray((chunk) => {
            count += chunk.length
            return chunk
          }),
          Stream.map(portfolioCells)
        )
        return {
          name: `${report.report_type}-${report.report_id}.pdf`,
          bytes: formats.pdf({
            title: "Registrar portfolio",
            subtitle: [`Credential ${credential}`, `As of ${Instant.format(now)}`],
            columns: portfolioColumns,
            rows: counted
          }),
          recordCount: () => count
        }
      }

      const contents: Record<ReportType, (report: StoredReport, now: Instant.Instant) => Effect.Effect<ReportContent>> =
        {
          domain_inventory: (report) =>
            Effect.sync(() => csv(report, inventorySheet, records.inventory(report.organization_id))),
          expiring_domains: (report, now) =>
            Effect.sync(() => csv(report, expirySheet, expiring(report.organization_id, now))),
          dns_zone_summary: (report) =>
            Effect.sync(() => csv(report, zoneSheet, records.zones(report.organization_id))),
          dns_zone_records: (report) =>
            Effect.sync(() => csv(report, zoneRecordSheet, zoneRecords(report.organization_id))),
          billing_transactions: transactions,
          billing_transactions_monthly: transactions,
          suborg_billing_transactions_monthly: (report, now) =>
            Effect.sync(() => {
              const scope = { suborganizations_of: report.organization_id }
              const range = report.month === null ? monthToDate(now) : rangeOfMonth(report.month)
              return csv(report, suborganizationSheet, shown(records.transactions(scope, range)))
            }),
          registrar_portfolio_pdf: (report, now) => Effect.sync(() => portfolio(report, now))
        }

      return ReportContents.of({
        of: (report) => Effect.flatMap(Instant.now, (now) => contents[report.report_type](report, now))
      })
    })
  )
}

const linesOf = ({ name: zone, rrsets }: ZoneDetails): ReadonlyArray<ZoneRecordLine> =>
  rrsets.flatMap(({ fqdn: name, protected: isProtected, records, ttl, type }) =>
    records.map(({ rdata }) => ({ zone, name, type, ttl, rdata, protected: isProtected }))
  )

/** CSV content of a report. */
const csv = <A>({ report_type }: StoredReport, sheet: Sheet<A>, rows: Stream.Stream<A>): ReportContent => {
  let count = 0
  return {
    name: `${report_type}.csv`,
    bytes: csvOf(sheet, rows, (more) => void (count += more)),
    recordCount: () => count
  }
}

/** Cached prices for one year by TLD; null for premium names, whose registry sets the price, and if no price is available. */
const renewalPrices = (billing: Billing["Service"], organization_id: OrganizationId) => {
  const cache = new Map<string, Money.Money | null>()
  return Effect.fnUntraced(function*({ is_premium, tld }: ExpiringRecord) {
    if (is_premium) return null
    const price = cache.get(tld)
    if (price !== undefined) return price
    const quote = yield* Effect.orElseSucceed(
      billing.quote({
        organization_id,
        product_type: "domain",
        action: "renew",
        product_class: tld,
        period: Period.years(1)
      }),
      () => Option.none()
    )
    const found = Option.match(quote, {
      onNone: () => null,
      onSome: ({ currency, unit_price }) => ({ amount: unit_price, currency })
    })
    cache.set(tld, found)
    return found
  })
}

const portfolioColumns = [
  { heading: "Domain", width: 0.4 },
  { heading: "Registrar", width: 0.2 },
  { heading: "Registered", width: 0.14 },
  { heading: "Expires", width: 0.14 },
  { heading: "At the end", width: 0.12 }
]

const day = (instant: string | null): string => instant?.slice(0, 10) ?? ""

const portfolioCells = ({ expires_on, name, registered_on, registrar, renewal_mode }: PortfolioRecord) => [
  name,
  registrar,
  day(registered_on),
  day(expires_on),
  renewal_mode
]
