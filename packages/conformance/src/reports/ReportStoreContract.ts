import { assert, describe, layer } from "@effect/vitest"
import {
  isFinal,
  Month,
  openStatuses,
  type ReportFilter,
  type ReportOutcome,
  ReportStatus,
  ReportStore,
  reportTransitions,
  type StoredReport
} from "@namewright/core/reports"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { newReport } from "./newReport.ts"

const firstPage = { page: 1, page_size: 10 }
const march = Month.make("2026-03")
const { from: startable, to: generating } = reportTransitions.start

const inserted = Effect.fnUntraced(function*(organization: OrganizationId, members: Partial<StoredReport> = {}) {
  const { insert } = yield* ReportStore
  const report = yield* newReport(organization, members)
  assert.isTrue(yield* insert(report))
  return report
})

const listed = Effect.fnUntraced(function*(organization: OrganizationId, filter: ReportFilter = {}, page = firstPage) {
  const { list } = yield* ReportStore
  const { items, total } = yield* list(organization, filter, page)
  return { total, ids: items.map(({ report_id }) => report_id) }
})

const outcomes = Object.keys(reportTransitions).filter((step): step is ReportOutcome => step !== "start")

/** Contract of the storage of reports. */
export const reportStoreContract = <E>(name: string, storage: Layer.Layer<ReportStore | Transaction, E>) => {
  layer(storage)(`ReportStore (${name})`, (it) => {
    it.effect("finds a report as it was inserted, for its organization only", () =>
      Effect.gen(function*() {
        const { find } = yield* ReportStore
        const organization = yield* newOrganizationId
        const now = yield* Instant.now
        const report = yield* inserted(organization, {
          report_type: "registrar_portfolio_pdf",
          status: "completed",
          registrar_credential_id: `registrar_credential_${"0".repeat(26)}`,
          record_count: 1_000_000,
          file_size_bytes: 5_000_000_000,
          generated_on: now,
          attempts: 2
        })
        assert.deepStrictEqual(yield* find(organization, report.report_id), Option.some(report))
        assert.deepStrictEqual(yield* find(yield* newOrganizationId, report.report_id), Option.none())
      }))

    it.effect("lists reports in pages, newest first, by every filter", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const first = yield* inserted(organization)
        yield* TestClock.adjust("1 minute")
        const second = yield* inserted(organization, { status: "failed", report_type: "expiring_domains" })
        yield* TestClock.adjust("1 minute")
        const third = yield* inserted(organization, { status: "empty", trigger_type: "scheduled" })
        const [a, b, c] = [first.report_id, second.report_id, third.report_id]
        yield* inserted(yield* newOrganizationId)

        assert.deepStrictEqual(yield* listed(organization), { total: 3, ids: [c, b, a] })
        assert.deepStrictEqual(yield* listed(organization, {}, { page: 2, page_size: 2 }), { total: 3, ids: [a] })
        assert.deepStrictEqual((yield* listed(organization, { status: ["failed", "pending"] })).ids, [b, a])
        assert.deepStrictEqual((yield* listed(organization, { status: [] })).ids, [c, b, a])
        assert.deepStrictEqual((yield* listed(organization, { report_type: ["expiring_domains"] })).ids, [b])
        assert.deepStrictEqual((yield* listed(organization, { trigger_type: "scheduled" })).ids, [c])
        assert.deepStrictEqual(
          (yield* listed(organization, { created_after: first.created_on, created_before: third.created_on })).ids,
          [b]
        )
      }))

    it.effect("stores one report of a type for a month", () =>
      Effect.gen(function*() {
        const { organizationsWith, insert } = yield* ReportStore
        const [mine, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const monthly = {
          report_type: "billing_transactions_monthly",
          trigger_type: "scheduled",
          month: march
        } as const
        const report = yield* inserted(mine, monthly)
        assert.isFalse(yield* insert(yield* newReport(mine, monthly)))
        assert.deepStrictEqual((yield* listed(mine)).ids, [report.report_id])
        yield* inserted(mine, { ...monthly, month: Month.make("2026-04") })
        yield* inserted(mine, { ...monthly, report_type: "suborg_billing_transactions_monthly" })
        const having1 = yield* organizationsWith([mine, other], monthly.report_type, march)
        assert.deepStrictEqual([...having1], [mine])
        assert.strictEqual((yield* organizationsWith([], monthly.report_type, march)).size, 0)
      }))

    it.effect("stores the last request of each type, and locks it until the transaction ends", () =>
      Effect.gen(function*() {
        const { lockLastRequest, saveLastRequest } = yield* ReportStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const [locked, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const now = yield* Instant.now
        const last = (type: "domain_inventory" | "expiring_domains") => atomically(lockLastRequest(organization, type))
        assert.isNull(yield* last("domain_inventory"))
        const first = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* lockLastRequest(organization, "domain_inventory")
          yield* Deferred.succeed(locked, undefined)
          yield* Deferred.await(mayEnd)
          yield* saveLastRequest(organization, "domain_inventory", now)
        })))
        yield* Deferred.await(locked)
        const second = yield* Effect.forkChild(last("domain_inventory"))
        yield* Deferred.succeed(mayEnd, undefined)
        yield* Fiber.join(first)
        assert.deepStrictEqual(yield* Fiber.join(second), now)
        assert.isNull(yield* last("expiring_domains"))
      }))

    it.effect("finds unfinished reports without a recent update", () =>
      Effect.gen(function*() {
        const { start, notUpdatedSince } = yield* ReportStore
        const organization = yield* newOrganizationId
        const waiting = yield* inserted(organization)
        const lost = yield* inserted(organization, { status: "generating" })
        const alive = yield* inserted(organization)
        yield* inserted(organization, { status: "failed" })
        yield* TestClock.adjust("1 hour")
        const now = yield* Instant.now
        yield* start(alive.report_id, startable, generating, now)
        const found = yield* notUpdatedSince(openStatuses, now, 100)
        const mine = new Set([waiting, lost, alive].map(({ report_id }) => report_id))
        assert.sameMembers(found.filter((id) => mine.has(id)), [waiting.report_id, lost.report_id])
        assert.strictEqual((yield* notUpdatedSince(openStatuses, now, 1)).length, 1)
      }))

    it.effect("lists all reports of a type, and removes one", () =>
      Effect.gen(function*() {
        const { find, ofType, remove } = yield* ReportStore
        const organization = yield* newOrganizationId
        const old = yield* inserted(organization)
        yield* TestClock.adjust("1 minute")
        const young = yield* inserted(organization)
        yield* inserted(organization, { report_type: "expiring_domains" })
        assert.deepStrictEqual(yield* ofType(organization, "domain_inventory"), [young, old])
        yield* remove(old.report_id)
        assert.deepStrictEqual(yield* find(organization, old.report_id), Option.none())
        assert.deepStrictEqual(yield* ofType(organization, "domain_inventory"), [young])
      }))

    describe("generations", () => {
      it.effect("start if the status allows it, and are counted", () =>
        Effect.gen(function*() {
          const { find, start } = yield* ReportStore
          const organization = yield* newOrganizationId
          for (const status of ReportStatus.literals) {
            const report = yield* inserted(organization, { status })
            yield* TestClock.adjust("1 second")
            const now = yield* Instant.now
            const started = yield* start(report.report_id, startable, generating, now)
            const expected = isFinal(status)
              ? report
              : { ...report, status: generating, attempts: 1, updated_on: now }
            assert.deepStrictEqual(yield* find(organization, report.report_id), Option.some(expected), status)
            assert.deepStrictEqual(started, isFinal(status) ? Option.none() : Option.some(expected), status)
          }
        }))

      it.effect("end with every outcome, once", () =>
        Effect.gen(function*() {
          const { find, finish } = yield* ReportStore
          const organization = yield* newOrganizationId
          for (const outcome of outcomes) {
            for (const status of ReportStatus.literals) {
              const report = yield* inserted(organization, { status, attempts: 1 })
              const now = yield* Instant.now
              const { from, to } = reportTransitions[outcome]
              const ended = { status: to, record_count: 3, file_size_bytes: 1_000, generated_on: now }
              const done = yield* finish(from, { report_id: report.report_id, attempts: 1, ...ended }, now)
              assert.strictEqual(done, status === "generating", `${status} ${outcome}`)
              assert.deepStrictEqual(
                yield* find(organization, report.report_id),
                Option.some(done ? { ...report, ...ended, updated_on: now } : report)
              )
            }
          }
        }))

      it.effect("change nothing if another one has started since", () =>
        Effect.gen(function*() {
          const { find, finish, start } = yield* ReportStore
          const organization = yield* newOrganizationId
          const { report_id } = yield* inserted(organization)
          const now = yield* Instant.now
          yield* start(report_id, startable, generating, now)
          const second = yield* start(report_id, startable, generating, now)
          const { from, to } = reportTransitions.fail
          const failed = { report_id, status: to, record_count: null, file_size_bytes: null, generated_on: null }
          assert.isFalse(yield* finish(from, { ...failed, attempts: 1 }, now))
          assert.deepStrictEqual(yield* find(organization, report_id), second)
          assert.isTrue(yield* finish(from, { ...failed, attempts: 2 }, now))
        }))
    })
  })
}
