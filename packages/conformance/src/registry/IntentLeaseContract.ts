import { assert, layer } from "@effect/vitest"
import { newProcessId, ProcessStore } from "@namewright/core/processes"
import { newCommandId, newIntentId, type RegistryIntent, RegistryIntentStore } from "@namewright/core/registry"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const inSeconds = (seconds: number) => Effect.map(Instant.now, DateTime.add({ seconds }))

/** A running process. */
const running = Effect.gen(function*() {
  const now = yield* Instant.now
  const process_id = yield* newProcessId
  yield* (yield* ProcessStore).insert({ process_id, started_on: now, seen_on: now })
  return process_id
})

let objects = 0

const newIntent = Effect.fnUntraced(function*(members: Partial<RegistryIntent> = {}) {
  const intent: RegistryIntent = {
    intent_id: yield* newIntentId,
    organization_id: yield* newOrganizationId,
    registry: "verisign",
    kind: "domain.renew",
    object_id: `object-${++objects}`,
    object_name: "example.com",
    command_id: yield* newCommandId,
    payload: { years: 1 },
    billing_transaction_ids: [],
    state: "prepared",
    attempts: 0,
    process_id: null,
    lease: 0,
    due_on: yield* inSeconds(120),
    conclusive_from: yield* inSeconds(120),
    created_on: yield* Instant.now,
    escalated_on: null,
    escalation: null,
    ruling: null,
    found_pending: false,
    ordered_by: { type: "system" },
    job_id: null,
    decision: null,
    ...members
  }
  yield* Effect.orDie((yield* RegistryIntentStore).insert(intent))
  return intent
})

const stored = ({ intent_id }: RegistryIntent) =>
  Effect.flatMap(RegistryIntentStore, (store) => Effect.map(store.find(intent_id), Option.getOrUndefined))

/** Contract of the store of intents: leases. */
export const intentLeaseContract = <E>(
  name: string,
  storage: Layer.Layer<RegistryIntentStore | ProcessStore, E>
) =>
  layer(storage)(`RegistryIntentStore (${name}), leases`, (it) => {
    it.effect("stores at most one prepared intent of an object", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const first = yield* newIntent({ process_id: yield* running })
        assert.deepStrictEqual(yield* stored(first), first)
        const { object_id } = first
        const second = { ...first, intent_id: yield* newIntentId }
        assert.strictEqual((yield* Effect.flip(store.insert(second)))._tag, "OperationInProgress")
        const wait = { due_on: first.due_on, conclusive_from: first.conclusive_from }
        assert.isTrue(yield* store.accept(first.intent_id, 0, wait))
        yield* Effect.orDie(store.insert(second))
        const kept = yield* store.ofObject(object_id)
        assert.deepStrictEqual(kept.map(({ process_id, state }) => [state, process_id]), [
          ["accepted", null],
          ["prepared", second.process_id]
        ])
      }))

    it.effect("replaces the payload of an accepted intent if one is passed", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const intent = yield* newIntent()
        const { conclusive_from, intent_id, due_on } = intent
        yield* store.accept(intent_id, 0, { due_on, conclusive_from }, { years: 1, credit: null })
        yield* store.accept(intent_id, 0, { due_on, conclusive_from })
        assert.deepStrictEqual((yield* stored(intent))?.payload, { years: 1, credit: null })
      }))

    it.effect("stores the pending state and the decision of the registry independently", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const [shown, decided] = [yield* newIntent(), yield* newIntent()]
        assert.isTrue(yield* store.setReview(shown.intent_id, 0, { found_pending: true }))
        assert.deepStrictEqual(yield* stored(shown), { ...shown, found_pending: true })
        assert.isTrue(yield* store.setReview(shown.intent_id, 0, { decision: "rejected" }))
        assert.deepStrictEqual(yield* stored(shown), { ...shown, found_pending: true, decision: "rejected" })
        assert.isTrue(yield* store.setReview(decided.intent_id, 0, { decision: "approved" }))
        assert.deepStrictEqual(yield* stored(decided), { ...decided, decision: "approved" })
      }))

    it.effect("gives an intent to one of several concurrent takers", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const intent = yield* newIntent()
        const terms = yield* Effect.forEach(
          [1, 2, 3, 4],
          () => Effect.all({ process_id: running, due_on: inSeconds(60) })
        )
        const taken = yield* Effect.forEach(terms, (term) => store.claim(intent.intent_id, 0, term), {
          concurrency: "unbounded"
        })
        assert.strictEqual(taken.filter((isTaken) => isTaken).length, 1)
        assert.deepStrictEqual(yield* stored(intent), { ...intent, ...terms[taken.indexOf(true)], lease: 1 })
      }))

    it.effect("refuses every write under an earlier lease", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const intent = yield* newIntent()
        const { intent_id } = intent
        const term = { process_id: yield* running, due_on: yield* inSeconds(60) }
        const wait = { due_on: yield* inSeconds(30), conclusive_from: yield* inSeconds(5) }
        yield* store.claim(intent_id, 0, term)
        const late = yield* Effect.all([
          store.renew(intent_id, 0, term),
          store.resend(intent_id, 0, yield* newCommandId, term),
          store.accept(intent_id, 0, wait),
          store.postpone(intent_id, 0, wait),
          store.setReview(intent_id, 0, { decision: "approved" }),
          store.escalate(intent_id, 0, "shown", yield* Instant.now),
          store.claim(intent_id, 0, term),
          store.remove(intent_id, 0)
        ])
        assert.deepStrictEqual(late, [false, false, false, false, false, false, false, false])
        assert.deepStrictEqual(yield* stored(intent), { ...intent, ...term, lease: 1 })
        const command_id = yield* newCommandId
        assert.isTrue(yield* store.resend(intent_id, 1, command_id, term))
        assert.deepStrictEqual(yield* stored(intent), {
          ...intent,
          ...term,
          command_id,
          lease: 1,
          conclusive_from: term.due_on
        })
        assert.isTrue(yield* store.postpone(intent_id, 1, { ...wait, attempts: 3 }))
        assert.deepStrictEqual(yield* stored(intent), { ...intent, ...wait, command_id, lease: 1, attempts: 3 })
        assert.isTrue(yield* store.postpone(intent_id, 1, wait))
        assert.strictEqual((yield* stored(intent))?.attempts, 3)
        assert.isTrue(yield* store.remove(intent_id, 1))
        assert.isFalse(yield* store.remove(intent_id))
      }))

    it.effect("claims due intents, longest waiting first, and ends their leases", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        yield* TestClock.adjust("1 day")
        const process_id = yield* running
        const late = yield* newIntent({ due_on: yield* inSeconds(-10), process_id })
        const later = yield* newIntent({ due_on: yield* inSeconds(-20) })
        const early = yield* newIntent({ due_on: yield* inSeconds(1) })
        const own = new Set([late, later, early].map(({ object_id }) => object_id))
        const claims: Array<string> = []
        for (let more = true; more;) {
          const some = yield* store.claimDue(yield* Instant.now, yield* inSeconds(60), 1)
          claims.push(...some.map(({ object_id }) => object_id).filter((id) => own.has(id)))
          more = some.length > 0
        }
        assert.deepStrictEqual(claims, [later.object_id, late.object_id])
        assert.deepStrictEqual(yield* stored(late), {
          ...late,
          due_on: yield* inSeconds(60),
          lease: 1,
          process_id: null
        })
        assert.deepStrictEqual(yield* stored(early), early)
      }))

    it.effect("claims no intent twice in concurrent claims", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        yield* TestClock.adjust("2 days")
        const due = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, index) => index),
          (index) => Effect.flatMap(inSeconds(-index), (due_on) => newIntent({ due_on }))
        )
        const ids = new Set(due.map(({ intent_id }) => intent_id))
        const claimer = Effect.gen(function*() {
          const claimed: Array<RegistryIntent> = []
          for (let more = true; more;) {
            const some = yield* store.claimDue(yield* Instant.now, yield* inSeconds(60), 3)
            assert.isAtMost(some.length, 3)
            claimed.push(...some.filter(({ intent_id }) => ids.has(intent_id)))
            more = some.length > 0
          }
          return claimed
        })
        const claims = (yield* Effect.all([claimer, claimer, claimer, claimer], { concurrency: "unbounded" })).flat()
        assert.sameMembers(claims.map(({ intent_id }) => intent_id), [...ids])
        assert.deepStrictEqual(claims.map(({ attempts, lease }) => [attempts, lease]), due.map(() => [0, 1]))
        yield* TestClock.adjust("1 minute")
        const again = yield* store.claimDue(yield* Instant.now, yield* inSeconds(60), 1000)
        assert.sameMembers(again.map(({ intent_id }) => intent_id).filter((id) => ids.has(id)), [...ids])
      }))

    it.effect("releases an intent of an ended process once in concurrent calls", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const ended = yield* running
        const left = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => newIntent({ process_id: ended }))
        yield* (yield* ProcessStore).remove(ended)
        const ids = new Set(left.map(({ intent_id }) => intent_id))
        const wait = { due_on: yield* inSeconds(3), conclusive_from: yield* inSeconds(3) }
        const released = (yield* Effect.forEach([1, 2, 3], () => store.releaseEnded(wait, 1000), {
          concurrency: "unbounded"
        })).flat().filter(({ intent_id }) => ids.has(intent_id))
        assert.sameMembers(released.map(({ intent_id }) => intent_id), [...ids])
        assert.deepStrictEqual(yield* store.releaseEnded(wait, 1000), [])
      }))

    it.effect("releases one lease, unless it has ended or another process has it", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const [own, other] = [yield* running, yield* running]
        const wait = { due_on: yield* inSeconds(3), conclusive_from: yield* inSeconds(3) }
        const [left, taken, claimed] = [
          yield* newIntent({ process_id: own }),
          yield* newIntent({ process_id: own, lease: 1 }),
          yield* newIntent({ process_id: other })
        ]
        assert.isTrue(Option.isNone(yield* store.release(taken.intent_id, 0, wait)))
        assert.isTrue(Option.isNone(yield* store.release(claimed.intent_id, 0, wait, own)))
        assert.deepStrictEqual([yield* stored(taken), yield* stored(claimed)], [taken, claimed])

        const released = { ...left, ...wait, process_id: null, lease: 1 }
        assert.deepStrictEqual(yield* store.release(left.intent_id, 0, wait, own), Option.some(released))
        assert.deepStrictEqual(yield* stored(left), released)
        assert.isTrue(Option.isNone(yield* store.release(left.intent_id, 1, wait)))
        assert.isFalse(yield* store.remove(left.intent_id, 0))
        assert.isTrue(Option.isSome(yield* store.release(claimed.intent_id, 0, wait)))
      }))

    it.effect("releases only intents of ended processes", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const processes = yield* ProcessStore
        const [living, ended] = [yield* running, yield* running]
        const kept = yield* newIntent({ process_id: living })
        const free = yield* newIntent()
        const left = [yield* newIntent({ process_id: ended }), yield* newIntent({ process_id: ended })]
        yield* processes.remove(ended)
        const wait = { due_on: yield* inSeconds(3), conclusive_from: yield* inSeconds(3) }
        const released: Array<RegistryIntent> = []
        for (let more = true; more;) {
          const some = yield* store.releaseEnded(wait, 1)
          released.push(...some)
          more = some.length > 0
        }
        const expected = left.map((intent) => ({ ...intent, ...wait, process_id: null, lease: 1 }))
        const ids = new Set(left.map(({ intent_id }) => intent_id))
        assert.deepStrictEqual(released.filter(({ intent_id }) => ids.has(intent_id)), expected)
        assert.deepStrictEqual(yield* stored(kept), kept)
        assert.deepStrictEqual(yield* stored(free), free)
      }))
  })
