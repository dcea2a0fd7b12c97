import { Processes } from "@namewright/core/processes"
import {
  accountIdOf,
  RegistrarIds,
  type RegistryRouter,
  type RegistrySessionSlots,
  RegistrySimulator
} from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Layer } from "effect"
import { eppRegistry } from "../driver/eppRegistry.ts"
import type { RegistrySite } from "../driver/MaintenancePayload.ts"
import { eppPool } from "../pool/EppPool.ts"
import { EppConfigInvalid } from "./EppConfigInvalid.ts"
import type { ConfiguredRegistries, ConfiguredRegistry } from "./readEppConfig.ts"
import { registryRoutes } from "./registryRoutes.ts"

/**
 * Routes the backends of the configured registries to their drivers, and all others to the simulator. The pools open
 * and close with the layer, which does not wait for sessions.
 */
export const layerEppRouter = (
  config: ConfiguredRegistries
): Layer.Layer<
  RegistryRouter,
  EppConfigInvalid,
  Processes | RegistrarIds | RegistrySimulator | RegistrySessionSlots | TldCatalog
> =>
  Layer.unwrap(Effect.gen(function*() {
    const catalog = yield* TldCatalog
    const registrarIds = yield* RegistrarIds
    const processes = yield* Processes
    const specs = yield* catalog.list
    const { problems, routes } = registryRoutes(config.registries, specs)
    const [first, ...others] = problems
    if (first !== undefined) {
      return yield* new EppConfigInvalid({ file: config.file, problems: [first, ...others] })
    }
    const drivers = yield* Effect.forEach(
      routes,
      ({ backend, registry, zones }) =>
        Effect.map(eppPool(registry.pool, processes), (client) =>
          eppRegistry({
            key: backend,
            account_id: accountIdOf(backend, registry.registrar),
            client,
            profile: registry.profile,
            registrar: registry.registrar,
            registrarIds,
            site: siteOf(registry),
            zones
          }))
    )
    return RegistrySimulator.layerRouter(drivers)
  }))

const siteOf = ({ environment, pool: { endpoint: { host, tls } } }: ConfiguredRegistry): RegistrySite => ({
  hosts: tls?.serverName === undefined ? [host] : [host, tls.serverName],
  environment
})
