import { Context, Effect, Layer, type Redacted } from "effect"
import { AuthenticationFailed } from "./AccessError.ts"
import type { UserId } from "./User.ts"

/**
 * Resource for which a token of the realm is valid: the tool endpoint, its read-only variant, or the REST interface.
 */
export type RealmAudience = AgentAudience | "rest"

/** Resource that an agent calls. A token for `mcp` is valid for `mcp_readonly` as well, but not the reverse. */
export type AgentAudience = "mcp" | "mcp_readonly"

/** Claims of a token of the realm. */
export interface RealmToken {
  readonly user_id: UserId
  /** The program that the user has connected. */
  readonly client_id: string
  readonly scopes: ReadonlyArray<string>
  /** The consent behind the token. Absent for realms that do not store consents here. */
  readonly grant_id?: string | undefined
  /** Milliseconds since 1970. */
  readonly expires_at: number
  /** True if the program is the realm's own, such as the pages of a brand: its calls are those of the person. */
  readonly is_own_program?: boolean | undefined
}

/** Port for tokens that users get when they sign in. Source: specification of the tool endpoint, "Authentication". */
export class RealmTokens extends Context.Service<RealmTokens, {
  /** The `iss` of its tokens; undefined without a realm. */
  readonly issuer: string | undefined
  /** True for the form of further issuers, such as those of brands. Default: none. */
  readonly hasFormOfIssuer?: ((issuer: string) => boolean) | undefined
  /**
   * Checks signature, issuer, audience and expiry, and that the issuer's tokens are valid at the host of the request
   * (`CalledBrand`). The caller checks that the user exists.
   */
  readonly verify: (
    token: Redacted.Redacted,
    audience: RealmAudience
  ) => Effect.Effect<RealmToken, AuthenticationFailed>
  /** True if the consent behind an accepted token has ended. False for realms that do not report it. */
  readonly isRevoked: (token: Redacted.Redacted) => Effect.Effect<boolean>
}>()("@namewright/core/access/RealmTokens") {
  /** For installations without a realm. */
  static readonly layerNone = Layer.succeed(RealmTokens, {
    issuer: undefined,
    verify: () => Effect.fail(new AuthenticationFailed({ reason: "unknown" })),
    isRevoked: () => Effect.succeed(false)
  })
}
