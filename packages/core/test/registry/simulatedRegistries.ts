import { contractBackends, contractTlds, RegistryUnderTest } from "@namewright/conformance"
import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

/** The simulator with the TLDs of the registry suite. */
export const contractSimulator = RegistrySimulator.layerWith({ unknown_names: "missing" }).pipe(
  Layer.provide(TldCatalog.layerOf(contractTlds, []))
)

/** What the registry suite asks of a driver, by the simulator. */
export const simulatorUnderTest = Layer.effect(
  RegistryUnderTest,
  Effect.map(RegistrySimulator, ({ registry }) => {
    const accounts = (registrar?: string) => ({
      generic: registry(contractBackends.generic, registrar),
      country: registry(contractBackends.country, registrar)
    })
    return RegistryUnderTest.of({ ours: accounts(), theirs: accounts("rival"), advance: TestClock.adjust })
  })
).pipe(Layer.provideMerge(contractSimulator))

/** Builds a layer by the real clock: a pool's own schedule must not run through the years that a test moves on. */
export const byRealClock = <A, E>(layer: Layer.Layer<A, E>): Layer.Layer<A, E> =>
  Layer.effectContext(TestClock.withLive(Layer.build(layer)))
