import { Context, type Effect } from "effect"
import type { ContactDemand } from "./ContactDemand.ts"

/** Port for the reports of verified contacts to registries, implemented by the domains slice. */
export class VerificationReports extends Context.Service<VerificationReports, {
  /**
   * Has the verification of a contact reported to a registry soon, by a job that is stored in the caller's transaction. The
   * report contains the evidence that is stored when it is sent. Does nothing if the registry takes no reports.
   */
  readonly order: (
    report: Pick<ContactDemand, "contact_id" | "organization_id" | "registry">
  ) => Effect.Effect<void>
}>()("@namewright/core/contacts/VerificationReports") {}
