import { Schema } from "effect"

/** What a type of report is. */
export interface ReportTypeTraits {
  /** Whether callers ask for it, or the platform makes it each month. */
  readonly trigger: "on_demand" | "scheduled"
  readonly format: "csv" | "pdf"
  /** Whether it is about the domains of one credential at an external registrar. */
  readonly needs_credential: boolean
  /** Whether an empty one takes the place of the empty one before it. */
  readonly keeps_latest_empty: boolean
}

const table = { trigger: "on_demand", format: "csv", needs_credential: false, keeps_latest_empty: true } as const
const monthly = { ...table, trigger: "scheduled" } as const

/**
 * The types of report, of those areas that exist. One that a slice adds gets a line here and its content in
 * `ReportContents`. Source: REST specification, "Report".
 */
export const reportTypes = {
  domain_inventory: table,
  expiring_domains: table,
  dns_zone_summary: table,
  dns_zone_records: table,
  /** This month up to now. */
  billing_transactions: table,
  /** The month before. */
  billing_transactions_monthly: monthly,
  /** The month before, of all suborganizations of a parent. */
  suborg_billing_transactions_monthly: monthly,
  registrar_portfolio_pdf: { ...table, format: "pdf", needs_credential: true, keeps_latest_empty: false }
} as const satisfies Record<string, ReportTypeTraits>

export type ReportType = keyof typeof reportTypes

export const ReportType = Schema.Literals(Object.keys(reportTypes) as ReadonlyArray<ReportType>)
  .annotate({ identifier: "ReportType" })

/** What is known of a type. */
export const traitsOf = (type: ReportType): ReportTypeTraits => reportTypes[type]

/** The types that the platform makes by itself. */
export const monthlyTypes: ReadonlyArray<ReportType> = ReportType.literals.filter(
  (type) => traitsOf(type).trigger === "scheduled"
)
