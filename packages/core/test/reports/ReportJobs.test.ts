import { assert, layer } from "@effect/vitest"
import { newDomain } from "@namewright/conformance"
import { DomainStore } from "@namewright/core/domains"
import { Worker } from "@namewright/core/embed"
import { generationAttempts, ReportFiles, Reports } from "@namewright/core/reports"
import { Duration, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, parent, reportsPlatform, stored } from "./ReportsPlatform.ts"

const tick = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))

/** Pending report of an organization with one domain. */
const requested = Effect.fnUntraced(function*(name: string) {
  const organization = yield* parent
  const { insert } = yield* DomainStore
  yield* insert(yield* newDomain(organization, name))
  const { create } = yield* Reports
  const { report_id } = yield* as(organization)(create({ report_type: "domain_inventory" }))
  return Effect.map(stored(organization, report_id), ({ attempts, status }) => [status, attempts])
})

layer(reportsPlatform())("the job of a report", (it) => {
  it.effect("generates the report", () =>
    Effect.gen(function*() {
      const state = yield* requested("made.com")
      assert.deepStrictEqual(yield* state, ["pending", 0])
      yield* tick
      assert.deepStrictEqual(yield* state, ["completed", 1])
    }))

  it.effect("is not stored if the report is refused", () =>
    Effect.gen(function*() {
      const organization = yield* parent
      const { create, list } = yield* Reports
      const ask = as(organization)(create({ report_type: "domain_inventory" }))
      yield* ask
      yield* Effect.flip(ask)
      yield* tick
      const { items } = yield* as(organization)(list({}, { page: 1, page_size: 10 }))
      assert.deepStrictEqual(items.map(({ status }) => status), ["empty"])
    }))
})

/** Storage that fails the first writes. */
const fullFor = (writes: number) =>
  Layer.sync(ReportFiles, () => {
    let left = writes
    return ReportFiles.of({
      write: (_, content) =>
        Effect.suspend(() =>
          left-- > 0
            ? Effect.die(new Error("the disk is full"))
            : Stream.runFold(content, () => 0, (total, bytes) => total + bytes.length)
        ),
      size: () => Effect.succeedNone,
      read: () => Stream.empty,
      remove: () => Effect.void
    })
  })

layer(reportsPlatform({ reportFiles: fullFor(1) }))("the job of a report that fails once", (it) => {
  it.effect("is retried later", () =>
    Effect.gen(function*() {
      const state = yield* requested("again.com")
      yield* tick
      assert.deepStrictEqual(yield* state, ["generating", 1])
      yield* TestClock.adjust("1 minute")
      yield* tick
      assert.deepStrictEqual(yield* state, ["completed", 2])
    }))
})

layer(reportsPlatform({ reportFiles: fullFor(100) }))("the job of a report that always fails", (it) => {
  it.effect("fails the report after the last attempt", () =>
    Effect.gen(function*() {
      const state = yield* requested("never.com")
      for (let attempt = 1; attempt <= generationAttempts; attempt++) {
        yield* tick
        yield* TestClock.adjust("10 minutes")
      }
      assert.deepStrictEqual(yield* state, ["failed", generationAttempts])
      yield* tick
      assert.deepStrictEqual(yield* state, ["failed", generationAttempts])
    }))
})
