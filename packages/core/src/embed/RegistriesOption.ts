import { Effect, Layer, Option, Predicate } from "effect"
import type { Processes } from "../processes/index.ts"
import {
  type RegistrarIds,
  type RegistryDriver,
  RegistryRouter,
  type RegistrySessionSlots,
  RegistrySimulator
} from "../registry/index.ts"
import { ConfigurationError, type Environment } from "../shared/index.ts"
import { TldCatalog } from "../tlds/index.ts"

type RouterLayer = Layer.Layer<
  RegistryRouter,
  unknown,
  Processes | RegistrarIds | RegistrySimulator | RegistrySessionSlots | TldCatalog
>

/** Registries of the host: drivers by the backend of their TLD specifications, or a layer that provides the router. */
export type RegistriesOption = Readonly<Record<string, RegistryDriver>> | RouterLayer

const isRouter = (option: RegistriesOption): option is RouterLayer => Layer.isLayer(option)

const isDriver = (value: unknown): value is RegistryDriver =>
  Predicate.isObject(value) && Predicate.isFunction(value["registry"]) && Array.isArray(value["capabilities"])

/** Problems of the option; empty for a valid one. */
export const registriesProblems = (option: unknown): ReadonlyArray<string> => {
  if (Layer.isLayer(option)) return []
  if (!Predicate.isObject(option) || Array.isArray(option)) {
    return ["expected { backend: defineRegistry({ ... }) }, or a layer such as RegistrySimulator.layerRouter(drivers)"]
  }
  return Object.entries(option).flatMap(([backend, driver]) =>
    isDriver(driver) ? [] : [`.${backend}: expected a driver of defineRegistry({ ... })`]
  )
}

/**
 * The router of the option. Backends without a driver are simulated in a sandbox, and have no registry in production. A
 * driver of a backend that no TLD specification names is a `ConfigurationError`.
 */
export const registriesLayer = (
  option: RegistriesOption | undefined,
  environment: Environment | undefined
): RouterLayer => {
  if (option === undefined) return RegistrySimulator.layerRouter()
  if (isRouter(option)) return option
  return Layer.unwrap(Effect.gen(function*() {
    const specs = yield* (yield* TldCatalog).list
    const unknown = Object.keys(option).filter((key) => !specs.some(({ backend }) => backend === key))
    if (unknown.length > 0) {
      return yield* Effect.fail(
        new ConfigurationError(unknown.map((key) => `registries.${key}: no TLD specification has this backend`))
      )
    }
    const drivers = Object.entries(option).map(([backend, driver]) => driver.registry(backend))
    return environment === "production"
      ? Layer.succeed(RegistryRouter, RegistryRouter.make(drivers, Option.none()))
      : RegistrySimulator.layerRouter(drivers)
  }))
}
