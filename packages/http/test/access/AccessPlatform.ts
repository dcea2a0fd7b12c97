import { ApiKeys, asSystem, type NewApiKey, type OrganizationDirectory } from "@namewright/core/access"
import type { OrganizationId } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { hostedRoutes } from "../../src/routes.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { type Fetch, inProcess } from "../support/inProcess.ts"
import { newOrganization, type NewOrganizationOptions } from "../support/newOrganization.ts"
import { services } from "../support/services.ts"

/** Credential with its secrets. */
export interface Keyring {
  readonly api_key_id: string
  readonly api_key: string
  readonly client_id: string
  readonly client_secret: string
}

/** Platform in the test's process with real credentials. The address of a request is its header `X-Test-Address`. */
export class AccessPlatform extends Context.Service<AccessPlatform, {
  readonly fetch: Fetch
  /** New organization, or suborganization of `parent`. */
  readonly organization: (options?: NewOrganizationOptions) => Effect.Effect<OrganizationId>
  /** New credential of the organization. Default role: admin. */
  readonly credential: (organization: OrganizationId, input?: Partial<NewApiKey>) => Effect.Effect<Keyring>
}>()("@namewright/http/test/access/AccessPlatform") {
  static readonly layer = Layer.suspend(() => layer({}))
  static readonly layerWith = (http: Partial<HttpSettings>) => layer(http)
}

const layer = (http: Partial<HttpSettings>) =>
  Layer.effect(
    AccessPlatform,
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const context = yield* Effect.context<
        OrganizationDirectory | Effect.Services<ReturnType<typeof newOrganization>>
      >()
      const fetch = yield* inProcess(
        Layer.merge(hostedRoutes({ rateLimits: false, requestLog: false, ...http }), addressFromHeader)
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
        organization: (options) => Effect.provideContext(newOrganization(options), context),
        credential: (holder, input) => Effect.provideContext(credential(holder, input), context)
      })
    })
  ).pipe(Layer.provideMerge(services()))

const addressFromHeader = HttpRouter.middleware(
  (handler) =>
    Effect.updateService(
      handler,
      HttpServerRequest.HttpServerRequest,
      (request) => request.modify({ remoteAddress: Option.fromUndefinedOr(request.headers["x-test-address"]) })
    ),
  { global: true }
)

/** The problems of a validation response as `loc type`. */
export const problemsOf = (body: { readonly errors: ReadonlyArray<{ loc: ReadonlyArray<string>; type: string }> }) =>
  body.errors.map(({ loc, type }) => `${loc.join(".")} ${type}`)
