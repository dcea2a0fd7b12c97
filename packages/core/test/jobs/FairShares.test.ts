import { assert, describe, it } from "@effect/vitest"
import { fairShares, type WaitingQueue } from "@namewright/core/jobs"
import { Effect, Schema } from "effect"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

const BatchQueue = Schema.Struct({ organization: upTo(5), size: upTo(20), ready: upTo(30) })

const flowsOf = (drawn: ReadonlyArray<typeof BatchQueue.Type>): ReadonlyArray<WaitingQueue> =>
  drawn.map(({ organization, ready, size }, index) => ({
    queue_no: index + 1,
    organization_id: `o${organization}`,
    size,
    ready
  }))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

describe("fairShares", () => {
  const given = { room: upTo(60), drawn: Schema.Array(BatchQueue).check(Schema.isMaxLength(12)) }

  it.effect.prop(
    "leaves no slot free while a job could have it, and assigns no more than exist",
    given,
    (it) =>
      Effect.sync(() => {
        const queues = flowsOf(it.drawn)
        const shares = fairShares(it.room, queues)
        for (const { queue_no, ready } of queues) assert.isAtMost(shares.get(queue_no) ?? 0, ready)
        assert.strictEqual(sum([...shares.values()]), Math.min(it.room, sum(queues.map(({ ready }) => ready))))
      })
  )

  it.effect.prop(
    "gives no organization two slots more than another that still waits",
    given,
    (it) =>
      Effect.sync(() => {
        const queues = flowsOf(it.drawn)
        const shares = fairShares(it.room, queues)
        const totals = [...Map.groupBy(queues, (queue) => queue.organization_id).values()].map((own) => ({
          given: sum(own.map(({ queue_no }) => shares.get(queue_no) ?? 0)),
          ready: sum(own.map(({ ready }) => ready))
        }))
        const most = Math.max(0, ...totals.map((total) => total.given))
        for (const total of totals) if (total.given < total.ready) assert.isAtLeast(total.given + 1, most)
      })
  )

  it.effect.prop("serves the smaller batch of an organization first", given, (it) =>
    Effect.sync(() => {
      const queues = flowsOf(it.drawn)
      const shares = fairShares(it.room, queues)
      for (const small of queues) {
        for (const big of queues) {
          if (small.organization_id !== big.organization_id || small.size >= big.size) continue
          if ((shares.get(big.queue_no) ?? 0) > 0) assert.strictEqual(shares.get(small.queue_no) ?? 0, small.ready)
        }
      }
    }))
})
