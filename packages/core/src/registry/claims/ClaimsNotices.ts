import { Context, Effect, Layer, type Option } from "effect"
import type { ClaimsNotice } from "./ClaimsNotice.ts"

/** Port to the clearinghouse, which issues trademark notices for the keys of checks (RFC 9361, section 5.3.3). */
export class ClaimsNotices extends Context.Service<ClaimsNotices, {
  /** The notice of a key; none if the clearinghouse does not know it. A failure is reported as unavailable. */
  readonly find: (claimsKey: string) => Effect.Effect<Option.Option<ClaimsNotice>, unknown>
}>()("@namewright/core/registry/ClaimsNotices") {
  /** No clearinghouse: every look-up fails. */
  static readonly layerNone = Layer.succeed(ClaimsNotices, {
    find: () => Effect.fail(new Error("This installation has no source of claims notices"))
  })
}
