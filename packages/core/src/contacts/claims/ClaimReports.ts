import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../shared/index.ts"
import type { ContactId } from "../Contact.ts"

/** Port for the reports of verified contacts to registries, implemented by the domains slice. */
export class ClaimReports extends Context.Service<ClaimReports, {
  /**
   * Orders a report to a registry, in the caller's transaction, before the contact is locked. The report contains the
   * evidence that is stored when it is sent. Does nothing if the registry takes no reports, or while one is open.
   */
  readonly order: (organization: OrganizationId, contact: ContactId, registry: string) => Effect.Effect<void>
}>()("@namewright/core/contacts/ClaimReports") {}
