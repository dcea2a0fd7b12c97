import { assert, layer } from "@effect/vitest"
import { type ApprovalFilter, ApprovalStore, newApprovalId, type StoredApproval } from "@namewright/core/approvals"
import { Instant, Money, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { newApproval } from "./newApproval.ts"

const inserted = Effect.fnUntraced(function*(members: Partial<StoredApproval> = {}) {
  const store = yield* ApprovalStore
  const approval = yield* newApproval(members.organization_id ?? (yield* newOrganizationId), members)
  yield* store.insert(approval, [])
  return approval
})

const stored = Effect.fnUntraced(function*({ approval_id }: Pick<StoredApproval, "approval_id">) {
  const store = yield* ApprovalStore
  return Option.getOrThrow(yield* store.find(approval_id))
})

const listed = Effect.fnUntraced(function*(organization: OrganizationId, filter: ApprovalFilter) {
  const store = yield* ApprovalStore
  const sort = { by: "created_on", order: "desc" } as const
  const { items, total } = yield* store.list(organization, filter, sort, { page: 1, page_size: 10 }, yield* Instant.now)
  assert.strictEqual(total, items.length)
  return items.map(({ approval_id }) => approval_id)
})

const decidedNow = Effect.map(Instant.now, (decided_on) => ({ decided_by: "user_1", decided_on, note: "Fine" }))

/** Contract of storage adapters for approvals. */
export const approvalStoreContract = <E>(name: string, storage: Layer.Layer<ApprovalStore, E>) => {
  layer(storage)(`ApprovalStore (${name})`, (it) => {
    it.effect("stores every member of an approval", () =>
      Effect.gen(function*() {
        const plain = yield* inserted()
        const cost = { amount: Money.MinorUnits.make(1234), currency: "EUR" } as const
        const dear = yield* inserted({ cost, scopes: [], summary: [], changes: [], rights: [], path: "elicitation" })
        assert.deepStrictEqual([yield* stored(plain), yield* stored(dear)], [plain, dear])
        const store = yield* ApprovalStore
        assert.isTrue(Option.isNone(yield* store.find(yield* newApprovalId)))
      }))

    it.effect("stores the contents of an approval separately", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const approval = yield* newApproval(yield* newOrganizationId)
        const lines = Array.from({ length: 1000 }, (_, at) => `Command 1: "example-${at}.com" \u00e9`)
        yield* store.insert(approval, lines)
        assert.deepStrictEqual(yield* store.contents(approval.approval_id), lines)
        assert.deepStrictEqual(yield* stored(approval), approval)
        assert.deepStrictEqual(yield* store.contents((yield* inserted()).approval_id), [])
        assert.deepStrictEqual(yield* store.contents(yield* newApprovalId), [])
      }))

    it.effect("allows one of fifty concurrent callers to consume an approval", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const approval = yield* inserted()
        const now = yield* Instant.now
        const tries = Array.from({ length: 50 }, () => store.consume(approval.approval_id, now, false))
        const used = yield* Effect.all(tries, { concurrency: "unbounded" })
        assert.strictEqual(used.filter((one) => one).length, 1)
        assert.deepStrictEqual((yield* stored(approval)).consumed_on, now)
      }))

    it.effect("allows no use after the expiry", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const [early, late] = [yield* inserted(), yield* inserted()]
        yield* TestClock.adjust("299 seconds")
        assert.isTrue(yield* store.consume(early.approval_id, yield* Instant.now, false))
        yield* TestClock.adjust("1 second")
        assert.isFalse(yield* store.consume(late.approval_id, yield* Instant.now, false))
        assert.isFalse(yield* store.decide(late.approval_id, { ...(yield* decidedNow), decision: "approved" }))
        assert.isNull((yield* stored(late)).consumed_on)
      }))

    it.effect("refuses the use before a required decision, and after a declining one", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const { approval_id } = yield* inserted()
        const consume = (decided: boolean) =>
          Effect.flatMap(Instant.now, (now) => store.consume(approval_id, now, decided))
        assert.isFalse(yield* consume(true))
        assert.isTrue(yield* store.decide(approval_id, { ...(yield* decidedNow), decision: "declined" }))
        assert.deepStrictEqual([yield* consume(true), yield* consume(false)], [false, false])
        const decided = { ...(yield* decidedNow), decision: "approved" as const }
        assert.isTrue(yield* store.decide(approval_id, decided))
        assert.isTrue(yield* consume(true))
        assert.isFalse(yield* store.decide(approval_id, { ...decided, decision: "declined" }))
        const { decided_by, decided_on, decision, note } = yield* stored({ approval_id })
        assert.deepStrictEqual({ decided_by, decided_on, decision, note }, decided)
      }))

    it.effect("counts the open approvals of an asker", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const asker = yield* inserted()
        const { organization_id } = asker
        const used = yield* inserted({ organization_id })
        yield* store.consume(used.approval_id, yield* Instant.now, false)
        yield* inserted({ organization_id, client_id: "client-2" })
        yield* inserted({ organization_id, user_id: "user_2" })
        yield* TestClock.adjust("299 seconds")
        yield* inserted({ organization_id })
        const open = Effect.flatMap(Instant.now, (now) => store.countOpen(asker, now))
        assert.strictEqual(yield* open, 2)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* open, 1)
      }))

    it.effect("stores the status of the call once, for its own organization", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const { approval_id, organization_id } = yield* inserted()
        assert.isTrue(Option.isNone(yield* store.recordStatus(organization_id, approval_id, 200)), "it is not used up")
        yield* store.consume(approval_id, yield* Instant.now, false)
        assert.isTrue(Option.isNone(yield* store.recordStatus(yield* newOrganizationId, approval_id, 200)))
        assert.strictEqual(
          Option.getOrThrow(yield* store.recordStatus(organization_id, approval_id, 201)).http_status,
          201
        )
        assert.isTrue(Option.isNone(yield* store.recordStatus(organization_id, approval_id, 500)))
        assert.strictEqual((yield* stored({ approval_id })).http_status, 201)
      }))

    it.effect("stores the steps in order, and the last note", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const [one, other, quiet] = [yield* inserted(), yield* inserted(), yield* inserted()]
        const created_on = yield* Instant.now
        const step = { user_id: "user_1", note: null, created_on }
        yield* store.addStep(one.approval_id, { ...step, step: "challenged" })
        yield* store.addStep(other.approval_id, { ...step, step: "challenged" })
        yield* store.addStep(one.approval_id, { ...step, step: "decline", note: "Not now" })
        yield* store.saveNote(one.approval_id, "Not now")
        const steps = yield* store.steps([one, other, quiet].map(({ approval_id }) => approval_id))
        assert.deepStrictEqual(steps.get(one.approval_id), [
          { ...step, step: "challenged" },
          { ...step, step: "decline", note: "Not now" }
        ])
        assert.deepStrictEqual(steps.get(other.approval_id)?.map(({ step: kind }) => kind), ["challenged"])
        assert.strictEqual(steps.size, 2)
        assert.strictEqual((yield* store.steps([])).size, 0)
        assert.strictEqual((yield* stored(one)).note, "Not now")
      }))
  })

  layer(storage)(`ApprovalStore (${name}), lists`, (it) => {
    it.effect("show an organization its own, by each filter, in pages and both orders", () =>
      Effect.gen(function*() {
        const store = yield* ApprovalStore
        const organization_id = yield* newOrganizationId
        const start = yield* Instant.now
        yield* inserted()
        const expired = yield* inserted({ organization_id, operation_id: "deleteDomain" })
        const consumed = yield* inserted({ organization_id, user_id: "user_2" })
        yield* store.consume(consumed.approval_id, start, false)
        yield* TestClock.adjust("300 seconds")
        const open = yield* inserted({ organization_id, client_id: "client-2" })

        const [a, b, c] = [expired, consumed, open].map(({ approval_id }) => approval_id)
        assert.deepStrictEqual(yield* listed(organization_id, {}), [c, b, a])
        assert.deepStrictEqual(yield* listed(organization_id, { state: ["challenged"] }), [c])
        assert.deepStrictEqual(yield* listed(organization_id, { state: ["consumed"] }), [b])
        assert.deepStrictEqual(yield* listed(organization_id, { state: ["expired"] }), [a])
        assert.deepStrictEqual(yield* listed(organization_id, { state: ["expired", "challenged"] }), [c, a])
        assert.deepStrictEqual(yield* listed(organization_id, { operation_id: "deleteDomain" }), [a])
        assert.deepStrictEqual(yield* listed(organization_id, { user_id: "user_2" }), [b])
        assert.deepStrictEqual(yield* listed(organization_id, { client_id: "client-2" }), [c])
        assert.deepStrictEqual(yield* listed(organization_id, { created_after: start }), [c])
        const created_before = DateTime.add(start, { seconds: 1 })
        assert.deepStrictEqual(yield* listed(organization_id, { created_before, user_id: "user_2" }), [b])

        const sort = { by: "created_on", order: "asc" } as const
        const now = yield* Instant.now
        const second = yield* store.list(organization_id, {}, sort, { page: 2, page_size: 2 }, now)
        assert.deepStrictEqual([second.items, second.total], [[open], 3])
      }))
  })
}
