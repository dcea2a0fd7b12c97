import { assert, describe, it } from "@effect/vitest"
import { type Batch, BatchId, noJobs, withProgress } from "@namewright/core/jobs"
import { DateTime } from "effect"
import { progressLine } from "../../src/cli/progressLine.ts"

const batchOf = (counts: Partial<typeof noJobs>): Batch => {
  const job_counts = { ...noJobs, ...counts }
  const total_jobs = Object.values(job_counts).reduce((sum, n) => sum + n, 0)
  const isOpen = job_counts.blocked + job_counts.queued + job_counts.paused + job_counts.running > 0
  return withProgress({
    batch_id: BatchId.make("batch_01h455vb4pex5vsknk084sn02q"),
    label: null,
    status: isOpen ? "pending" : "complete",
    total_jobs,
    job_counts,
    created_on: DateTime.makeUnsafe("2026-01-01T00:00:00Z"),
    started_at: null,
    finished_at: null
  })
}

describe("progressLine", () => {
  it("shows what has not begun", () => {
    const batch = batchOf({ blocked: 1200 })
    assert.strictEqual(
      progressLine(batch, { seconds: 0, from: batch }),
      "[..............................]   0.0 %  0 of 1,200"
    )
  })

  it("estimates the remaining time from the pace so far", () => {
    const from = batchOf({ queued: 900, succeeded: 100 })
    const batch = batchOf({ queued: 490, running: 10, succeeded: 480, failed: 20 })
    assert.strictEqual(
      progressLine(batch, { seconds: 10, from }),
      "[###############...............]  50.0 %  500 of 1,000  10 running  20 failed  13 s left"
    )
    assert.match(progressLine(batch, { seconds: 200, from }), / 5 min left$/)
  })

  it("ends", () => {
    const batch = batchOf({ succeeded: 7, canceled: 2, dead_letter: 1 })
    assert.strictEqual(
      progressLine(batch, { seconds: 3, from: batch }),
      "[##############################] 100.0 %  10 of 10  1 failed  2 cancelled  complete"
    )
  })
})
