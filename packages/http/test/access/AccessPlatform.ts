import {
  ApiKeys,
  asSystem,
  Authenticator,
  type DirectoryEntry,
  type NewApiKey,
  OrganizationDirectory
} from "@namewright/core/access"
import { newOrganizationId, type OrganizationId, PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { routes } from "../../src/routes.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { type Fetch, inProcess } from "../support/inProcess.ts"
import { services } from "../support/services.ts"

/** A credential as its holder has it. */
export interface Keyring {
  readonly api_key_id: string
  readonly api_key: string
  readonly client_id: string
  readonly client_secret: string
}

/**
 * A platform in the test's process with real credentials. A request comes from the address in its header
 * `X-Test-Address`.
 */
export class AccessPlatform extends Context.Service<AccessPlatform, {
  readonly fetch: Fetch
  /** A new organization; with `parent` that one's suborganization. */
  readonly organization: (
    options?: { readonly parent?: OrganizationId; readonly active?: boolean }
  ) => Effect.Effect<OrganizationId>
  /** A new credential of the organization, an administrator's unless the input names another role. */
  readonly credential: (organization: OrganizationId, input?: Partial<NewApiKey>) => Effect.Effect<Keyring>
}>()("@namewright/http/test/access/AccessPlatform") {
  static readonly layer = Layer.suspend(() => layer({}, {}))
  static readonly layerWith = (platform: Partial<PlatformSettings>, http: Partial<HttpSettings> = {}) =>
    layer(platform, http)
}

const layer = (platform: Partial<PlatformSettings>, http: Partial<HttpSettings>) => {
  const organizations = new Map<OrganizationId, DirectoryEntry>()
  const directory = Layer.succeed(OrganizationDirectory, {
    find: (organization) => Effect.sync(() => Option.fromUndefinedOr(organizations.get(organization)))
  })

  const organization: AccessPlatform["Service"]["organization"] = Effect.fnUntraced(function*(options = {}) {
    const organization_id = yield* newOrganizationId
    const { active = true, parent = null } = options
    organizations.set(organization_id, { organization_id, parent_organization_id: parent, active })
    return organization_id
  })

  const assembled = Layer.effect(
    AccessPlatform,
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const known = yield* OrganizationDirectory
      const fetch = yield* inProcess(
        Layer.merge(routes({ rateLimits: false, requestLog: false, ...http }), addressFromHeader)
      )
      const credential = Effect.fnUntraced(function*(holder: OrganizationId, input: Partial<NewApiKey> = {}) {
        const created = yield* asSystem(holder, keys.create({ api_key_name: "test", ...input }))
        return {
          api_key_id: created.api_key_id,
          api_key: Redacted.value(created.api_key),
          client_id: created.client_id,
          client_secret: Redacted.value(created.client_secret)
        }
      }, Effect.orDie)
      return AccessPlatform.of({
        fetch,
        organization,
        credential: (holder, input) => Effect.provideService(credential(holder, input), OrganizationDirectory, known)
      })
    })
  )
  return assembled.pipe(
    Layer.provideMerge(Authenticator.layer),
    Layer.provideMerge(services),
    Layer.provideMerge(directory),
    Layer.provideMerge(Layer.succeed(PlatformSettings, { ...standardSettings, ...platform })),
    Layer.orDie
  )
}

const addressFromHeader = HttpRouter.middleware(
  (handler) =>
    Effect.updateService(
      handler,
      HttpServerRequest.HttpServerRequest,
      (request) => request.modify({ remoteAddress: Option.fromUndefinedOr(request.headers["x-test-address"]) })
    ),
  { global: true }
)

/** The problems of a validation answer as `place type`. */
export const problemsOf = (body: { readonly errors: ReadonlyArray<{ loc: ReadonlyArray<string>; type: string }> }) =>
  body.errors.map(({ loc, type }) => `${loc.join(".")} ${type}`)
