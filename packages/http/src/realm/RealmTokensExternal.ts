import {
  AuthenticationFailed,
  type RealmToken,
  RealmTokens,
  type User,
  UserId,
  UserOperations
} from "@namewright/core/access"
import { Instant, Text } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { createRemoteJWKSet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose"
import { acceptedAudiences, type ExternalRealm } from "./RealmChoice.ts"
import { restScope } from "./realmScopes.ts"
import { malformed, verified } from "./RealmTokensJose.ts"

/** Allowed algorithms, all with key pairs: a public key is never used as a secret, and unsigned tokens are refused. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]

const clockTolerance = 5

/** Timeout of discovery and key requests in milliseconds. */
const timeoutMillis = 5_000

/** Claims of the tokens of realms such as Keycloak. */
const Claims = Schema.Struct({
  sub: Schema.String,
  exp: Schema.Number,
  client_id: Schema.optionalKey(Schema.String),
  /** Client id of the token (OpenID Connect Core, section 2). Keycloak sends it in place of `client_id`. */
  azp: Schema.optionalKey(Schema.String),
  scope: Schema.optionalKey(Schema.String)
})

const decodeClaims = Schema.decodeUnknownOption(Claims)
const decodeUserId = Schema.decodeUnknownOption(UserId)

const Discovery = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const decodeDiscovery = Schema.decodeUnknownSync(Discovery)

/**
 * Verifies tokens of an external realm with the keys of its discovery document. Keys are fetched with the first token,
 * cached, and fetched again for an unknown key. The token's header type is ignored, because it differs between realms.
 */
export const layer = (realm: ExternalRealm) =>
  Layer.effect(
    RealmTokens,
    Effect.gen(function*() {
      const users = yield* UserOperations
      const personOf = personFinder(users)
      const { mcp, mcpReadonly: mcp_readonly, rest } = realm.audiences
      let keys: Promise<JWTVerifyGetKey> | undefined
      const found = () => {
        keys ??= keysOf(realm.issuer)
        keys.catch(() => {
          keys = undefined
        })
        return keys
      }

      return RealmTokens.of({
        issuer: realm.issuer,
        verify: Effect.fnUntraced(function*(text, audience) {
          const now = yield* Instant.now
          const payload = yield* verified(async () =>
            jwtVerify(Redacted.value(text), await found(), {
              algorithms,
              issuer: realm.issuer,
              audience: acceptedAudiences(audience, { mcp, mcp_readonly, rest }),
              requiredClaims: ["exp", "sub"],
              clockTolerance,
              currentDate: DateTime.toDateUtc(now)
            })
          )
          const claims = decodeClaims(payload)
          if (Option.isNone(claims)) return yield* malformed()
          const { azp, client_id = azp, exp, scope = "" } = claims.value
          if (client_id === undefined) return yield* malformed()
          const scopes = scope.split(" ").filter((name) => name !== "")
          // By the specification the audience alone decides for the tool endpoint. REST requires the scope.
          if (audience === "rest" && !scopes.includes(restScope)) {
            return yield* new AuthenticationFailed({ reason: "unknown" })
          }
          const user_id = yield* personOf(realm.people, payload)
          if (Option.isNone(user_id)) return yield* new AuthenticationFailed({ reason: "unknown" })
          const token: RealmToken = {
            user_id: user_id.value,
            client_id,
            scopes,
            expires_at: exp * 1000
          }
          return token
        }),
        // An external realm does not report consents that end before their tokens expire.
        isRevoked: () => Effect.succeed(false)
      })
    })
  )

/** Person of a token. A username that is another person's email address is refused. */
const personFinder = (users: UserOperations["Service"]) => {
  const called = (name: unknown, nameOf: (user: User) => string) =>
    typeof name !== "string"
      ? Effect.succeedNone
      : Effect.map(users.find(name), (found) =>
        Option.map(
          Option.filter(found, (user) => Text.foldCase(nameOf(user)) === Text.foldCase(name)),
          ({ user_id }) => user_id
        ))
  return (
    people: ExternalRealm["people"] = { claim: "sub" },
    payload: JWTPayload
  ): Effect.Effect<Option.Option<UserId>> => {
    switch (people) {
      case "username":
        return called(payload["preferred_username"], ({ username }) => username)
      case "email":
        return called(payload["email_verified"] === true ? payload["email"] : undefined, ({ email }) => email)
      default:
        return Effect.succeed(decodeUserId(payload[people.claim]))
    }
  }
}

/** Keys of an issuer. A discovery document of another issuer is refused (OpenID Connect Discovery, section 4.3). */
const keysOf = async (issuer: string): Promise<JWTVerifyGetKey> => {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(timeoutMillis) })
  const document = decodeDiscovery(await answer.json())
  if (document.issuer !== issuer) throw new Error(`${address} is the document of ${document.issuer}`)
  return createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeoutMillis })
}
