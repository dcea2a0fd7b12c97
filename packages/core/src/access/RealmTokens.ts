import { Context, Effect, Layer, type Redacted } from "effect"
import { AuthenticationFailed } from "./AccessError.ts"
import type { UserId } from "./User.ts"

/** Resource that a token of the realm opens: the tool endpoint, its variant that only reads, or the REST interface. */
export type RealmAudience = AgentAudience | "rest"

/** Resource that an agent calls. A token for `mcp` opens `mcp_readonly` as well; the reverse is refused. */
export type AgentAudience = "mcp" | "mcp_readonly"

/** What a token of the realm says. */
export interface RealmToken {
  readonly user_id: UserId
  /** The program that the person has let in. */
  readonly client_id: string
  readonly scopes: ReadonlyArray<string>
  /** The consent behind the token; absent for realms that record none here. */
  readonly grant_id?: string | undefined
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
  /**
   * True if the person has ended the consent behind a token that `verify` accepted before. A realm that does not say so
   * answers false.
   */
  readonly isRevoked: (token: Redacted.Redacted) => Effect.Effect<boolean>
}>()("@namewright/core/access/RealmTokens") {
  /** For installations without a realm. */
  static readonly layerNone = Layer.succeed(RealmTokens, {
    issuer: undefined,
    verify: () => Effect.fail(new AuthenticationFailed({ reason: "unknown" })),
    isRevoked: () => Effect.succeed(false)
  })
}
