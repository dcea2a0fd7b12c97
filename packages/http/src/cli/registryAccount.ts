import { accountIdOf, type RegistryAccountId } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { type ConfiguredRegistry, registryRoutes } from "@namewright/registry-epp"
import { Effect } from "effect"

/** An account at a registry under the key by which the platform stores what it knows of it. */
export interface BackendAccount {
  readonly backend: string
  readonly account_id: RegistryAccountId
  readonly registrar: string
}

/** The account of a configured registry; undefined where its TLDs are not those of a backend. */
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
