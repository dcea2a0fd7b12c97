import { assert, layer } from "@effect/vitest"
import { type Zone, ZoneOwnership } from "@namewright/core/dns"
import { PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { testSize } from "../../../../../test/testSize.ts"
import { Recorded, zonesPlatform } from "../zones/ZonesPlatform.ts"
import { broken, carryOut, newTree, OwnershipStep, zonesOf } from "./OwnershipTree.ts"

const production = Layer.fresh(zonesPlatform).pipe(
  Layer.provide(Layer.succeed(PlatformSettings, { ...standardSettings, environment: "production" }))
)

/** The gaps of a zone that name its neighbours may be outdated until the next review. */
const withoutGaps = ({ missing: _missing, ...zone }: Zone) => zone

const Steps = Schema.Array(OwnershipStep).check(Schema.isMinLength(4), Schema.isMaxLength(24))

layer(production)("After any steps at the names of a tree", (it) => {
  it.effect.prop(
    "a name is served for its holder alone, once, under serials that grow, and another review changes nothing",
    [Steps],
    ([steps]) =>
      Effect.gen(function*() {
        const { publications } = yield* Recorded
        const { review } = yield* ZoneOwnership
        const tree = yield* newTree
        const from = publications.length
        for (const step of steps) {
          yield* carryOut(tree, step)
          assert.deepStrictEqual(yield* broken(tree), [], JSON.stringify(step))
        }
        const before = yield* zonesOf(tree)
        yield* review(tree.top)
        assert.deepStrictEqual((yield* zonesOf(tree)).map(withoutGaps), before.map(withoutGaps))

        const published = Map.groupBy(publications.slice(from), ({ name }) => name)
        for (const [name, ofName] of published) {
          const last = ofName.at(-1)
          const served = before.find((zone) => zone.name === name && zone.is_served)
          assert.strictEqual(last?.serial ?? undefined, served?.serial, name)
          if (served !== undefined) assert.strictEqual(last?.dns_zone_id, served.dns_zone_id)
          const serials = ofName.flatMap(({ serial }) => serial ?? [])
          assert.deepStrictEqual(serials, [...new Set(serials)].toSorted((left, right) => left - right), name)
        }
        for (const { is_served, name } of before) if (is_served) assert.isTrue(published.has(name))
      }),
    { timeout: 120_000, arbitrary: { runs: testSize(150, 400) } }
  )
})
