import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Entropy, Instant, limits, PlatformSettings } from "../shared/index.ts"
import { AuthenticationFailed, InvalidClientSecret, UnknownOrganization } from "./AccessError.ts"
import { AccessTokenClaims, type OrganizationTokenResponse, type TokenRequest } from "./AccessToken.ts"
import { admit } from "./Admission.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { PermissionDenied } from "./Authorization.ts"
import { CredentialStore } from "./CredentialStore.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"
import { RevokedTokens } from "./RevokedTokens.ts"
import * as SecretHash from "./SecretHash.ts"
import { SigningKeys } from "./SigningKeys.ts"
import type { AccessTokenState } from "./TokenManagement.ts"
import { TokenSigner } from "./TokenSigner.ts"

/** Access tokens for client credentials. Source: REST specification, "Authentication", 2. */
export class AccessTokens extends Context.Service<AccessTokens, {
  /** The credential with this client secret. `address` is the caller's IP address. */
  readonly authenticate: (
    request: Pick<TokenRequest, "client_id" | "client_secret">,
    address: string | undefined
  ) => Effect.Effect<ApiKey, UnknownOrganization | InvalidClientSecret | AuthenticationFailed | PermissionDenied>
  /** Issues a token for an authenticated credential, valid for one hour or until the credential expires. */
  readonly issue: (credential: ApiKey) => Effect.Effect<OrganizationTokenResponse>
  /** Revokes a token of the credential at once, in all processes (RFC 7009). Other texts are ignored. */
  readonly revoke: (credential: ApiKey, token: Redacted.Redacted) => Effect.Effect<void>
  /** State of a token of the credential (RFC 7662); other texts are not active. */
  readonly introspect: (credential: ApiKey, token: Redacted.Redacted) => Effect.Effect<AccessTokenState>
  /** True if a token that was accepted before has been revoked. */
  readonly isRevoked: (token: Redacted.Redacted) => Effect.Effect<boolean>
  /** Claims of a token of this installation. The caller checks that its credential is still valid. */
  readonly verify: (token: Redacted.Redacted) => Effect.Effect<AccessTokenClaims, AuthenticationFailed>
}>()("@namewright/core/access/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function*() {
      const credentials = yield* CredentialStore
      const networks = yield* AllowedNetworks
      const directory = yield* OrganizationDirectory
      const keys = yield* SigningKeys
      const signer = yield* TokenSigner
      const revoked = yield* RevokedTokens
      const entropy = yield* Entropy
      const { base_url, environment } = yield* PlatformSettings

      const authenticate: AccessTokens["Service"]["authenticate"] = Effect.fn("AccessTokens.authenticate")(
        function*({ client_id, client_secret }, address) {
          const organization = yield* directory.find(client_id)
          if (Option.isNone(organization)) return yield* new UnknownOrganization({ organization_id: client_id })
          const hash = yield* SecretHash.hashOf(client_secret)
          const found = yield* credentials.findByClientSecretHash(client_id, hash)
          if (Option.isNone(found) || !SecretHash.equal(found.value.client_secret_hash, hash)) {
            return yield* new InvalidClientSecret()
          }
          yield* admit(found.value, address).pipe(
            Effect.provideService(CredentialStore, credentials),
            Effect.provideService(AllowedNetworks, networks)
          )
          return found.value.key
        }
      )

      const issue: AccessTokens["Service"]["issue"] = Effect.fn("AccessTokens.issue")(
        function*({ api_key_id, organization_id }) {
          const iat = DateTime.toEpochSeconds(yield* Instant.now)
          const claims: AccessTokenClaims = {
            iss: base_url,
            sub: api_key_id,
            org: organization_id,
            aud: environment,
            iat,
            exp: iat + limits.accessTokenSeconds,
            jti: yield* entropy.uuidV4()
          }
          const access_token = yield* signer.sign(claims, yield* keys.current)
          return { access_token, token_type: "Bearer", expires_in: limits.accessTokenSeconds }
        }
      )

      const verify = Effect.fnUntraced(function*(token: Redacted.Redacted) {
        const payload = yield* signer.verify(token, keys.find)
        const claims = yield* Effect.mapError(
          decodeClaims(payload),
          () => new AuthenticationFailed({ reason: "malformed" })
        )
        if (claims.aud !== environment) return yield* new AuthenticationFailed({ reason: "wrong_environment" })
        if (claims.iss !== base_url) return yield* new AuthenticationFailed({ reason: "unknown" })
        const now = DateTime.toEpochSeconds(yield* Instant.now)
        if (claims.exp <= now) return yield* new AuthenticationFailed({ reason: "expired" })
        if (yield* revoked.isRevoked(claims.jti)) return yield* new AuthenticationFailed({ reason: "revoked" })
        return claims
      })

      /** Claims of a valid token of the credential. */
      const ownClaims = (credential: ApiKey, token: Redacted.Redacted) =>
        Effect.map(
          Effect.option(verify(token)),
          Option.filter(({ org, sub }) => sub === credential.api_key_id && org === credential.organization_id)
        )

      const revoke: AccessTokens["Service"]["revoke"] = Effect.fn("AccessTokens.revoke")(
        function*(credential, token) {
          const claims = yield* ownClaims(credential, token)
          if (Option.isSome(claims)) yield* revoked.revoke(claims.value)
        }
      )

      const introspect: AccessTokens["Service"]["introspect"] = Effect.fn("AccessTokens.introspect")(
        function*(credential, token) {
          const claims = yield* ownClaims(credential, token)
          if (Option.isNone(claims)) return { active: false }
          const { org, ...shown } = claims.value
          return { active: true, client_id: org, token_type: "Bearer", ...shown } as const
        }
      )

      const isRevoked = (token: Redacted.Redacted) =>
        Option.match(claimedId(token), {
          // Tokens of another form are verified as a whole.
          onNone: () => Effect.isFailure(verify(token)),
          onSome: revoked.isRevoked
        })

      return AccessTokens.of({ authenticate, issue, revoke, introspect, isRevoked, verify })
    })
  )
}

/** The `jti` of a token whose signature was checked before. */
const claimedId = (token: Redacted.Redacted): Option.Option<string> =>
  Option.map(decodePayload(Redacted.value(token).split(".")[1]), ({ jti }) => jti)

const decodePayload = Schema.decodeUnknownOption(
  Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(Schema.Struct({ jti: Schema.String }))))
)

const decodeClaims = Schema.decodeUnknownEffect(AccessTokenClaims)
