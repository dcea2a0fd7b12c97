import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import type { Registry, RegistryDomain } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"
import { changedRegistries } from "./changedRegistries.ts"

/** Registrar id under which the registry shows the names of the account. */
export const shownId = "REG-4711"

type Shown = Partial<RegistryDomain>

/**
 * Platform at registries that do not identify the sponsor of some names: the registrar id is unknown, and neither
 * contacts nor auth code are shown.
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
    /** Replaces the shown members of a name; by default hides its sponsor. */
    show: (name: DomainName, changes: Shown = {}) => Effect.sync(() => void shown.set(name, { ...hidden, ...changes })),
    /** Shows a name unchanged again. */
    reveal: (name: DomainName) => Effect.sync(() => void shown.delete(name)),
    platform: (storage: Layer.Layer<Storage, unknown>): Layer.Layer<PlatformServices> =>
      Layer.orDie(layerPlatform({
        storage,
        registries: changedRegistries(nameless)
      }))
  }
}
