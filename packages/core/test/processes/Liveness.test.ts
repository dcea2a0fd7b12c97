import { assert, describe, it } from "@effect/vitest"
import { newProcessId, type Process, standardProcessSettings } from "@namewright/core/processes"
import { DateTime, Effect } from "effect"
import { elapsed, Liveness } from "../../src/processes/Liveness.ts"

const start = 1_000_000_000_000
const at = (seconds: number) => DateTime.makeUnsafe(start + seconds * 1000)

const processSeen = Effect.fnUntraced(function*(seconds: number) {
  const process: Process = { process_id: yield* newProcessId, started_on: at(0), seen_on: at(seconds) }
  return process
})

/** Observes a process at a second of the observer's clock; true if it counts as ended. */
const looks = (liveness: Liveness, process: Process) => (second: number) =>
  liveness.ended([process], second * 1000).includes(process)

describe("Liveness", () => {
  it.effect("ends a process whose heartbeat has not changed for 6 seconds", () =>
    Effect.gen(function*() {
      const look = looks(new Liveness(standardProcessSettings), yield* processSeen(0))
      for (const second of [1001, 1003, 1005, 1006]) assert.isFalse(look(second), `${second}`)
      assert.isTrue(look(1007))
    }))

  it.effect("ends no process that sends heartbeats, however far its clock is behind", () =>
    Effect.gen(function*() {
      const liveness = new Liveness(standardProcessSettings)
      const process = yield* processSeen(-50)
      for (let second = 0; second < 60; second += 2) {
        assert.isFalse(looks(liveness, { ...process, seen_on: at(second - 50) })(second), `${second}`)
      }
    }))

  it.effect("ends no process at the first look after a pause in which the storage may have been away from all", () =>
    Effect.gen(function*() {
      const look = looks(new Liveness(standardProcessSettings), yield* processSeen(0))
      assert.isFalse(look(1))
      for (const second of [101, 103, 104]) assert.isFalse(look(second), `${second}`)
      assert.isTrue(look(105))
    }))
})

describe("elapsed", () => {
  const since = { wall: 1000, monotonic: 0 }

  it("detects a suspension of the machine and one of the process", () => {
    assert.strictEqual(elapsed(since, { wall: 61_000, monotonic: 0 }), 60_000)
    assert.strictEqual(elapsed(since, { wall: 1000, monotonic: 60_000 }), 60_000)
  })

  it("is infinite when the time was set back", () => {
    assert.strictEqual(elapsed(since, { wall: 999, monotonic: 1 }), Infinity)
  })
})
