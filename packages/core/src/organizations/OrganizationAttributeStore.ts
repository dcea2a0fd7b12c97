import { Context, type Effect, type Schema } from "effect"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { OrganizationAttribute } from "./OrganizationAttribute.ts"

/** An attribute as it shall be. */
export interface AttributeWrite {
  readonly key: string
  readonly value: Schema.Json
  readonly private: boolean
  readonly protected: boolean
}

/** Storage port of the attributes. */
export class OrganizationAttributeStore extends Context.Service<OrganizationAttributeStore, {
  /** Every attribute of these organizations, sorted by key. */
  readonly list: (
    organizations: ReadonlyArray<OrganizationId>
  ) => Effect.Effect<ReadonlyMap<OrganizationId, ReadonlyArray<OrganizationAttribute>>>
  /** Makes or replaces attributes by their keys; an attribute keeps its id and the time it was made. */
  readonly put: (
    organization: OrganizationId,
    attributes: ReadonlyArray<AttributeWrite>,
    at: Instant.Instant
  ) => Effect.Effect<void>
  readonly remove: (organization: OrganizationId, keys: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@namewright/core/organizations/OrganizationAttributeStore") {}
