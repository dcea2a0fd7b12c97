import { AccessTokens, Authenticator, SigningKeys } from "@namewright/core/access"
import { Layer } from "effect"
import * as TokenSignerJose from "./TokenSignerJose.ts"

/** What the REST interface needs beyond the services of core: who calls, and access tokens. */
export const layer = Authenticator.layer.pipe(
  Layer.provideMerge(AccessTokens.layer),
  Layer.provideMerge(SigningKeys.layer),
  Layer.provideMerge(TokenSignerJose.layer)
)
