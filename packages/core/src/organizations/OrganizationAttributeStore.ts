import { Context, type Effect, type Schema } from "effect"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { OrganizationAttribute } from "./OrganizationAttribute.ts"

/** New content of an attribute. */
export interface AttributeWrite {
  readonly key: string
  readonly value: Schema.Json
  readonly private: boolean
  readonly protected: boolean
}

/** Storage port of the attributes. */
export class OrganizationAttributeStore extends Context.Service<OrganizationAttributeStore, {
  /** All attributes of these organizations, sorted by key. */
  readonly list: (
    organizations: ReadonlyArray<OrganizationId>
  ) => Effect.Effect<ReadonlyMap<OrganizationId, ReadonlyArray<OrganizationAttribute>>>
  /** Creates attributes or replaces their content by key. Existing ones keep their id and creation time. */
  readonly put: (
    organization: OrganizationId,
    attributes: ReadonlyArray<AttributeWrite>,
    at: Instant.Instant
  ) => Effect.Effect<void>
  readonly remove: (organization: OrganizationId, keys: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@namewright/core/organizations/OrganizationAttributeStore") {}
