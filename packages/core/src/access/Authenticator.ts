import { Context, Effect, Layer, Option, Redacted, Schema, Struct } from "effect"
import { type Actor, PlatformSettings } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { AccessTokens } from "./AccessTokens.ts"
import { admit } from "./Admission.ts"
import { type AgentRule, AgentRules, asAgent } from "./AgentRules.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import { expiryOf } from "./ApiKey.ts"
import { PermissionDenied } from "./Authorization.ts"
import { CalledBrand } from "./CalledBrand.ts"
import { callerActors, requireStored } from "./CallerActors.ts"
import { CredentialDigest } from "./CredentialDigest.ts"
import { CredentialStore, type StoredCredential } from "./CredentialStore.ts"
import { type AgentAudience, type RealmToken, RealmTokens } from "./RealmTokens.ts"
import { RecentCallers } from "./RecentCallers.ts"
import * as SecretHash from "./SecretHash.ts"
import * as SecretText from "./SecretText.ts"
import type { UserId } from "./User.ts"

/** Credential of a request: an API key or a bearer token. */
export interface Credential {
  readonly type: "api_key" | "bearer"
  readonly value: Redacted.Redacted
}

/**
 * Authenticates credentials as actors. A credential that is not cached costs two indexed reads.
 * Source: REST specification, "Authentication".
 */
export class Authenticator extends Context.Service<Authenticator, {
  /**
   * The actor of a credential. A token of the realm acts for a user, through a program unless it is one of the
   * operator's own. `address` is the caller's IP address.
   */
  readonly authenticate: (
    credential: Credential,
    address: string | undefined
  ) => Effect.Effect<Actor, AuthenticationFailed | PermissionDenied>
  /** The user on whose behalf a program calls `audience`, with the program as `agent`. */
  readonly authenticateAgent: (
    token: Redacted.Redacted,
    address: string | undefined,
    audience: AgentAudience
  ) => Effect.Effect<Actor, AuthenticationFailed | PermissionDenied>
  /** The actor of a user who is already authenticated, such as by a session of the realm's pages. */
  readonly authenticateUser: (
    user: UserId,
    address: string | undefined
  ) => Effect.Effect<Actor, AuthenticationFailed | PermissionDenied>
}>()("@namewright/core/access/Authenticator") {
  static readonly layer = Layer.effect(
    Authenticator,
    Effect.gen(function*() {
      const credentials = yield* CredentialStore
      const recent = yield* RecentCallers
      const realm = yield* RealmTokens
      const tokens = yield* AccessTokens
      const rules = yield* AgentRules
      const digestOf = yield* CredentialDigest
      const { environment, own_programs = [] } = yield* PlatformSettings
      const actorOf = yield* admittedActors

      const byApiKey = Effect.fnUntraced(function*(secret: Redacted.Redacted) {
        const reason = SecretText.refusal("api_key", environment, Redacted.value(secret))
        if (reason !== undefined) return yield* new AuthenticationFailed({ reason })
        const hash = yield* SecretHash.hashOf(secret)
        const stored = yield* requireStored(yield* credentials.findByKeyHash(hash))
        if (!SecretHash.equal(stored.key_hash, hash)) return yield* new AuthenticationFailed({ reason: "unknown" })
        return { stored, valid_until: expiryOf(stored.key) }
      })

      const byAccessToken = Effect.fnUntraced(function*(token: Redacted.Redacted) {
        const claims = yield* tokens.verify(token)
        const stored = yield* requireStored(yield* credentials.find(claims.org, claims.sub))
        return { stored, valid_until: Math.min(claims.exp * 1000, expiryOf(stored.key)) }
      })

      const search = Effect.fnUntraced(function*({ type, value }: Credential, address: string | undefined) {
        if (type === "bearer" && isOfRealm(value, realm)) {
          const claims = yield* realm.verify(value, "rest")
          const person = yield* actorOf.user(claims.user_id, address)
          if (claims.is_own_program === true || own_programs.includes(claims.client_id)) {
            return { actor: person, valid_until: claims.expires_at }
          }
          const rule = yield* rules.of(person.organization_id)
          yield* requireRestAccess(rule)
          return throughProgram(person, claims, rule)
        }
        const { stored, valid_until } = yield* type === "api_key" ? byApiKey(value) : byAccessToken(value)
        const actor = yield* actorOf.key(stored, address)
        if (actor.agent !== undefined) yield* requireRestAccess(yield* rules.of(actor.organization_id))
        return { actor, valid_until }
      })

      const searchAgent = Effect.fnUntraced(function*(
        token: Redacted.Redacted,
        address: string | undefined,
        audience: AgentAudience
      ) {
        const claims = yield* realm.verify(token, audience)
        const person = yield* actorOf.user(claims.user_id, address)
        return throughProgram(person, claims, yield* rules.of(person.organization_id))
      })

      /**
       * Cached actor of a token. Its consent and its revocation are checked in every call, because their end must apply
       * at once in every process.
       */
      const cachedActor = Effect.fnUntraced(function*<E>(
        type: string,
        secret: Redacted.Redacted,
        address: string | undefined,
        found: Effect.Effect<{ readonly actor: Actor; readonly valid_until: number }, E>
      ) {
        // A token is not valid at every host.
        const call = `${type} ${yield* digestOf(secret)} ${address ?? ""} ${(yield* CalledBrand) ?? ""}`
        const caller = yield* recent.find(call)
        if (caller === undefined) return yield* recent.search(call, found)
        if (type === "api_key") return caller
        const isRevoked = caller.principal.type === "user" ? realm.isRevoked : tokens.isRevoked
        return (yield* isRevoked(secret))
          ? yield* new AuthenticationFailed({ reason: "revoked" })
          : caller
      })

      return Authenticator.of({
        authenticate: (credential, address) =>
          cachedActor(credential.type, credential.value, address, search(credential, address)),
        authenticateAgent: (token, address, audience) =>
          cachedActor(audience, token, address, searchAgent(token, address, audience)),
        authenticateUser: actorOf.user
      })
    })
  )
}

/** Actors of keys and users whose organization admits them. */
const admittedActors = Effect.gen(function*() {
  const credentials = yield* CredentialStore
  const networks = yield* AllowedNetworks
  const actorOf = yield* callerActors

  const key = Effect.fnUntraced(function*(stored: StoredCredential, address: string | undefined) {
    const actor = yield* actorOf.key(stored)
    yield* admit(stored, address).pipe(
      Effect.provideService(CredentialStore, credentials),
      Effect.provideService(AllowedNetworks, networks)
    )
    return from(address, actor)
  })

  const user = Effect.fnUntraced(function*(id: UserId, address: string | undefined) {
    const stored = yield* requireStored(yield* credentials.findUser(id))
    const actor = yield* actorOf.user(stored)
    yield* networks.admit(stored.networks, address)
    return from(address, actor)
  })

  return { key, user }
})

const from = (client_address: string | undefined, actor: Actor): Actor =>
  client_address === undefined ? actor : { ...actor, client_address }

const throughProgram = (person: Actor, token: RealmToken, rule: AgentRule) => ({
  actor: asAgent(person, Struct.omit(token, ["expires_at", "is_own_program"]), rule),
  valid_until: token.expires_at
})

/** Refuses programs, and keys that they created, if the organization does not allow them to use the REST interface. */
const requireRestAccess = ({ rest_access }: AgentRule): Effect.Effect<void, PermissionDenied> =>
  rest_access
    ? Effect.void
    : Effect.fail(
      new PermissionDenied({ reason: "The organization does not allow programs to use the REST interface" })
    )

/** True if the unverified `iss` claim is the realm, or can be that of a brand. */
const isOfRealm = (
  token: Redacted.Redacted,
  { hasFormOfIssuer, issuer }: Pick<RealmTokens["Service"], "hasFormOfIssuer" | "issuer">
): boolean => {
  const claimed = issuer === undefined ? undefined : claimedIssuer(Redacted.value(token))
  return claimed !== undefined && (claimed === issuer || hasFormOfIssuer?.(claimed) === true)
}

const decodePayload = Schema.decodeUnknownOption(
  Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(Schema.Struct({ iss: Schema.String }))))
)

const claimedIssuer = (token: string): string | undefined =>
  Option.getOrUndefined(decodePayload(token.split(".")[1]))?.iss
