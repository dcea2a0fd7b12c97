import { AllowedNetworks, type OrganizationDirectory, type RoleStore } from "@namewright/core/access"
import { actorOfCaller, type Caller, ConfigurationError } from "@namewright/core/embed"
import { PlatformSettings } from "@namewright/core/shared"
import { callHost } from "@namewright/core/telemetry"
import { Effect, Predicate } from "effect"
import { addressBelow, prefixProblems, servedBelow } from "./platform/hostPrefix.ts"
import { application } from "./routes.ts"
import { HostCallers } from "./shared/HostCallers.ts"
import { type HttpSettings, httpSettingsOf } from "./shared/HttpSettings.ts"

/** Settings of the interface in the server of a host. */
export interface HostSettings<Request> extends Partial<HttpSettings> {
  /**
   * Path below which clients reach the interface, such as `/domains`, from the root of the host's server. The handler
   * removes it from the path that the client sent, whether or not a mount has removed it before. Links and the
   * OpenAPI document contain it. Hosts of brands have no prefix. Without a prefix, the handler serves the path of the
   * request that it gets.
   */
  readonly prefix?: string | undefined
  /**
   * Authenticates requests by the host. Every path below the prefix needs a caller, and a request without one is
   * answered with 401. A caller whose organization does not accept calls from its address is refused with 403; the address
   * is its `client_address`, or else that of the request. Calls of the tool endpoint are those of an agent for the caller, and need approvals. The function must
   * not read the body.
   */
  readonly caller?: ((request: Request) => Caller | null | Promise<Caller | null>) | undefined
  /**
   * With `caller`: handles requests without a caller as without `caller`. Then API keys and tokens of the platform are
   * accepted, and the documentation is public. Default false.
   */
  readonly platformCredentials?: boolean | undefined
}

/** Completes the settings. Throws a `ConfigurationError` with every problem of those of the host, or of the interface. */
export const hostingOf = <Request extends object>(
  { caller, platformCredentials = false, prefix = "", ...settings }: HostSettings<Request>
) => {
  const problems = [
    ...prefixProblems(prefix),
    ...(caller === undefined || Predicate.isFunction(caller) ? [] : ["caller: expected a function"]),
    ...(Predicate.isBoolean(platformCredentials) ? [] : ["platformCredentials: expected true or false"]),
    ...(platformCredentials === true && caller === undefined ? ["platformCredentials: needs caller"] : [])
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    prefix,
    http: httpSettingsOf(settings),
    /** Routes below the prefix as one effect. */
    application: Effect.gen(function*() {
      const callers = caller === undefined ? undefined : { find: yield* actorsBy(caller), platformCredentials }
      return yield* servedBelow(prefix)(yield* Effect.provideService(application(settings), HostCallers, callers))
    }),
    /** Runs an effect with the address of the interface in the settings of the platform. */
    atAddress: Effect.updateService(PlatformSettings, (platform) => ({
      ...platform,
      base_url: addressBelow(platform.base_url, prefix)
    }))
  }
}

/** Finds actors by the function of the host. Its failures, and callers that do not exist, are defects of the host. */
const actorsBy = <Request extends object>(caller: NonNullable<HostSettings<Request>["caller"]>) =>
  Effect.map(
    Effect.context<AllowedNetworks | OrganizationDirectory | RoleStore>(),
    (services): HostCallers["find"] =>
      Effect.fnUntraced(function*(request, address) {
        const found = yield* Effect.orDie(callHost(() => caller(request as Request)))
        if (found === null || found === undefined) return undefined
        const actor = yield* Effect.orDie(actorOfCaller(found))
        const client_address = actor.client_address ?? address
        yield* AllowedNetworks.use((networks) => networks.admitTo(actor.organization_id, client_address))
        return { ...actor, client_address }
      }, Effect.provideContext(services))
  )
