import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type {
  WaitlistApplicant,
  WaitlistApplication,
  WaitlistDecision,
  WaitlistFilter,
  WaitlistProduct,
  WaitlistProductKey
} from "./WaitlistEntry.ts"

/** Storage port of products, of the organizations that are invited to them, and of applications. */
export class WaitlistStore extends Context.Service<WaitlistStore, {
  /** Stores a product, or replaces its texts. */
  readonly putProduct: (product: WaitlistProduct) => Effect.Effect<void>
  readonly findProduct: (product: WaitlistProductKey) => Effect.Effect<Option.Option<WaitlistProduct>>
  readonly products: Effect.Effect<ReadonlyArray<WaitlistProduct>>
  readonly invite: (
    organization: OrganizationId,
    product: WaitlistProductKey,
    at: Instant.Instant
  ) => Effect.Effect<void>
  readonly uninvite: (organization: OrganizationId, product: WaitlistProductKey) => Effect.Effect<void>
  /** Products to which the organization is invited, by key. */
  readonly invited: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<WaitlistProduct>>
  readonly applicationsOf: (user: WaitlistApplicant) => Effect.Effect<ReadonlyArray<WaitlistApplication>>
  /** Products that are granted to the user, and to which its organization is still invited; by key. */
  readonly granted: (user: WaitlistApplicant) => Effect.Effect<ReadonlyArray<WaitlistProductKey>>
  /** False, and nothing is stored, if the user has applied for the product. Waits for concurrent applications. */
  readonly insert: (application: WaitlistApplication) => Effect.Effect<boolean>
  /** Locks an application until the transaction ends. */
  readonly lock: (
    user: WaitlistApplicant,
    product: WaitlistProductKey
  ) => Effect.Effect<Option.Option<WaitlistApplication>>
  readonly decide: (
    user: WaitlistApplicant,
    product: WaitlistProductKey,
    decision: WaitlistDecision,
    at: Instant.Instant
  ) => Effect.Effect<void>
  /** Applications of all organizations for a product, oldest first. */
  readonly list: (
    product: WaitlistProductKey,
    filter: WaitlistFilter,
    page: PageRequest
  ) => Effect.Effect<Page<WaitlistApplication>>
  /** Removes all applications of a user. */
  readonly removeOf: (user: WaitlistApplicant) => Effect.Effect<void>
}>()("@namewright/core/waitlist/WaitlistStore") {}
