import {
  AuthenticationFailed,
  Authenticator,
  newUserId,
  OrganizationDirectory,
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
  permissions
} from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { hostedRoutes } from "../../src/routes.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { type Fetch, inProcess } from "./inProcess.ts"
import { newOrganization, type NewOrganizationOptions } from "./newOrganization.ts"
import { services } from "./services.ts"

/**
 * A platform in the test's process, on SQLite in memory, on simulated registries and on the test's clock. The services
 * of core stand beside it in the layer, for fixtures: `yield* EventLog` works.
 */
export class TestPlatform extends Context.Service<TestPlatform, {
  readonly fetch: Fetch
  /** A new organization, without money unless told otherwise. With `parent` it is that one's suborganization. */
  readonly organization: (options?: NewOrganizationOptions) => Effect.Effect<OrganizationId>
  /** A new key of the organization with these rights, all of them when none are named. */
  readonly key: (organization: OrganizationId, rights?: ReadonlyArray<Permission>) => Effect.Effect<string>
  /**
   * A person of the organization with these rights: a token for the header `Authorization`, which the tool endpoint
   * takes as well. The person is stored with its role unless told otherwise.
   */
  readonly person: (
    organization: OrganizationId,
    options?: {
      readonly rights?: ReadonlyArray<Permission> | undefined
      readonly role?: string | undefined
      readonly user_id?: UserId | undefined
      readonly stored?: boolean | undefined
    }
  ) => Effect.Effect<string>
  /** The actor that a key stands for, to call services of core as the key would. */
  readonly actor: (key: string) => Actor
}>()("@namewright/http/test/TestPlatform") {
  /** Without rate limits and request log. */
  static readonly layer = Layer.suspend(() => layer({}))
  static readonly layerWith = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) =>
    layer(settings, options)
}

/** The program that people act through when the tool endpoint knows them by their token. */
export const agentFor = (user_id: string): Agent => ({
  client_id: "test-client",
  scopes: ["service:mcp"],
  user_id,
  sees_auth_codes: true
})

const storedPerson = (
  user_id: UserId,
  organization_id: OrganizationId,
  role: string,
  created_on: Instant.Instant
): User => ({
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
  created_on,
  updated_on: created_on
})

const layer = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) => {
  const actors = new Map<string, Actor>()
  const find = (name: string) => {
    const found = actors.get(name)
    return found === undefined
      ? Effect.fail(new AuthenticationFailed({ reason: "unknown" }))
      : Effect.succeed(found)
  }
  const authenticator = Layer.succeed(Authenticator, {
    authenticate: ({ value }) => find(Redacted.value(value)),
    authenticateAgent: (token) =>
      Effect.flatMap(find(Redacted.value(token)), (actor) =>
        actor.principal.type === "user"
          ? Effect.succeed({ ...actor, agent: agentFor(actor.principal.id) })
          : Effect.fail(new AuthenticationFailed({ reason: "unknown" }))),
    authenticateUser: find
  })

  const actor = (name: string): Actor => {
    const found = actors.get(name)
    if (found === undefined) throw new Error(`No key ${name}`)
    return found
  }

  const platform = Layer.effect(
    TestPlatform,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const users = yield* UserStore
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof newOrganization>>>()

      const enter = Effect.fnUntraced(function*(
        name: string,
        organization_id: OrganizationId,
        { principal, rights = permissions, role = "admin" }: {
          readonly principal: Actor["principal"]
          readonly rights?: ReadonlyArray<Permission> | undefined
          readonly role?: string | undefined
        }
      ) {
        const organization = Option.getOrThrow(yield* directory.find(organization_id))
        actors.set(name, {
          principal,
          organization_id,
          parent_organization_id: organization.parent_organization_id,
          organization_active: organization.active,
          role,
          permissions: new Set(rights)
        })
        return name
      })

      const key = (organization: OrganizationId, rights?: ReadonlyArray<Permission>) =>
        enter(`key-${actors.size + 1}`, organization, {
          principal: { type: "api_key", id: `test_key_${actors.size + 1}` },
          rights
        })

      const person: TestPlatform["Service"]["person"] = Effect.fnUntraced(
        function*(organization, { rights, role = "admin", stored = true, user_id } = {}) {
          const id = user_id ?? (yield* newUserId)
          if (stored) yield* Effect.orDie(users.insert(storedPerson(id, organization, role, yield* Instant.now)))
          const principal = { type: "user", id } as const
          return yield* enter(`person-${actors.size + 1}`, organization, { principal, rights, role })
        }
      )

      return TestPlatform.of({
        fetch: yield* inProcess(hostedRoutes({ rateLimits: false, requestLog: false, ...settings })),
        organization: (options) => Effect.provideContext(newOrganization(options), context),
        key,
        person,
        actor
      })
    })
  )
  return platform.pipe(Layer.provideMerge(authenticator), Layer.provideMerge(services(options)))
}
