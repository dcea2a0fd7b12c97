import { assert, layer } from "@effect/vitest"
import { newDomain, newLabel, newReport } from "@namewright/conformance"
import { DomainStore } from "@namewright/core/domains"
import {
  generatedFile,
  generationAttempts,
  ReportFiles,
  ReportGeneration,
  type ReportId,
  ReportStore,
  reportTransitions,
  type StoredReport
} from "@namewright/core/reports"
import { Instant, limits, type OrganizationId } from "@namewright/core/shared"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { carryOut, made, parent, reportsPlatform, stored } from "./ReportsPlatform.ts"

const owner = Effect.gen(function*() {
  const organization = yield* parent
  const { insert } = yield* DomainStore
  yield* insert(yield* newDomain(organization, `${yield* newLabel}.com`))
  return organization
})

const inserted = Effect.fnUntraced(function*(organization: OrganizationId, members: Partial<StoredReport> = {}) {
  const { insert } = yield* ReportStore
  const report = yield* newReport(organization, members)
  yield* insert(report)
  yield* TestClock.adjust("1 minute")
  return report
})

/** Starts a generation that is abandoned. */
const cutShort = Effect.fnUntraced(function*(id: ReportId) {
  const { start } = yield* ReportStore
  const { from, to } = reportTransitions.start
  return Option.getOrThrow(yield* start(id, from, to, yield* Instant.now))
})

const hasFile = Effect.fnUntraced(function*(report: Pick<StoredReport, "attempts" | "report_id">) {
  const { size } = yield* ReportFiles
  return Option.isSome(yield* size(generatedFile(report)))
})

const leaveFile = Effect.fnUntraced(function*(report: Pick<StoredReport, "attempts" | "report_id">) {
  const { write } = yield* ReportFiles
  yield* write(generatedFile(report), Stream.make(new Uint8Array(10)))
})

layer(reportsPlatform())("the generation of a report", (it) => {
  it.effect("starts again after a crash, and removes the file of the first attempt", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const { report_id } = yield* inserted(organization)
      const first = yield* cutShort(report_id)
      yield* leaveFile(first)
      const done = yield* made(organization, report_id)
      assert.deepStrictEqual([done.status, done.attempts, done.record_count], ["completed", 2, 1])
      assert.deepStrictEqual([yield* hasFile(first), yield* hasFile(done)], [false, true])
    }))

  it.effect("fails after too many starts", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const { report_id } = yield* inserted(organization)
      for (let attempt = 0; attempt < generationAttempts; attempt++) yield* cutShort(report_id)
      const { status } = yield* made(organization, report_id)
      assert.strictEqual(status, "failed")
    }))

  it.effect("does nothing for a finished or removed report", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const { report_id } = yield* inserted(organization)
      const done = yield* made(organization, report_id)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* made(organization, report_id), done)
      const { remove } = yield* ReportStore
      const { generate } = yield* ReportGeneration
      yield* remove(report_id)
      yield* generate(report_id, { isLast: false })
    }))

  it.effect("fails if it is abandoned for a day", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const waiting = yield* inserted(organization)
      const lost = yield* cutShort((yield* inserted(organization)).report_id)
      yield* TestClock.adjust("23 hours")
      yield* carryOut("reports.abandoned")
      const statuses = Effect.forEach([waiting, lost], ({ report_id }) =>
        Effect.map(stored(organization, report_id), ({ status }) => status))
      assert.deepStrictEqual(yield* statuses, ["pending", "generating"])
      yield* TestClock.adjust("2 hours")
      yield* carryOut("reports.abandoned")
      assert.deepStrictEqual(yield* statuses, ["failed", "failed"])
    }))

  it.effect("removes older reports of its type and their files", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const { ofType } = yield* ReportStore
      const finished = { status: "completed", attempts: 1, record_count: 1, file_size_bytes: 10 } as const
      const oldest = yield* inserted(organization, finished)
      const other = yield* inserted(organization, { ...finished, report_type: "expiring_domains" })
      for (const report of [oldest, other]) yield* leaveFile(report)
      for (let count = 1; count < limits.reportsKept; count++) yield* inserted(organization, finished)
      const newest = yield* inserted(organization)
      yield* made(organization, newest.report_id)
      const kept = yield* ofType(organization, "domain_inventory")
      assert.deepStrictEqual([kept.length, kept[0]?.report_id], [limits.reportsKept, newest.report_id])
      assert.deepStrictEqual([yield* hasFile(oldest), yield* hasFile(other)], [false, true])
    }))

  it.effect("retains one empty report of a type", () =>
    Effect.gen(function*() {
      const organization = yield* parent
      const { ofType } = yield* ReportStore
      const first = yield* inserted(organization)
      yield* made(organization, first.report_id)
      const second = yield* inserted(organization)
      yield* made(organization, second.report_id)
      const kept = yield* ofType(organization, "domain_inventory")
      assert.deepStrictEqual(kept.map(({ report_id, status }) => [report_id, status]), [[second.report_id, "empty"]])
      assert.isFalse(yield* hasFile(kept[0] ?? second))
    }))
})

const brokenDisk = Layer.succeed(ReportFiles, {
  write: () => Effect.die(new Error("the disk is full")),
  size: () => Effect.succeedNone,
  read: () => Stream.empty,
  remove: () => Effect.void
})

layer(reportsPlatform({ reportFiles: brokenDisk }))("a generation that fails", (it) => {
  it.effect("is retried, and then fails the report", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const { generate } = yield* ReportGeneration
      const { report_id } = yield* inserted(organization)
      for (let attempt = 1; attempt < generationAttempts; attempt++) {
        const exit = yield* Effect.exit(generate(report_id, { isLast: false }))
        assert.isTrue(Exit.hasDies(exit))
        assert.strictEqual((yield* stored(organization, report_id)).status, "generating")
      }
      yield* generate(report_id, { isLast: false })
      const { attempts, record_count, status } = yield* stored(organization, report_id)
      assert.deepStrictEqual([status, attempts, record_count], ["failed", generationAttempts, null])
    }))

  it.effect("fails the report in the last attempt", () =>
    Effect.gen(function*() {
      const organization = yield* owner
      const { report_id } = yield* inserted(organization)
      assert.strictEqual((yield* made(organization, report_id)).status, "failed")
    }))
})
