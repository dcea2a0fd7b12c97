import { Context, Effect, Layer, type Redacted } from "effect"
import { AuthenticationFailed } from "./AccessError.ts"
import type { UserId } from "./User.ts"

/** What a token of the realm is good for: the tool endpoint, or the REST interface. */
export type RealmAudience = "mcp" | "rest"

/** What a token of the realm says. */
export interface RealmToken {
  readonly user_id: UserId
  /** The program that the person has let in. */
  readonly client_id: string
  readonly scopes: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

/**
 * Port: the tokens that people get when they sign in. Source: specification of the tool endpoint, "Authentication".
 */
export class RealmTokens extends Context.Service<RealmTokens, {
  /** The `iss` of its tokens; undefined where there is no realm. */
  readonly issuer: string | undefined
  /**
   * Checks signature, issuer, audience and expiry. Whether the person still exists is for the caller to find out.
   */
  readonly verify: (
    token: Redacted.Redacted,
    audience: RealmAudience
  ) => Effect.Effect<RealmToken, AuthenticationFailed>
}>()("@namewright/core/access/RealmTokens") {
  /** For installations without a realm. */
  static readonly layerNone = Layer.succeed(RealmTokens, {
    issuer: undefined,
    verify: () => Effect.fail(new AuthenticationFailed({ reason: "unknown" }))
  })
}
