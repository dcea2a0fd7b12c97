import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { IpRestrictionExists } from "./AccessError.ts"
import type { IpRestriction } from "./IpRestriction.ts"

type Id = IpRestriction["ip_restriction_id"]

/** Storage port of the networks from which organizations accept calls. */
export class IpRestrictionStore extends Context.Service<IpRestrictionStore, {
  readonly find: (id: Id) => Effect.Effect<Option.Option<IpRestriction>>
  /** The networks of an organization, the oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<IpRestriction>>
  /**
   * The same, and keeps others from changing them until the transaction ends, by the row of the organization. Requires an
   * open transaction.
   */
  readonly lock: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<IpRestriction>>
  /** Fails if the organization already has the network. */
  readonly insert: (
    restriction: Omit<IpRestriction, "ip_restriction_id">
  ) => Effect.Effect<IpRestriction, IpRestrictionExists>
  /** Stores network and time of last use. Fails if the organization has another restriction for the network. */
  readonly update: (restriction: IpRestriction) => Effect.Effect<void, IpRestrictionExists>
  readonly remove: (id: Id) => Effect.Effect<void>
  /** Sets the time of last use of restrictions that were last used before `before`, or never. */
  readonly markUsed: (ids: ReadonlyArray<Id>, at: Instant.Instant, before: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/access/IpRestrictionStore") {}
