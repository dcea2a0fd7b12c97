import { contractBackends, contractTlds, RegistryUnderTest } from "@namewright/conformance"
import { RegistrySessionSlots, RegistrySimulator, simulatedAllocationToken } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../test/memoryDatabase.ts"
import { EppUri } from "../src/message/EppUri.ts"
import { namewright } from "../src/profile/namewright.ts"
import type { RegistryProfile } from "../src/profile/RegistryProfile.ts"
import { overTls } from "./overTls.ts"

const ours = (backend: string, zones: ReadonlyArray<string>, profile: RegistryProfile) =>
  overTls({
    backend,
    zones,
    profile: { ...profile, extensions: [...profile.extensions, EppUri.allocationToken] },
    clientId: "our-account",
    allocationToken: simulatedAllocationToken
  })

/** What the registry suite asks of a driver: our accounts by EPP, the rival's at the simulator itself. */
export const driverUnderTest = Layer.effect(
  RegistryUnderTest,
  Effect.gen(function*() {
    const { registry } = yield* RegistrySimulator
    const { country, generic } = contractBackends
    return RegistryUnderTest.of({
      ours: {
        generic: yield* ours(generic, ["generic", "locked"], namewright),
        country: yield* ours(country, ["country", "released"], {
          ...namewright,
          objects: namewright.objects.filter((uri) => uri !== EppUri.host),
          hosts: "attributes",
          claims: false
        })
      },
      theirs: { generic: registry(generic, "rival"), country: registry(country, "rival") },
      advance: TestClock.adjust
    })
  })
).pipe(
  Layer.provide(RegistrySimulator.layerWith({ unknown_names: "missing" })),
  Layer.provide(TldCatalog.layerOf(contractTlds, [])),
  Layer.provide(RegistrySessionSlots.layerLocal),
  Layer.provide(memoryDatabase())
)
