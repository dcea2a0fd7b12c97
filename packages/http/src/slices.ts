import { Layer } from "effect"
import { accessSlice } from "./access/slice.ts"
import { approvalsSlice } from "./approvals/slice.ts"
import { archiveSlice } from "./archive/slice.ts"
import { availabilitySlice } from "./availability/slice.ts"
import { billingSlice } from "./billing/slice.ts"
import { brandingSlice } from "./branding/slice.ts"
import { contactsSlice } from "./contacts/slice.ts"
import { dnsOwnershipSlice, dnsSlice } from "./dns/slice.ts"
import { domainsSlice } from "./domains/slice.ts"
import { emailVerificationSlice } from "./emailverification/slice.ts"
import { eventsSlice } from "./events/slice.ts"
import { hostsSlice } from "./hosts/slice.ts"
import { invoicesSlice } from "./invoices/slice.ts"
import { jobsSlice } from "./jobs/slice.ts"
import { organizationsSlice } from "./organizations/slice.ts"
import { registrarsSlice } from "./registrars/slice.ts"
import { reportsSlice } from "./reports/slice.ts"
import { tagsSlice } from "./tags/slice.ts"
import { tldsSlice } from "./tlds/slice.ts"
import { usageSlice } from "./usage/slice.ts"
import { vanitySlice } from "./vanity/slice.ts"
import { waitlistSlice } from "./waitlist/slice.ts"
import { webhooksSlice } from "./webhooks/slice.ts"

/** Every group of operations, slice by slice, in the order of the document. A new slice is entered here, and nowhere else in this package. */
export const slices = [
  ...accessSlice,
  ...organizationsSlice,
  ...billingSlice,
  ...invoicesSlice,
  ...usageSlice,
  ...waitlistSlice,
  ...brandingSlice,
  ...eventsSlice,
  ...archiveSlice,
  ...tagsSlice,
  ...contactsSlice,
  ...emailVerificationSlice,
  ...hostsSlice,
  ...dnsSlice,
  ...domainsSlice,
  ...registrarsSlice,
  ...availabilitySlice,
  ...dnsOwnershipSlice,
  ...tldsSlice,
  ...vanitySlice,
  ...webhooksSlice,
  ...jobsSlice,
  ...reportsSlice,
  ...approvalsSlice
] as const

type Registered = (typeof slices)[number]

const [first, ...others] = slices

/** Groups of operations of all slices. */
export const groups = [first.group, ...others.map((one): Registered["group"] => one.group)] as const

/** Handlers of all slices. */
export const handlers = Layer.mergeAll(
  first.handlers,
  ...others.map((one): Registered["handlers"] => one.handlers)
)
