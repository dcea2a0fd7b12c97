import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { OpenVatOutcome, VatCheck } from "./VatCheck.ts"

/** Check with the version of its row, which every write increases. */
export interface StoredVatCheck extends VatCheck {
  readonly version: number
}

/** Storage port of checks of VAT numbers. An organization has at most one. */
export class VatCheckStore extends Context.Service<VatCheckStore, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredVatCheck>>
  /** Creates or replaces the check of an organization. */
  readonly put: (check: VatCheck) => Effect.Effect<void>
  readonly remove: (organization: OrganizationId) => Effect.Effect<void>
  /**
   * Checks that are due, oldest first. Their next attempt is set to `until`, so that no other process takes them
   * meanwhile.
   */
  readonly leaseDue: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredVatCheck>>
  /** Replaces a leased check. False, and nothing is stored, if it has changed since. */
  readonly settle: (check: StoredVatCheck) => Effect.Effect<boolean>
  /** Checks without a confirmation, by outcome and organization. */
  readonly listOpen: (outcome: OpenVatOutcome | undefined, page: PageRequest) => Effect.Effect<Page<StoredVatCheck>>
}>()("@namewright/core/organizations/VatCheckStore") {}
