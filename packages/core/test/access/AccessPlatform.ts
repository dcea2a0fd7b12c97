import * as Sqlite from "@namewright/adapters-sqlite"
import {
  AccessTokens,
  ApiKeys,
  asSystem,
  AuthenticationFailed,
  Authenticator,
  type DirectoryEntry,
  type NewApiKey,
  OrganizationDirectory,
  RecentCallers,
  SigningKeys,
  TokenSigner
} from "@namewright/core/access"
import { newOrganizationId, type OrganizationId, PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"

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
    find: (organization) => Effect.sync(() => Option.fromUndefinedOr(entries.get(organization)))
  }))
}))

const malformed = () => new AuthenticationFailed({ reason: "malformed" })

/** Tokens in plain text, signed by nobody: what core does with them is the same. */
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

/** The access services over SQLite in memory, without the cache of credentials unless the settings ask for it. */
export const accessPlatform = (settings: Partial<PlatformSettings> = {}) =>
  Layer.mergeAll(ApiKeys.layer, Authenticator.layer).pipe(
    Layer.provideMerge(AccessTokens.layer),
    Layer.provideMerge(SigningKeys.layer),
    Layer.provideMerge(RecentCallers.layer),
    Layer.provideMerge(Layer.mergeAll(directory, plainSigner)),
    Layer.provideMerge(Sqlite.layer({ filename: ":memory:" })),
    Layer.provideMerge(
      Layer.succeed(PlatformSettings, { ...standardSettings, credential_cache_seconds: 0, ...settings })
    )
  )

/** A new organization; with `parent` that one's suborganization. */
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

/** A credential that the platform itself creates for an organization. */
export const newCredential = (organization: OrganizationId, input: Partial<NewApiKey> = {}) =>
  Effect.flatMap(ApiKeys, (keys) => asSystem(organization, keys.create({ api_key_name: "test", ...input })))

/** Exchanges an API key for its actor. */
export const callWithKey = (value: Redacted.Redacted, address?: string) =>
  Effect.flatMap(Authenticator, ({ authenticate }) => authenticate({ type: "api_key", value }, address))

/** Exchanges an access token for its actor. */
export const callWithToken = (value: Redacted.Redacted, address?: string) =>
  Effect.flatMap(Authenticator, ({ authenticate }) => authenticate({ type: "bearer", value }, address))
