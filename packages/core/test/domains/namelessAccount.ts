import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import type { Registry, RegistryDomain } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"
import { changedRegistries } from "./changedRegistries.ts"

/** The id under which the registry shows the names of the account. */
export const shownId = "REG-4711"

type Shown = Partial<RegistryDomain>

/**
 * A platform at registries that do not show whose some names are: the account's id is another one than is known, and
 * neither contacts nor auth code are shown.
 */
export const namelessAccount = () => {
  const shown = new Map<DomainName, Shown>()
  const hidden: Shown = { sponsor: "unknown", sponsor_id: shownId, contacts: [], auth_code: null }

  const nameless = (registry: Registry): Registry => ({
    ...registry,
    infoDomain: (name, code) =>
      Effect.map(
        registry.infoDomain(name, code),
        Option.map((seen) => ({ ...seen, ...shown.get(name) }))
      )
  })

  return {
    /** Shows a name so from now on; without its sponsor unless told otherwise. */
    show: (name: DomainName, changes: Shown = {}) => Effect.sync(() => void shown.set(name, { ...hidden, ...changes })),
    /** Shows a name as it is. */
    reveal: (name: DomainName) => Effect.sync(() => void shown.delete(name)),
    platform: (storage: Layer.Layer<Storage, unknown>): Layer.Layer<PlatformServices> =>
      Layer.orDie(layerPlatform({
        storage,
        registries: changedRegistries(nameless)
      }))
  }
}
