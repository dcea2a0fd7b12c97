import { AuthenticationFailed, type RealmAudience, type RealmToken, RealmTokens, UserId } from "@namewright/core/access"
import { type RealmKeyring, RealmKeys, RealmRecords } from "@namewright/core/realm"
import { Instant, PlatformSettings } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { type CryptoKey, decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from "jose"
import { acceptedAudiences, realmIssuer, realmResources } from "./RealmChoice.ts"
import { neededScope } from "./realmScopes.ts"

/** Tolerated difference of clocks in seconds. */
const clockTolerance = 5

/** Claims of the tokens of the embedded realm. */
const Claims = Schema.Struct({
  sub: UserId,
  exp: Schema.Number,
  client_id: Schema.String,
  scope: Schema.optionalKey(Schema.String),
  /** Id of the consent. */
  gid: Schema.String
})

const decodeClaims = Schema.decodeUnknownOption(Claims)

/**
 * Verifies tokens of the embedded realm with its own keys. A token is invalid after its consent has ended, even before
 * it expires.
 */
export const layer = Layer.effect(
  RealmTokens,
  Effect.gen(function*() {
    const keys = yield* RealmKeys
    const records = yield* RealmRecords
    const settings = yield* PlatformSettings
    const issuer = realmIssuer("embedded", settings)
    const resources = realmResources(settings)
    const imported = new Map<string, Promise<CryptoKey | Uint8Array>>()

    const keyOf = Effect.fnUntraced(function*(token: string) {
      const { kid } = yield* Effect.try({ try: () => decodeProtectedHeader(token), catch: malformed })
      if (kid === undefined) return yield* malformed()
      const keyring = yield* keys.holding(kid)
      const jwk = publicJwk(keyring, kid)
      if (jwk === undefined) return yield* new AuthenticationFailed({ reason: "unknown" })
      const publicKey = imported.get(kid) ?? importJWK(jwk, algorithm)
      imported.set(kid, publicKey)
      return yield* Effect.promise(() => publicKey)
    })

    const verify = Effect.fnUntraced(function*(text: Redacted.Redacted, audience: RealmAudience) {
      const token = Redacted.value(text)
      const key = yield* keyOf(token)
      const now = yield* Instant.now
      const payload = yield* verified(() =>
        jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer: issuer ?? "",
          audience: acceptedAudiences(audience, resources),
          requiredClaims: ["exp", "sub"],
          clockTolerance,
          currentDate: DateTime.toDateUtc(now)
        })
      )
      const claims = decodeClaims(payload)
      if (Option.isNone(claims)) return yield* malformed()
      const { client_id, exp, gid, scope = "", sub } = claims.value
      const scopes = scope.split(" ").filter((name) => name !== "")
      // Without the scope in the request, the person did not consent to the resource.
      if (!scopes.includes(neededScope[audience])) return yield* new AuthenticationFailed({ reason: "unknown" })
      if (!(yield* records.exists("Grant", gid))) return yield* new AuthenticationFailed({ reason: "revoked" })
      const realmToken: RealmToken = { user_id: sub, client_id, scopes, grant_id: gid, expires_at: exp * 1000 }
      return realmToken
    })

    const isRevoked = Effect.fnUntraced(function*(text: Redacted.Redacted) {
      const claims = Option.liftThrowable(decodeJwt)(Redacted.value(text)).pipe(Option.flatMap(decodeClaims))
      return Option.isNone(claims) || !(yield* records.exists("Grant", claims.value.gid))
    })

    return RealmTokens.of({ issuer, verify, isRevoked })
  })
)

/** Algorithm of the embedded realm; the token's header is ignored. */
const algorithm = "RS256"

const publicJwk = ({ tokens }: RealmKeyring, key_id: string) => {
  const found = tokens.find((key) => key.key_id === key_id)
  if (found === undefined) return undefined
  const { e, kty, n } = Redacted.value(found.jwk)
  return { e, kty, n }
}

export const malformed = () => new AuthenticationFailed({ reason: "malformed" })

/** Maps verification errors to the reasons callers may see. Keys that cannot be fetched are a defect. */
export const verified = (verifying: () => Promise<{ readonly payload: JWTPayload }>) =>
  Effect.tryPromise({ try: verifying, catch: (error) => error }).pipe(
    Effect.map(({ payload }): JWTPayload => payload),
    Effect.catch((error) => {
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) return Effect.die(error)
      if (error instanceof errors.JWTExpired) return new AuthenticationFailed({ reason: "expired" })
      return error instanceof errors.JWTClaimValidationFailed
        ? new AuthenticationFailed({ reason: "unknown" })
        : malformed()
    })
  )
