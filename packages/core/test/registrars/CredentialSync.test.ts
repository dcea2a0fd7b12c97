import { assert, describe, it } from "@effect/vitest"
import {
  canStart,
  completed,
  type CredentialSync,
  failed,
  firstSync,
  isBlocked,
  requested,
  rotated,
  roundInterval,
  scheduled,
  started,
  SyncErrorCode,
  type SyncFailure,
  syncTransitions
} from "@namewright/core/registrars"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Schema } from "effect"

const now = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const later = (hours: number) => DateTime.add(now, { hours })

const failure = (code: SyncErrorCode): SyncFailure => ({ code, message: "No", detail: null })

/** Steps that the service takes, with the secrets of the job that takes them: the current ones or those before. */
const Step = Schema.Union([
  Schema.TaggedStruct("request", {}),
  Schema.TaggedStruct("schedule", {}),
  Schema.TaggedStruct("rotate", {}),
  Schema.TaggedStruct("start", { age: Schema.Literals([0, 0, 1]) }),
  Schema.TaggedStruct("complete", { age: Schema.Literals([0, 0, 1]), domain_count: Schema.Literals([0, 7]) }),
  Schema.TaggedStruct("fail", { age: Schema.Literals([0, 0, 1]), code: SyncErrorCode, isLast: Schema.Boolean })
])
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isBetweenLength(1, 40))

const take = (sync: CredentialSync, step: Step, at: Instant.Instant): CredentialSync => {
  switch (step._tag) {
    case "request":
      return requested(sync, at)
    case "schedule":
      return scheduled(sync, at)
    case "rotate":
      return rotated(sync, at)
    case "start":
      return canStart(sync, sync.generation - step.age) ? started(sync, at) : sync
    case "complete":
      return completed(
        sync,
        sync.generation - step.age,
        { domain_count: step.domain_count, skipped_count: 0 },
        at
      )
    case "fail":
      return failed(sync, sync.generation - step.age, failure(step.code), step.isLast)
  }
}

describe("the synchronisation of a credential", () => {
  it.prop("keeps its promises in any order of steps", [Steps], ([taken]) => {
    let sync = firstSync(now)
    taken.forEach((step, index) => {
      const before = sync
      sync = take(before, step, later(index))
      // The status changes by the transitions only.
      const isTransition = Object.values(syncTransitions).some(({ from, to }) =>
        to === sync.sync_status && from.some((status) => status === before.sync_status)
      )
      assert.isTrue(isTransition || before.sync_status === sync.sync_status)
      // Only new secrets end a refusal of the secrets, and nothing is scheduled until then.
      if (isBlocked(before) && step._tag !== "rotate") assert.deepStrictEqual(sync, before)
      assert.strictEqual(sync.next_sync_on === null, isBlocked(sync))
      // The outcome of earlier secrets changes nothing.
      if ("age" in step && step.age === 1) assert.deepStrictEqual(sync, before)
      if (sync.sync_status === "succeeded") assert.isNull(sync.error_code)
      if (sync.sync_status === "failed") assert.isNotNull(sync.error_code)
      if (before.last_synced_on !== null) assert.isNotNull(sync.last_synced_on)
      assert.strictEqual(sync.generation, before.generation + (step._tag === "rotate" ? 1 : 0))
    })
  })

  it("repeats what was not answered, and gives up after the last attempt until the next day", () => {
    const running = started(firstSync(now), now)
    const postponed = failed(running, 1, failure("ERROR_REGISTRAR_UNAVAILABLE"), false)
    assert.deepStrictEqual([postponed.sync_status, postponed.error_code], ["pending", "ERROR_REGISTRAR_UNAVAILABLE"])
    assert.isTrue(canStart(postponed, 1))
    const given = failed(started(postponed, now), 1, failure("ERROR_REGISTRAR_UNAVAILABLE"), true)
    assert.strictEqual(given.sync_status, "failed")
    assert.isFalse(canStart(given, 1))
    assert.deepStrictEqual(given.next_sync_on, later(24))
    assert.strictEqual(requested(given, later(24)).sync_status, "pending")
  })

  it("runs again soon after a synchronisation during which another one was due", () => {
    const due = { ...started(firstSync(now), now), next_sync_on: now }
    assert.deepStrictEqual(requested(due, later(1)).next_sync_on, now)
    const next = scheduled(due, later(1))
    assert.deepStrictEqual(next.next_sync_on, DateTime.add(later(1), { minutes: 10 }))
    const synced = completed(next, 1, { domain_count: 7, skipped_count: 0 }, later(2))
    assert.deepStrictEqual([synced.sync_status, synced.next_sync_on], ["succeeded", next.next_sync_on])
    const again = scheduled(synced, later(3))
    assert.strictEqual(again.sync_status, "pending")
    assert.deepStrictEqual(started(again, later(3)).next_sync_on, later(27))
  })

  it("is taken up by the next round until it starts", () => {
    const round = DateTime.addDuration(now, roundInterval)
    const refused = failed(started(firstSync(now), now), 1, failure("ERROR_CREDENTIAL_AUTH"), true)
    const unanswered = failed(started(firstSync(now), now), 1, failure("ERROR_REGISTRAR_UNAVAILABLE"), true)
    const pending = [firstSync(now), rotated(refused, now), requested(unanswered, now)]
    for (const sync of pending) assert.deepStrictEqual([sync.sync_status, sync.next_sync_on], ["pending", round])
  })

  it.each(["ERROR_CREDENTIAL_AUTH", "ERROR_CREDENTIAL_ACCESS"] as const)("does not repeat %s", (code) => {
    const blocked = failed(started(firstSync(now), now), 1, failure(code), false)
    assert.isTrue(isBlocked(blocked))
    assert.isFalse(canStart(requested(blocked, later(1)), 1))
    const again = rotated(blocked, later(2))
    assert.deepStrictEqual([again.sync_status, again.error_code, again.generation], ["pending", null, 2])
    assert.isTrue(canStart(again, 2))
  })

  it("stores failures as databases can hold them", () => {
    const long = failed(
      started(firstSync(now), now),
      1,
      { code: "ERROR_REGISTRAR_UNAVAILABLE", message: "a\0b", detail: "x".repeat(2000) },
      true
    )
    assert.deepStrictEqual([long.error_message, long.error_detail?.length], ["a\ufffdb", 1000])
  })
})
