import { Context, type Effect, type Redacted } from "effect"
import type { Actor } from "../shared/index.ts"
import type { AuthenticationFailed } from "./AccessError.ts"
import type { PermissionDenied } from "./Authorization.ts"

/** What a caller shows to say who it is: an API key, or an access token. */
export interface Credential {
  readonly type: "api_key" | "bearer"
  readonly value: Redacted.Redacted
}

/** Turns credentials into actors. Source: REST specification, "Authentication". */
export class Authenticator extends Context.Service<Authenticator, {
  /** Who holds this credential; refused credentials fail. `address` is the caller's IP address. */
  readonly authenticate: (
    credential: Credential,
    address: string | undefined
  ) => Effect.Effect<Actor, AuthenticationFailed | PermissionDenied>
}>()("@namewright/core/access/Authenticator") {}
