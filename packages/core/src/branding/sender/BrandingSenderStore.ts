import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId } from "../../shared/index.ts"
import type { StoredSender } from "./BrandingSender.ts"

/** Storage port of senders. An organization has at most one. */
export class BrandingSenderStore extends Context.Service<BrandingSenderStore, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredSender>>
  /** The sender of any organization with an address: a verified one, or the one that was verified last. */
  readonly findAddress: (address: string) => Effect.Effect<Option.Option<StoredSender>>
  /** Creates or replaces the sender of an organization. The version of the argument is ignored. */
  readonly put: (sender: StoredSender) => Effect.Effect<void>
  readonly remove: (organization: OrganizationId) => Effect.Effect<void>
  /** Senders whose check is due, oldest first. Their next check is set to `until`, so that no other process takes them. */
  readonly leaseDue: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredSender>>
  /** Stores the result of a check. False, without a change, if the sender has changed since it was read. */
  readonly settle: (sender: StoredSender) => Effect.Effect<boolean>
}>()("@namewright/core/branding/BrandingSenderStore") {}
