import { Effect } from "effect"
import { access } from "./baseline/access.ts"
import { approvals } from "./baseline/approvals.ts"
import { billing } from "./baseline/billing.ts"
import { branding } from "./baseline/branding.ts"
import { certificates } from "./baseline/certificates.ts"
import { changes } from "./baseline/changes.ts"
import { contacts } from "./baseline/contacts.ts"
import { declarations } from "./baseline/declarations.ts"
import { dns } from "./baseline/dns.ts"
import { dnsPublication } from "./baseline/dnsPublication.ts"
import { dnssec } from "./baseline/dnssec.ts"
import { domains } from "./baseline/domains.ts"
import { events } from "./baseline/events.ts"
import { hosts } from "./baseline/hosts.ts"
import { idempotency } from "./baseline/idempotency.ts"
import { invoices } from "./baseline/invoices.ts"
import { jobs } from "./baseline/jobs.ts"
import { mail } from "./baseline/mail.ts"
import { objectLogs } from "./baseline/objectLogs.ts"
import { organizations } from "./baseline/organizations.ts"
import { payments } from "./baseline/payments.ts"
import { processes } from "./baseline/processes.ts"
import { realm } from "./baseline/realm.ts"
import { reconciliation } from "./baseline/reconciliation.ts"
import { registrars } from "./baseline/registrars.ts"
import { registry } from "./baseline/registry.ts"
import { reports } from "./baseline/reports.ts"
import { requests } from "./baseline/requests.ts"
import { simulator } from "./baseline/simulator.ts"
import { tags } from "./baseline/tags.ts"
import { usage } from "./baseline/usage.ts"
import { vanitySets } from "./baseline/vanitySets.ts"
import { waitlist } from "./baseline/waitlist.ts"
import { webhooks } from "./baseline/webhooks.ts"
import { whitelabels } from "./baseline/whitelabels.ts"

/** The schema of the first release, in the order of the slices. */
export const baseline = Effect.all([
  access,
  realm,
  processes,
  idempotency,
  changes,
  events,
  objectLogs,
  requests,
  billing,
  payments,
  simulator,
  registry,
  jobs,
  mail,
  approvals,
  organizations,
  invoices,
  usage,
  waitlist,
  tags,
  contacts,
  hosts,
  dns,
  dnssec,
  vanitySets,
  dnsPublication,
  certificates,
  domains,
  registrars,
  declarations,
  webhooks,
  reports,
  reconciliation,
  branding,
  whitelabels
], { discard: true })
