import type { RoleStore } from "@namewright/core/access"
import { ConfigurationError } from "@namewright/core/embed"
import { Effect, Layer, type ManagedRuntime, type Scope } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import * as Access from "./access/layer.ts"
import * as RestApprovals from "./approvals/RestApprovals.ts"
import * as brandFiles from "./branding/brandFiles.ts"
import * as brandStyles from "./branding/brandStyles.ts"
import * as McpEndpoint from "./mcp/McpEndpoint.ts"
import * as ProtectedResource from "./mcp/ProtectedResource.ts"
import { Tools } from "./mcp/Tools.ts"
import * as PaymentNotices from "./payments/PaymentNotices.ts"
import * as acmeChallenges from "./platform/acmeChallenges.ts"
import * as documentation from "./platform/documentation.ts"
import * as health from "./platform/health.ts"
import type { InstallationAddresses } from "./platform/makeBrandAt.ts"
import { plainRoutes, routerConfig } from "./platform/operations.ts"
import * as requestBoundary from "./platform/requestBoundary.ts"
import { PlatformApi } from "./PlatformApi.ts"
import { callerAddressProblems } from "./realm/callerAddresses.ts"
import { RealmRefresh } from "./realm/RealmRefresh.ts"
import * as RealmRoutes from "./realm/RealmRoutes.ts"
import * as Authentication from "./shared/Authentication.ts"
import { HttpSettings, httpSettingsOf } from "./shared/HttpSettings.ts"
import * as Idempotent from "./shared/Idempotent.ts"
import { RateLimiter } from "./shared/RateLimiter.ts"
import { RefusedCredentials } from "./shared/RefusedCredentials.ts"
import * as RequestValidation from "./shared/RequestValidation.ts"
import { handlers } from "./slices.ts"

const operations = HttpApiBuilder.layer(PlatformApi).pipe(
  Layer.provide(handlers),
  Layer.provide([Authentication.layer, Idempotent.layer, RequestValidation.layer]),
  Layer.provide(RestApprovals.layer),
  Layer.provide(RealmRefresh.layer),
  Layer.provide(RefusedCredentials.layer),
  Layer.provide(RateLimiter.layer)
)

const agentEndpoint = Layer.merge(McpEndpoint.layer, ProtectedResource.layer).pipe(
  Layer.provide(Tools.layer),
  Layer.provide(RefusedCredentials.layer),
  Layer.provide(RateLimiter.layer)
)

/** Every route of the platform; needs the services of core. Settings that cannot work throw. */
export const routes = (settings: Partial<HttpSettings> = {}) =>
  Layer.mergeAll(
    operations,
    agentEndpoint,
    RealmRoutes.layer,
    documentation.layer,
    health.layer,
    acmeChallenges.layer,
    brandFiles.layer,
    brandStyles.layer,
    PaymentNotices.layer,
    PrometheusMetrics.layerHttp({ path: plainRoutes.metrics }),
    requestBoundary.layer
  ).pipe(
    Layer.provide(Layer.succeed(HttpSettings, httpSettingsOf(settings))),
    Layer.provide(HttpServer.layerServices)
  )

/** The routes with the authentication of callers. */
export const hostedRoutes = (settings: Partial<HttpSettings> = {}) =>
  Layer.provide(routes(settings), Access.layer(settings.realm))

/** The routes as one effect that answers the request in its context. */
export const application = (settings: Partial<HttpSettings> = {}) =>
  Effect.provideService(HttpRouter.toHttpEffect(hostedRoutes(settings)), HttpRouter.RouterConfig, routerConfig)

/** The services of core that the routes use. */
export type RouteServices = Exclude<Effect.Services<ReturnType<typeof application>>, Scope.Scope>

/** A platform as the hosts of its routes need it; `createPlatform` makes one. */
export interface ServedPlatform {
  readonly runtime: ManagedRuntime.ManagedRuntime<RouteServices | RoleStore, unknown>
  readonly settings?: InstallationAddresses | undefined
}

/** Throws a `ConfigurationError` for an embedded realm that could not distinguish callers by their addresses. */
export const refuseUnknownCallers = ({ settings }: ServedPlatform, http: HttpSettings): void => {
  const problems = settings === undefined ? [] : callerAddressProblems(http, settings.base_url)
  if (problems.length > 0) throw new ConfigurationError(problems)
}
