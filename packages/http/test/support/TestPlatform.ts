import {
  ApiKeys,
  asSystem,
  AuthenticationFailed,
  Authenticator,
  newUserId,
  type OrganizationDirectory,
  RealmTokens,
  RoleStore,
  type User,
  type UserId,
  UserStore
} from "@namewright/core/access"
import type { PlatformOptions } from "@namewright/core/embed"
import {
  type Actor,
  type Agent,
  Instant,
  type OrganizationId,
  type Permission,
  standardSettings,
  Transaction
} from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as Access from "../../src/access/layer.ts"
import { hostedRoutes } from "../../src/routes.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { type Fetch, inProcess } from "./inProcess.ts"
import { newOrganization, type NewOrganizationOptions } from "./newOrganization.ts"
import { services } from "./services.ts"

/**
 * A platform in the test's process, on SQLite in memory, on simulated registries and on the test's clock. Keys and people
 * are stored and authenticated as in production; only the realm that issues the tokens of people is replaced. The layer
 * provides the services of core as well, for fixtures: `yield* EventLog` works.
 */
export class TestPlatform extends Context.Service<TestPlatform, {
  readonly fetch: Fetch
  /** A new organization, without money by default. With `parent` it is that one's suborganization. */
  readonly organization: (options?: NewOrganizationOptions) => Effect.Effect<OrganizationId>
  /** A new API key of the organization with these rights. Default all of them. */
  readonly key: (organization: OrganizationId, rights?: ReadonlyArray<Permission>) => Effect.Effect<string>
  /**
   * Token of a person of the organization, for the REST interface and the tool endpoint. `rights` become a role of the
   * organization, which replaces `role`; the default role is `admin`. With `user_id` the token is of that stored user,
   * who receives the role; otherwise a new user is stored.
   */
  readonly person: (
    organization: OrganizationId,
    options?: {
      readonly rights?: ReadonlyArray<Permission> | undefined
      readonly role?: string | undefined
      readonly user_id?: UserId | undefined
    }
  ) => Effect.Effect<string>
  /** The person of a token, to call services of core without an agent. */
  readonly actor: (token: string) => Effect.Effect<Actor>
}>()("@namewright/http/test/TestPlatform") {
  /** Without rate limits and request log. */
  static readonly layer = Layer.suspend(() => layer({}))
  static readonly layerWith = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) =>
    layer(settings, options)
}

/** The program that people act through at the tool endpoint. */
export const agentFor = (user_id: string): Agent => ({
  client_id: agentProgram,
  scopes: ["service:mcp"],
  user_id,
  sees_auth_codes: true
})

const agentProgram = "test-client"
/** With its tokens people call the REST interface without an agent. */
const ownProgram = "test-console"

/** The `iss` of the tokens of people. */
export const issuer = `${standardSettings.base_url}/realms/sandbox`

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")

/** A realm whose tokens have no signature; it knows those that it has issued. */
class TestRealm extends Context.Service<TestRealm, {
  readonly issue: (user_id: UserId) => string
}>()("@namewright/http/test/TestRealm") {}

const realm = Layer.suspend(() => {
  const people = new Map<string, UserId>()
  return Layer.mergeAll(
    Layer.succeed(TestRealm, {
      issue: (user_id) => {
        const token = `${encoded({ alg: "none" })}.${encoded({ iss: issuer, sub: user_id })}.${people.size + 1}`
        people.set(token, user_id)
        return token
      }
    }),
    Layer.succeed(RealmTokens, {
      issuer,
      verify: (token, audience) => {
        const user_id = people.get(Redacted.value(token))
        return user_id === undefined
          ? Effect.fail(new AuthenticationFailed({ reason: "unknown" }))
          : Effect.succeed({
            user_id,
            client_id: audience === "rest" ? ownProgram : agentProgram,
            scopes: ["service:mcp"],
            expires_at: Number.MAX_SAFE_INTEGER
          })
      },
      isRevoked: () => Effect.succeed(false)
    })
  )
})

const newUser = (user_id: UserId, organization_id: OrganizationId, role: string, now: Instant.Instant): User => ({
  user_id,
  organization_id,
  username: user_id,
  email: `${user_id}@example.org`,
  first_name: "Ada",
  last_name: "Lovelace",
  locale: "en_GB",
  phone: null,
  role,
  user_attributes: {},
  created_on: now,
  updated_on: now
})

/** Stores credentials of organizations and people. */
const credentials = Effect.gen(function*() {
  const keys = yield* ApiKeys
  const roles = yield* RoleStore
  const users = yield* UserStore
  const transaction = yield* Transaction
  const { issue } = yield* TestRealm
  const context = yield* Effect.context<OrganizationDirectory>()
  let granted = 0

  /** A new role of the organization with these rights. */
  const roleWith = Effect.fnUntraced(function*(organization: OrganizationId, rights: ReadonlyArray<Permission>) {
    const now = yield* Instant.now
    const label = `rights_${++granted}`
    yield* roles.save(organization, {
      label,
      name: label,
      description: null,
      permissions: rights,
      created_on: now,
      updated_on: now
    })
    return label
  })

  const key = Effect.fnUntraced(
    function*(organization: OrganizationId, rights?: ReadonlyArray<Permission>) {
      const role = rights === undefined ? "admin" : yield* roleWith(organization, rights)
      const created = yield* asSystem(organization, keys.create({ api_key_name: "test", role }))
      return Redacted.value(created.api_key)
    },
    Effect.orDie,
    Effect.provideContext(context)
  )

  const person: TestPlatform["Service"]["person"] = Effect.fnUntraced(
    function*(organization, { rights, role: named = "admin", user_id } = {}) {
      const role = rights === undefined ? named : yield* roleWith(organization, rights)
      const now = yield* Instant.now
      const stored = user_id === undefined ? Option.none() : yield* users.find(organization, user_id)
      const user = Option.isSome(stored)
        ? { ...stored.value, role }
        : newUser(yield* newUserId, organization, role, now)
      yield* transaction.atomically(Option.isSome(stored) ? users.update(user) : users.insert(user))
      return issue(user.user_id)
    },
    Effect.orDie
  )

  return { key, person }
})

const layer = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) =>
  Layer.effect(
    TestPlatform,
    Effect.gen(function*() {
      const authenticator = yield* Authenticator
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof newOrganization>>>()
      return TestPlatform.of({
        ...yield* credentials,
        fetch: yield* inProcess(hostedRoutes({ rateLimits: false, requestLog: false, ...settings })),
        organization: (options) => Effect.provideContext(newOrganization(options), context),
        actor: (token) =>
          Effect.orDie(authenticator.authenticate({ type: "bearer", value: Redacted.make(token) }, undefined))
      })
    })
  ).pipe(
    Layer.provideMerge(Access.layer()),
    Layer.provideMerge(realm),
    Layer.provideMerge(services({ ownPrograms: [ownProgram], ...options }))
  )
