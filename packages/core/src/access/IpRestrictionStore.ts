import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { IpRestriction } from "./IpRestriction.ts"

/** Storage port of the networks from which organizations accept calls. */
export class IpRestrictionStore extends Context.Service<IpRestrictionStore, {
  /** None if the organization already has the network. */
  readonly insert: (
    restriction: Omit<IpRestriction, "ip_restriction_id">
  ) => Effect.Effect<Option.Option<IpRestriction>>
  /** The networks of an organization, the oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<IpRestriction>>
}>()("@namewright/core/access/IpRestrictionStore") {}
