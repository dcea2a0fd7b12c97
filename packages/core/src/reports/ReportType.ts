import { Schema } from "effect"

/** Definition of a type of report. */
export interface ReportTypeDefinition {
  /** Requested by callers, or generated monthly by the platform. */
  readonly trigger: "on_demand" | "scheduled"
  readonly format: "csv" | "pdf"
  /** True if it reports the domains of one credential at an external registrar. */
  readonly needs_credential: boolean
  /** True if only the latest empty report is retained. */
  readonly keeps_latest_empty: boolean
}

const table = { trigger: "on_demand", format: "csv", needs_credential: false, keeps_latest_empty: true } as const
const monthly = { ...table, trigger: "scheduled" } as const

/**
 * Types of reports. A new type needs a line here and its content in `ReportContents`. Source: REST specification,
 * "Report".
 */
export const reportTypes = {
  domain_inventory: table,
  expiring_domains: table,
  dns_zone_summary: table,
  dns_zone_records: table,
  /** This month to date. */
  billing_transactions: table,
  /** Previous month. */
  billing_transactions_monthly: monthly,
  /** Previous month, of all suborganizations. */
  suborg_billing_transactions_monthly: monthly,
  registrar_portfolio_pdf: { ...table, format: "pdf", needs_credential: true, keeps_latest_empty: false }
} as const satisfies Record<string, ReportTypeDefinition>

export type ReportType = keyof typeof reportTypes

export const ReportType = Schema.Literals(Object.keys(reportTypes) as ReadonlyArray<ReportType>)
  .annotate({ identifier: "ReportType" })

/** Definition of a type. */
export const definitionOf = (type: ReportType): ReportTypeDefinition => reportTypes[type]

/** Types that the platform generates monthly. */
export const monthlyTypes: ReadonlyArray<ReportType> = ReportType.literals.filter(
  (type) => definitionOf(type).trigger === "scheduled"
)
