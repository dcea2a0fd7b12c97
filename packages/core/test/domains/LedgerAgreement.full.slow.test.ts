import { assert, describe, it } from "@effect/vitest"
import { layerPlatform } from "@namewright/core/embed"
import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { chargeAlike, opening, prices, Steps, takeSteps } from "./ledgerAgreement.ts"
import { alerts } from "./refundSuite.ts"
import { testTlds } from "./testTlds.ts"

const runs = testSize(1, 2, "NAMEWRIGHT_LEDGER_RUNS")

const storage = memoryDatabase()

/** Registries that keep accounts, over the database of the platform. */
const charging = RegistrySimulator.layerWith({
  opening_balance: opening,
  prices: { slow: prices, swift: prices }
}).pipe(Layer.provide([storage, TldCatalog.layerOf(testTlds)]))

const platform = Layer.orDie(
  layerPlatform({ storage, tlds: testTlds, registries: RegistrySimulator.layerRouter().pipe(Layer.provide(charging)) })
    .pipe(Layer.merge(charging))
)

describe("The ledger and the registry", () => {
  for (const tld of ["slow", "swift"]) {
    it.effect.prop(
      `agree to the cent after any sequence of orders under .${tld}`,
      [Steps],
      ([steps]) =>
        Effect.gen(function*() {
          const before = yield* alerts
          yield* chargeAlike(tld)
          yield* takeSteps(steps, tld, `${tld}-registry`)
          assert.strictEqual(yield* alerts, before, "operators are alerted to nothing")
        }).pipe(Effect.provide(Layer.fresh(platform))),
      { arbitrary: { runs }, timeout: 300_000 }
    )
  }
})
