import { AuthenticationFailed, Authenticator, OrganizationDirectory } from "@namewright/core/access"
import {
  type Actor,
  newOrganizationId,
  type OrganizationId,
  type Permission,
  permissions
} from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { routes } from "../../src/routes.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { type Fetch, inProcess } from "./inProcess.ts"
import { services } from "./services.ts"

/**
 * A platform in the test's process, on SQLite in memory and on the test's clock. The services of core stand beside it
 * in the layer, for fixtures: `yield* EventLog` works.
 */
export class TestPlatform extends Context.Service<TestPlatform, {
  readonly fetch: Fetch
  /** A new organization, without anything. With `parent` it is that one's suborganization. */
  readonly organization: (options?: { readonly parent?: OrganizationId }) => Effect.Effect<OrganizationId>
  /** A new key of the organization with these rights, all of them when none are named. */
  readonly key: (organization: OrganizationId, rights?: ReadonlyArray<Permission>) => Effect.Effect<string>
  /** The actor that a key stands for, to call services of core as the key would. */
  readonly actor: (key: string) => Actor
}>()("@namewright/http/test/TestPlatform") {
  /** Without rate limits and request log. */
  static readonly layer = Layer.suspend(() => layer({}))
  static readonly layerWith = (settings: Partial<HttpSettings>) => layer(settings)
}

const layer = (settings: Partial<HttpSettings>) => {
  const actors = new Map<string, Actor>()
  /** The organizations with their parents. */
  const organizations = new Map<OrganizationId, OrganizationId | null>()
  const authenticator = Layer.succeed(Authenticator, {
    authenticate: ({ value }) => {
      const actor = actors.get(Redacted.value(value))
      return actor === undefined
        ? Effect.fail(new AuthenticationFailed({ reason: "unknown" }))
        : Effect.succeed(actor)
    }
  })

  const directory = Layer.succeed(OrganizationDirectory, {
    find: (organization_id) =>
      Effect.sync(() => {
        const parent_organization_id = organizations.get(organization_id)
        return parent_organization_id === undefined
          ? Option.none()
          : Option.some({ organization_id, parent_organization_id, active: true })
      })
  })

  const organization = Effect.fnUntraced(function*(options: { readonly parent?: OrganizationId } = {}) {
    const id = yield* newOrganizationId
    organizations.set(id, options.parent ?? null)
    return id
  })

  const key = (organization_id: OrganizationId, rights: ReadonlyArray<Permission> = permissions) =>
    Effect.sync(() => {
      const name = `key-${actors.size + 1}`
      actors.set(name, {
        principal: { type: "api_key", id: `api_key_${String(actors.size + 1).padStart(26, "0")}` },
        organization_id,
        parent_organization_id: organizations.get(organization_id) ?? null,
        organization_active: true,
        role: "admin",
        permissions: new Set(rights)
      })
      return name
    })

  const actor = (name: string): Actor => {
    const found = actors.get(name)
    if (found === undefined) throw new Error(`No key ${name}`)
    return found
  }

  const platform = Layer.effect(
    TestPlatform,
    Effect.gen(function*() {
      const fetch = yield* inProcess(routes({ rateLimits: false, requestLog: false, ...settings }))
      return TestPlatform.of({ fetch, organization, key, actor })
    })
  )
  return platform.pipe(
    Layer.provideMerge(authenticator),
    Layer.provideMerge(services),
    Layer.provideMerge(directory),
    Layer.orDie
  )
}
