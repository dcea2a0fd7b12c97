import { assert, describe, it } from "@effect/vitest"
import { fairShares, type WaitingFlow } from "@namewright/core/jobs"
import { Effect, Schema } from "effect"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

const Flow = Schema.Struct({ organization: upTo(5), size: upTo(20), ready: upTo(30) })

const flowsOf = (drawn: ReadonlyArray<typeof Flow.Type>): ReadonlyArray<WaitingFlow> =>
  drawn.map(({ organization, ready, size }, index) => ({
    flow_no: index + 1,
    organization_id: `o${organization}`,
    size,
    ready
  }))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

describe("fairShares", () => {
  const given = { room: upTo(60), drawn: Schema.Array(Flow).check(Schema.isMaxLength(12)) }

  it.effect.prop(
    "leaves no place free while a job could have it, and gives no more than there is",
    given,
    (it) =>
      Effect.sync(() => {
        const flows = flowsOf(it.drawn)
        const shares = fairShares(it.room, flows)
        for (const { flow_no, ready } of flows) assert.isAtMost(shares.get(flow_no) ?? 0, ready)
        assert.strictEqual(sum([...shares.values()]), Math.min(it.room, sum(flows.map(({ ready }) => ready))))
      })
  )

  it.effect.prop(
    "gives no organization two places more than another that still waits",
    given,
    (it) =>
      Effect.sync(() => {
        const flows = flowsOf(it.drawn)
        const shares = fairShares(it.room, flows)
        const places = [...Map.groupBy(flows, (flow) => flow.organization_id).values()].map((own) => ({
          given: sum(own.map(({ flow_no }) => shares.get(flow_no) ?? 0)),
          ready: sum(own.map(({ ready }) => ready))
        }))
        const most = Math.max(0, ...places.map((place) => place.given))
        for (const place of places) if (place.given < place.ready) assert.isAtLeast(place.given + 1, most)
      })
  )

  it.effect.prop("serves the smaller batch of an organization first", given, (it) =>
    Effect.sync(() => {
      const flows = flowsOf(it.drawn)
      const shares = fairShares(it.room, flows)
      for (const small of flows) {
        for (const big of flows) {
          if (small.organization_id !== big.organization_id || small.size >= big.size) continue
          if ((shares.get(big.flow_no) ?? 0) > 0) assert.strictEqual(shares.get(small.flow_no) ?? 0, small.ready)
        }
      }
    }))
})
