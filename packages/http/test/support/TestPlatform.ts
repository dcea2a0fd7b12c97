import { AuthenticationFailed, Authenticator, OrganizationDirectory } from "@namewright/core/access"
import type { PlatformOptions } from "@namewright/core/embed"
import { type Actor, type OrganizationId, type Permission, permissions } from "@namewright/core/shared"
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
  /** The actor that a key stands for, to call services of core as the key would. */
  readonly actor: (key: string) => Actor
}>()("@namewright/http/test/TestPlatform") {
  /** Without rate limits and request log. */
  static readonly layer = Layer.suspend(() => layer({}))
  static readonly layerWith = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) =>
    layer(settings, options)
}

const layer = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) => {
  const actors = new Map<string, Actor>()
  const authenticator = Layer.succeed(Authenticator, {
    authenticate: ({ value }) => {
      const actor = actors.get(Redacted.value(value))
      return actor === undefined
        ? Effect.fail(new AuthenticationFailed({ reason: "unknown" }))
        : Effect.succeed(actor)
    }
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
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof newOrganization>>>()

      const key = Effect.fnUntraced(function*(
        organization_id: OrganizationId,
        rights: ReadonlyArray<Permission> = permissions
      ) {
        const organization = Option.getOrThrow(yield* directory.find(organization_id))
        const name = `key-${actors.size + 1}`
        actors.set(name, {
          principal: { type: "api_key", id: `api_key_${String(actors.size + 1).padStart(26, "0")}` },
          organization_id,
          parent_organization_id: organization.parent_organization_id,
          organization_active: organization.active,
          role: "admin",
          permissions: new Set(rights)
        })
        return name
      })

      return TestPlatform.of({
        fetch: yield* inProcess(hostedRoutes({ rateLimits: false, requestLog: false, ...settings })),
        organization: (options) => Effect.provideContext(newOrganization(options), context),
        key,
        actor
      })
    })
  )
  return platform.pipe(Layer.provideMerge(authenticator), Layer.provideMerge(services(options)))
}
