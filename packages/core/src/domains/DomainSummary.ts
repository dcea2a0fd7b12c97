import { Schema } from "effect"
import { OrganizationId } from "../shared/index.ts"

const Counts = Schema.Record(Schema.String, Schema.Int)

/**
 * Counts of the caller's domains. All except `by_organization` count the caller's organization only; a domain counts
 * under each of its statuses. Source: REST specification, "Domain summary and statistics".
 */
export const DomainSummary = Schema.Struct({
  organization_id: OrganizationId,
  domains: Schema.Struct({
    total_count: Schema.Int,
    by_status: Counts,
    /** Only tags that at least one domain has. */
    by_status_tag: Counts,
    by_tld: Counts,
    /** The caller's organization and each suborganization, by name. */
    by_organization: Counts,
    expiring_soon: Schema.Struct({ next_30_days: Schema.Int, next_60_days: Schema.Int, next_90_days: Schema.Int })
  })
}).annotate({ identifier: "DomainSummary" })
export type DomainSummary = typeof DomainSummary.Type

/** Counts by the names of organizations; a repeated name gets the organization's id. */
export const countsByName = (
  organizations: ReadonlyArray<{ readonly organization_id: OrganizationId; readonly name: string }>,
  totals: ReadonlyMap<OrganizationId, number>
): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const { name, organization_id } of organizations) {
    counts.set(counts.has(name) ? `${name} (${organization_id})` : name, totals.get(organization_id) ?? 0)
  }
  return Object.fromEntries(counts)
}
