import {
  AuthenticationFailed,
  CalledBrand,
  type RealmAudience,
  type RealmToken,
  RealmTokens,
  UserId
} from "@namewright/core/access"
import { ServedHostLookup } from "@namewright/core/branding"
import { type RealmKeyring, RealmKeys, RealmRecords } from "@namewright/core/realm"
import { Instant, PlatformSettings } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { type CryptoKey, decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from "jose"
import { boundTo } from "./boundTo.ts"
import { acceptedAudiences, realmPath } from "./RealmChoice.ts"
import { neededScope } from "./realmScopes.ts"
import { brandRealmUrls, realmUrls } from "./RealmUrls.ts"

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

const decodeIssuer = Schema.decodeUnknownOption(Schema.Struct({ iss: Schema.String }))

/**
 * Verifies tokens of the embedded realms with their own keys: of the installation and of brands. A token of a brand is valid
 * at its dashboard and at the hosts of the installation, one of the installation at the latter only. A token is invalid after
 * its consent has ended, even before it expires.
 */
export const layer = Layer.effect(
  RealmTokens,
  Effect.gen(function*() {
    const keys = yield* RealmKeys
    const records = yield* RealmRecords
    const settings = yield* PlatformSettings
    const hosts = yield* ServedHostLookup
    const own = realmUrls(settings)
    const imported = new Map<string, Promise<CryptoKey | Uint8Array>>()

    const hasFormOfIssuer = (issuer: string) =>
      settings.whitelabel !== undefined && /^https?:\/\//.test(issuer) && issuer.endsWith(realmPath(settings))

    /** Realm of the unverified issuer of a token; none for a host that is not served. */
    const realmOf = Effect.fnUntraced(function*(payload: JWTPayload) {
      const claimed = decodeIssuer(payload)
      if (Option.isNone(claimed)) return Option.none()
      const { iss: issuer } = claimed.value
      if (issuer === own.issuer) return Option.some(own)
      const host = hasFormOfIssuer(issuer) ? URL.parse(issuer)?.hostname : undefined
      if (host === undefined) return Option.none()
      return Option.flatMap(
        yield* hosts.find(host),
        (found) =>
          Option.filter(
            Option.fromUndefinedOr(brandRealmUrls(found, settings)),
            (realm) => realm.issuer === issuer
          )
      )
    })

    /** The realm of a token, if its tokens are valid at the host of the request. */
    const requireRealm = Effect.fnUntraced(function*(token: string) {
      const claims = yield* Effect.try({ try: () => decodeJwt(token), catch: malformed })
      const brand = yield* CalledBrand
      const realm = Option.filter(yield* realmOf(claims), ({ tenant }) => brand === null || brand === tenant)
      return Option.isSome(realm) ? realm.value : yield* new AuthenticationFailed({ reason: "unknown" })
    })

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
      const realm = yield* requireRealm(token)
      const audiences = acceptedAudiences(audience, realm.resources)
      if (audiences.length === 0) return yield* new AuthenticationFailed({ reason: "unknown" })
      const key = yield* keyOf(token)
      const now = yield* Instant.now
      const payload = yield* verified(() =>
        jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer: realm.issuer,
          audience: audiences,
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
      const grant_id = boundTo(realm.key, gid)
      if (!(yield* records.exists("Grant", grant_id))) return yield* new AuthenticationFailed({ reason: "revoked" })
      const realmToken: RealmToken = {
        user_id: sub,
        client_id,
        scopes,
        grant_id,
        expires_at: exp * 1000,
        is_own_program: client_id === realm.ownClient
      }
      return realmToken
    })

    const isRevoked = Effect.fnUntraced(function*(text: Redacted.Redacted) {
      const payload = Option.liftThrowable(decodeJwt)(Redacted.value(text))
      const claims = Option.flatMap(payload, decodeClaims)
      if (Option.isNone(payload) || Option.isNone(claims)) return true
      const realm = yield* realmOf(payload.value)
      return Option.isNone(realm) || !(yield* records.exists("Grant", boundTo(realm.value.key, claims.value.gid)))
    })

    return RealmTokens.of({ issuer: own.issuer, hasFormOfIssuer, verify, isRevoked })
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
