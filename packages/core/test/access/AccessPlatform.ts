import {
  AccessTokens,
  AccountCurrency,
  AgentRules,
  AllowedNetworks,
  ApiKeys,
  asSystem,
  AuthenticationFailed,
  Authenticator,
  type DirectoryEntry,
  IpRestrictions,
  type NewApiKey,
  newUserId,
  OrganizationDirectory,
  PasswordHasher,
  ProgramConsents,
  type RealmAudience,
  RealmTokens,
  RecentCallers,
  RevokedTokens,
  Roles,
  SealedSecrets,
  SigningKeys,
  SignInThrottle,
  TokenSigner,
  type User,
  UserCredentials,
  type UserId,
  UserMails,
  UserOperations,
  UserProducts,
  Users,
  UserStore
} from "@namewright/core/access"
import {
  Instant,
  newOrganizationId,
  type OrganizationId,
  PlatformSettings,
  standardSettings,
  Timetable
} from "@namewright/core/shared"
import { Clock, Context, Effect, Latch, Layer, Option, Redacted, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** The organizations of a test. */
export class Organizations extends Context.Service<Organizations, {
  readonly put: (entry: DirectoryEntry) => Effect.Effect<void>
  readonly remove: (organization: OrganizationId) => Effect.Effect<void>
}>()("@namewright/core/test/access/Organizations") {}

const directory = Layer.effectContext(Effect.sync(() => {
  const entries = new Map<OrganizationId, DirectoryEntry>()
  return Context.make(Organizations, {
    put: (entry) => Effect.sync(() => void entries.set(entry.organization_id, entry)),
    remove: (organization) => Effect.sync(() => void entries.delete(organization))
  }).pipe(Context.add(OrganizationDirectory, {
    find: (organization) => Effect.sync(() => Option.fromUndefinedOr(entries.get(organization))),
    keep: (organization) => Effect.sync(() => entries.has(organization))
  }))
}))

const malformed = () => new AuthenticationFailed({ reason: "malformed" })

/** Unsigned tokens in plain text. */
const plainSigner = Layer.sync(TokenSigner, () => {
  let keys = 0
  return TokenSigner.of({
    generate: Effect.sync(() => ({ key_id: `key-${++keys}`, public_key: "public", private_key: "private" })),
    sign: (claims, { key_id }) => Effect.succeed(Redacted.make(JSON.stringify({ key_id, claims }))),
    verify: Effect.fnUntraced(function*(token, find) {
      const parsed = yield* Effect.try({ try: () => JSON.parse(Redacted.value(token)), catch: malformed })
      const key = yield* find(parsed.key_id)
      if (Option.isNone(key)) return yield* new AuthenticationFailed({ reason: "unknown" })
      return parsed.claims
    })
  })
})

/** Organizations whose programs may not use the REST interface; others have no restrictions. */
const withoutRest = new Set<OrganizationId>()

export const denyRestAccess = (organization: OrganizationId) => Effect.sync(() => void withoutRest.add(organization))

const agentRules = Layer.succeed(AgentRules, {
  of: (organization) => Effect.sync(() => ({ rest_access: !withoutRest.has(organization), show_auth_codes: true }))
})

/** The only consent of the test's realm that has not ended. */
export const currentConsent = "consent-1"

const consents = Layer.succeed(ProgramConsents, { exists: (grant_id) => Effect.succeed(grant_id === currentConsent) })

/** Claims of the tokens of the test's realm. */
export interface RealmClaims {
  readonly sub: UserId
  readonly aud: RealmAudience
  /** Seconds since 1970. */
  readonly exp: number
}

export const realmIssuer = "https://realm.example/realms/sandbox"

const encoded = (value: unknown) => Base64Url.encode(JSON.stringify(value))

/** Token of the test's realm; its signature is not checked. */
export const realmToken = (claims: RealmClaims, issuer: string = realmIssuer) =>
  Redacted.make(`${encoded({ alg: "none" })}.${encoded({ iss: issuer, ...claims })}.`)

const revokedTokens = new Set<string>()

/** Ends the consent behind a token like another process: the cache of this process is not cleared. */
export const endConsent = (token: Redacted.Redacted) => Effect.sync(() => void revokedTokens.add(Redacted.value(token)))

const plainRealm = Layer.succeed(RealmTokens, {
  issuer: realmIssuer,
  verify: Effect.fnUntraced(function*(token: Redacted.Redacted, audience: RealmAudience) {
    const [, said = ""] = Redacted.value(token).split(".")
    const claims: RealmClaims = JSON.parse(Result.getOrThrow(Base64Url.decodeString(said)))
    if (claims.aud !== audience) return yield* new AuthenticationFailed({ reason: "wrong_audience" })
    const expires_at = claims.exp * 1000
    if (expires_at <= (yield* Clock.currentTimeMillis)) return yield* new AuthenticationFailed({ reason: "expired" })
    return { user_id: claims.sub, client_id: "test-client", scopes: ["service:mcp"], expires_at }
  }),
  isRevoked: (token) => Effect.sync(() => revokedTokens.has(Redacted.value(token)))
})

/** Observes and controls the hashing of passwords. */
export class PlainHasher extends Context.Service<PlainHasher, {
  /** Number of verified passwords. */
  readonly verified: () => number
  /** Blocks verifications until the returned effect is run. */
  readonly holdUp: Effect.Effect<Effect.Effect<void>>
}>()("@namewright/core/test/access/PlainHasher") {}

/** Hash with outdated parameters. */
export const outdatedHash = (password: string) => `v1 ${password}`

/** Hashes in plain text, without cost. */
const plainHasher = Layer.effectContext(Effect.sync(() => {
  let verified = 0
  const latch = Latch.makeUnsafe(true)
  const holdUp = Effect.as(latch.close, Effect.asVoid(latch.open))
  return Context.make(PlainHasher, { verified: () => verified, holdUp }).pipe(Context.add(PasswordHasher, {
    hashes: true,
    hash: (password) => Effect.succeed(`v2 ${Redacted.value(password)}`),
    verify: (password, hash) =>
      latch.whenOpen(Effect.sync(() => {
        verified++
        return { matches: hash.slice(3) === Redacted.value(password), outdated: hash.startsWith("v1") }
      }))
  }))
}))

const testSecret = Redacted.make("a secret for tests that is long enough")

/** The access services over SQLite in memory, by default without the cache of credentials. */
export const accessPlatform = (settings: Partial<PlatformSettings> = {}) =>
  Layer.mergeAll(
    ApiKeys.layer,
    Authenticator.layer,
    IpRestrictions.layer,
    Roles.layer,
    UserCredentials.layer,
    UserOperations.layer,
    Users.layer
  ).pipe(
    Layer.provideMerge(Layer.succeed(AccountCurrency, { of: () => Effect.succeed("EUR") })),
    Layer.provideMerge(
      Layer.mergeAll(SealedSecrets.layer, SignInThrottle.layer, UserProducts.layerNone).pipe(
        Layer.provideMerge(UserMails.layerNone)
      )
    ),
    Layer.provideMerge(plainHasher),
    Layer.provideMerge(AccessTokens.layer),
    Layer.provideMerge(plainRealm),
    Layer.provideMerge(SigningKeys.layer),
    Layer.provideMerge(Layer.mergeAll(AllowedNetworks.layer, RecentCallers.layer, RevokedTokens.layer)),
    Layer.provideMerge(Layer.mergeAll(directory, plainSigner, agentRules, consents)),
    Layer.provideMerge(Layer.mergeAll(memoryDatabase(), Timetable.layer)),
    Layer.provideMerge(
      Layer.succeed(PlatformSettings, {
        ...standardSettings,
        credential_cache_seconds: 0,
        key_encryption_secret: testSecret,
        ...settings
      })
    )
  )

/** New organization, or suborganization of `parent`. */
export const newOrganization = Effect.fnUntraced(function*(
  options: { readonly parent?: OrganizationId; readonly active?: boolean } = {}
) {
  const organizations = yield* Organizations
  const organization_id = yield* newOrganizationId
  yield* organizations.put({
    organization_id,
    parent_organization_id: options.parent ?? null,
    active: options.active ?? true
  })
  return organization_id
})

/** Credential that the platform itself creates for an organization. */
export const newCredential = (organization: OrganizationId, input: Partial<NewApiKey> = {}) =>
  Effect.flatMap(ApiKeys, (keys) => asSystem(organization, keys.create({ api_key_name: "test", ...input })))

/** User of the organization, stored. */
export const newPerson = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  given: Partial<Omit<User, "user_id" | "organization_id">> = {}
) {
  const user_id = yield* newUserId
  const now = yield* Instant.now
  const user: User = {
    user_id,
    organization_id,
    username: user_id,
    email: `${user_id}@example.org`,
    first_name: "Ada",
    last_name: "Lovelace",
    locale: "en_GB",
    phone: null,
    role: "viewer",
    user_attributes: {},
    created_on: now,
    updated_on: now,
    ...given
  }
  yield* Effect.orDie(Effect.flatMap(UserStore, (store) => store.insert(user)))
  return user
})

/** Exchanges an API key for its actor. */
export const callWithKey = (value: Redacted.Redacted, address?: string) =>
  Effect.flatMap(Authenticator, ({ authenticate }) => authenticate({ type: "api_key", value }, address))

/** Exchanges an access token for its actor. */
export const callWithToken = (value: Redacted.Redacted, address?: string) =>
  Effect.flatMap(Authenticator, ({ authenticate }) => authenticate({ type: "bearer", value }, address))
