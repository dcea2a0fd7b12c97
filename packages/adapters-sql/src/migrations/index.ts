// Written by `npm run collect`: do not edit.
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { access } from "./0001_access.ts"
import { events } from "./0002_events.ts"
import { billing } from "./0003_billing.ts"
import { registrySimulator } from "./0004_registry_simulator.ts"
import { organizations } from "./0005_organizations.ts"
import { tags } from "./0006_tags.ts"
import { contacts } from "./0007_contacts.ts"
import { hosts } from "./0008_hosts.ts"
import { domains } from "./0009_domains.ts"
import { registryOperations } from "./0010_registry_operations.ts"
import { idempotency } from "./0011_idempotency.ts"
import { jobs } from "./0012_jobs.ts"
import { webhooks } from "./0013_webhooks.ts"
import { reports } from "./0014_reports.ts"
import { dnssec } from "./0015_dnssec.ts"
import { vanitySets } from "./0016_vanity_sets.ts"
import { dns } from "./0017_dns.ts"
import { dnsPublication } from "./0018_dns_publication.ts"
import { realm } from "./0019_realm.ts"
import { approvals } from "./0020_approvals.ts"
import { accessUsers } from "./0021_access_users.ts"
import { domainExpiryCounts } from "./0022_domain_expiry_counts.ts"
import { dnsLists } from "./0023_dns_lists.ts"
import { domainProviders } from "./0024_domain_providers.ts"
import { registrySessionSlots } from "./0025_registry_session_slots.ts"
import { registryObjects } from "./0026_registry_objects.ts"
import { requestIdentities } from "./0027_request_identities.ts"
import { dnsLastChanges } from "./0028_dns_last_changes.ts"
import { registryMessageFailures } from "./0029_registry_message_failures.ts"
import { zoneOwnership } from "./0030_zone_ownership.ts"
import { registryEscalations } from "./0031_registry_escalations.ts"
import { ownershipChecks } from "./0032_ownership_checks.ts"
import { graceCharges } from "./0033_grace_charges.ts"
import { processes } from "./0034_processes.ts"
import { walletReferences } from "./0035_wallet_references.ts"
import { registryMaintenances } from "./0036_registry_maintenances.ts"
import { ownershipCheckEnds } from "./0037_ownership_check_ends.ts"
import { requestBegins } from "./0038_request_begins.ts"
import { intentReviews } from "./0039_intent_reviews.ts"
import { approvalContents } from "./0040_approval_contents.ts"
import { programUses } from "./0041_program_uses.ts"
import { agentAccess } from "./0042_agent_access.ts"
import { agentKeys } from "./0043_agent_keys.ts"
import { webApprovalOfRisks } from "./0044_web_approval_of_risks.ts"
import { publicationLeases } from "./0045_publication_leases.ts"
import { boundedGrowth } from "./0046_bounded_growth.ts"
import { domainLists } from "./0047_domain_lists.ts"

/** Every change of the schema, by number. Append only: a published entry is never edited. */
export const migrations: Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>> = {
  "0001_access": access,
  "0002_events": events,
  "0003_billing": billing,
  "0004_registry_simulator": registrySimulator,
  "0005_organizations": organizations,
  "0006_tags": tags,
  "0007_contacts": contacts,
  "0008_hosts": hosts,
  "0009_domains": domains,
  "0010_registry_operations": registryOperations,
  "0011_idempotency": idempotency,
  "0012_jobs": jobs,
  "0013_webhooks": webhooks,
  "0014_reports": reports,
  "0015_dnssec": dnssec,
  "0016_vanity_sets": vanitySets,
  "0017_dns": dns,
  "0018_dns_publication": dnsPublication,
  "0019_realm": realm,
  "0020_approvals": approvals,
  "0021_access_users": accessUsers,
  "0022_domain_expiry_counts": domainExpiryCounts,
  "0023_dns_lists": dnsLists,
  "0024_domain_providers": domainProviders,
  "0025_registry_session_slots": registrySessionSlots,
  "0026_registry_objects": registryObjects,
  "0027_request_identities": requestIdentities,
  "0028_dns_last_changes": dnsLastChanges,
  "0029_registry_message_failures": registryMessageFailures,
  "0030_zone_ownership": zoneOwnership,
  "0031_registry_escalations": registryEscalations,
  "0032_ownership_checks": ownershipChecks,
  "0033_grace_charges": graceCharges,
  "0034_processes": processes,
  "0035_wallet_references": walletReferences,
  "0036_registry_maintenances": registryMaintenances,
  "0037_ownership_check_ends": ownershipCheckEnds,
  "0038_request_begins": requestBegins,
  "0039_intent_reviews": intentReviews,
  "0040_approval_contents": approvalContents,
  "0041_program_uses": programUses,
  "0042_agent_access": agentAccess,
  "0043_agent_keys": agentKeys,
  "0044_web_approval_of_risks": webApprovalOfRisks,
  "0045_publication_leases": publicationLeases,
  "0046_bounded_growth": boundedGrowth,
  "0047_domain_lists": domainLists
}
