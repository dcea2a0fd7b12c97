import { accountIdOf, type RegistryAccountId } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { type ConfiguredRegistry, registryRoutes } from "@namewright/registry-epp"
import { Effect } from "effect"

/** Account at a registry, with the key under which the platform stores data about it. */
export interface BackendAccount {
  readonly backend: string
  readonly account_id: RegistryAccountId
  readonly registrar: string
}

/** Account of a configured registry; undefined if its TLDs do not belong to a backend. */
export const backendAccount = (
  { name, registrar }: ConfiguredRegistry,
  registries: ReadonlyArray<ConfiguredRegistry>
): Effect.Effect<BackendAccount | undefined> =>
  Effect.gen(function*() {
    const { list } = yield* TldCatalog
    const { routes } = registryRoutes(registries, yield* list)
    const backend = routes.find(({ registry }) => registry.name === name)?.backend
    return backend === undefined ? undefined : { backend, registrar, account_id: accountIdOf(backend, registrar) }
  }).pipe(Effect.provide(TldCatalog.layer))
