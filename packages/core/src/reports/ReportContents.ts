import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { Billing, BillingParties } from "../billing/index.ts"
import { makeZoneViews, type ZoneDetails } from "../dns/index.ts"
import { Instant, Money, type OrganizationId, Period, PlatformSettings } from "../shared/index.ts"
import { csvOf, type Sheet } from "./Csv.ts"
import { monthToDate, stretchOf } from "./Month.ts"
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

/** The file inside the ZIP of a report. */
export interface ReportContent {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array>
  /** Records that have passed through `bytes`. */
  readonly recordCount: () => number
}

/** How far a report of expiring domains looks ahead. */
const expiresWithin = { days: 90 }

/** Zones whose keys are looked up together. */
const zonesAtOnce = 50

const dayMillis = 86_400_000

/** Whole days from one instant to a later one. */
const daysBetween = (from: Instant.Instant, to: Instant.Instant): number =>
  Math.floor((DateTime.toEpochMillis(to) - DateTime.toEpochMillis(from)) / dayMillis)

/** What each type of report is made of. Source: REST specification, "Report". */
export class ReportContents extends Context.Service<ReportContents, {
  /** What is read when `bytes` runs; the types of one moment are about the moment of the call. */
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

      /** Every record of every zone, as callers see them. */
      const zoneRecords = (organization: OrganizationId): Stream.Stream<ZoneRecordLine> =>
        records.zoneContents(organization).pipe(
          Stream.grouped(zonesAtOnce),
          Stream.mapEffect((contents) => views.ofAll(organization, contents, [])),
          Stream.flatMap((zones) => Stream.fromIterable(zones.flatMap(linesOf)))
        )

      /** As callers see transactions: nothing is charged for in the sandbox. */
      const shown = (rows: Stream.Stream<TransactionRecord>) =>
        environment === "sandbox" ? Stream.map(rows, (row) => ({ ...row, amount: Money.zero })) : rows

      const transactions = Effect.fnUntraced(function*(report: StoredReport, now: Instant.Instant) {
        const { month, organization_id } = report
        const party = yield* parties.find(organization_id)
        const paysItself = Option.exists(party, ({ payer_id }) => payer_id === organization_id)
        const scope = paysItself ? { paid_by: organization_id } : { incurred_by: organization_id }
        const stretch = month === null ? monthToDate(now) : stretchOf(month)
        return csv(report, transactionSheet, shown(records.transactions(scope, stretch)))
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

      const makers: Record<ReportType, (report: StoredReport, now: Instant.Instant) => Effect.Effect<ReportContent>> = {
        domain_inventory: (report) =>
          Effect.sync(() => csv(report, inventorySheet, records.inventory(report.organization_id))),
        expiring_domains: (report, now) =>
          Effect.sync(() => csv(report, expirySheet, expiring(report.organization_id, now))),
        dns_zone_summary: (report) => Effect.sync(() => csv(report, zoneSheet, records.zones(report.organization_id))),
        dns_zone_records: (report) =>
          Effect.sync(() => csv(report, zoneRecordSheet, zoneRecords(report.organization_id))),
        billing_transactions: transactions,
        billing_transactions_monthly: transactions,
        suborg_billing_transactions_monthly: (report, now) =>
          Effect.sync(() => {
            const scope = { suborganizations_of: report.organization_id }
            const stretch = report.month === null ? monthToDate(now) : stretchOf(report.month)
            return csv(report, suborganizationSheet, shown(records.transactions(scope, stretch)))
          }),
        registrar_portfolio_pdf: (report, now) => Effect.sync(() => portfolio(report, now))
      }

      return ReportContents.of({
        of: (report) => Effect.flatMap(Instant.now, (now) => makers[report.report_type](report, now))
      })
    })
  )
}

const linesOf = ({ name: zone, rrsets }: ZoneDetails): ReadonlyArray<ZoneRecordLine> =>
  rrsets.flatMap(({ fqdn: name, protected: isProtected, records, ttl, type }) =>
    records.map(({ rdata }) => ({ zone, name, type, ttl, rdata, protected: isProtected }))
  )

/** The sheet of a report as a file. */
const csv = <A>({ report_type }: StoredReport, sheet: Sheet<A>, rows: Stream.Stream<A>): ReportContent => {
  let count = 0
  return {
    name: `${report_type}.csv`,
    bytes: csvOf(sheet, rows, (more) => void (count += more)),
    recordCount: () => count
  }
}

/** Prices of a year by TLD, looked up once each; null for premium names, whose registry sets it, and if there is none now. */
const renewalPrices = (billing: Billing["Service"], organization_id: OrganizationId) => {
  const known = new Map<string, Money.Money | null>()
  return Effect.fnUntraced(function*({ is_premium, tld }: ExpiringRecord) {
    if (is_premium) return null
    const price = known.get(tld)
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
    known.set(tld, found)
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
