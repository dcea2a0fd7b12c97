import { AccessTokens, Authenticator, RealmTokens, SigningKeys } from "@namewright/core/access"
import { type Context, Effect, Layer, Option } from "effect"
import * as TokenSignerJose from "./TokenSignerJose.ts"

/** What the host has brought along, or else our own. */
const unlessGiven = <I, S, E, R>(service: Context.Key<I, S>, own: Layer.Layer<I, E, R>) =>
  Layer.unwrap(
    Effect.map(
      Effect.serviceOption(service),
      Option.match({ onNone: () => own, onSome: (given) => Layer.succeed(service, given) })
    )
  )

/** What the REST interface needs beyond the services of core: who calls, and access tokens. A host may bring its own. */
export const layer = unlessGiven(Authenticator, Authenticator.layer).pipe(
  Layer.provideMerge(unlessGiven(AccessTokens, AccessTokens.layer)),
  Layer.provideMerge(unlessGiven(RealmTokens, RealmTokens.layerNone)),
  Layer.provide(SigningKeys.layer),
  Layer.provide(TokenSignerJose.layer)
)
