import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId } from "../../shared/index.ts"
import type { FetchedNotice } from "./FetchedNotice.ts"

/** Storage port of fetched claims notices. */
export class ClaimsNoticeStore extends Context.Service<ClaimsNoticeStore, {
  readonly insert: (notice: FetchedNotice) => Effect.Effect<void>
  readonly findByHash: (organization: OrganizationId, hash: string) => Effect.Effect<Option.Option<FetchedNotice>>
  /** The notice of a key that expires last. */
  readonly findByKey: (organization: OrganizationId, claimsKey: string) => Effect.Effect<Option.Option<FetchedNotice>>
  /** Removes up to `atMost` notices that expired by `at`, the oldest first; returns their number. */
  readonly removeExpired: (at: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/domains/claims/ClaimsNoticeStore") {}
