import {
  AccessTokens,
  Authenticator,
  CredentialDigest,
  RealmTokens,
  SigningKeys,
  type UserOperations
} from "@namewright/core/access"
import type { ServedHostLookup } from "@namewright/core/branding"
import type { RealmKeys, RealmRecords } from "@namewright/core/realm"
import { type Context, Effect, Layer, Option } from "effect"
import type { RealmChoice } from "../realm/RealmChoice.ts"
import * as RealmTokensExternal from "../realm/RealmTokensExternal.ts"
import * as RealmTokensJose from "../realm/RealmTokensJose.ts"
import { credentialDigest } from "./credentialDigest.ts"
import * as TokenSignerJose from "./TokenSignerJose.ts"

/** The service of the host, or the default. */
const orDefault = <I, S, E, R>(service: Context.Key<I, S>, own: Layer.Layer<I, E, R>) =>
  Layer.unwrap(
    Effect.map(
      Effect.serviceOption(service),
      Option.match({ onNone: () => own, onSome: (hosted) => Layer.succeed(service, hosted) })
    )
  )

const realmTokens = (
  realm: RealmChoice
): Layer.Layer<RealmTokens, never, ServedHostLookup | RealmKeys | RealmRecords | UserOperations> =>
  realm === "none"
    ? RealmTokens.layerNone
    : realm === "embedded"
    ? RealmTokensJose.layer
    : RealmTokensExternal.layer(realm)

const digests = Layer.succeed(CredentialDigest, (secret) => Effect.sync(() => credentialDigest(secret)))

/**
 * Services of the REST interface in addition to those of core: authentication and access tokens. A host can provide its
 * own.
 */
export const layer = (realm: RealmChoice = "none") =>
  orDefault(Authenticator, Layer.provide(Authenticator.layer, digests)).pipe(
    Layer.provideMerge(orDefault(AccessTokens, AccessTokens.layer)),
    Layer.provideMerge(orDefault(RealmTokens, realmTokens(realm))),
    Layer.provide(SigningKeys.layer),
    Layer.provide(TokenSignerJose.layer)
  )
