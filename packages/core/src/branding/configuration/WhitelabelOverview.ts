import { Context, Effect, Layer } from "effect"
import { shownWhitelabel } from "./shownWhitelabel.ts"
import type { WhitelabelBranding, WhitelabelId } from "./Whitelabel.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** White-label configurations of all organizations, for the operator. It checks no permissions. */
export class WhitelabelOverview extends Context.Service<WhitelabelOverview, {
  /** At most `limit` configurations in the order of their creation, after the given one. */
  readonly page: (after: WhitelabelId | null, limit: number) => Effect.Effect<ReadonlyArray<WhitelabelBranding>>
}>()("@namewright/core/branding/WhitelabelOverview") {
  static readonly layer = Layer.effect(
    WhitelabelOverview,
    Effect.map(WhitelabelStore, (store) =>
      WhitelabelOverview.of({
        page: (after, limit) => Effect.map(store.page(after, limit), (found) => found.map(shownWhitelabel))
      }))
  )
}
