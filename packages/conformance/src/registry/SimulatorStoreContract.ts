import { assert, layer } from "@effect/vitest"
import { type SimulatedDomain, type SimulatedMessage, SimulatorStore } from "@namewright/core/registry"
import { DomainName, Instant, Period, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { simulatedContact, simulatedObjectsContract } from "./SimulatedObjectsContract.ts"
import { links, newRegistry, noLinks, registered, type SimulatorTest } from "./SimulatorSamples.ts"

/** Domains in every phase, with every possible time of a phase, a transfer or a verification. */
const inEveryPhase = (now: Instant.Instant): ReadonlyArray<SimulatedDomain> => {
  const after = (days: number) => DateTime.add(now, { days })
  const domain = registered("a.example", now)
  const pending = { decides_on: after(1), command_id: "command-1" }
  const transfer = {
    status: "pending" as const,
    gaining: "rival",
    losing: "platform",
    requested_on: now,
    acts_on: after(5),
    acts_by: "serverApproved" as const,
    term: Period.years(1)
  }
  const verification = { demands_on: after(2), holds_on: after(15), demanded: true, held: false }
  return [
    {
      ...domain,
      phase: { _tag: "PendingCreate", ...pending, accepts: true, period: Period.years(2) },
      created_on: null
    },
    { ...domain, phase: { _tag: "Redemption", ends_on: after(30) }, expires_on: null },
    { ...domain, phase: { _tag: "PendingRestore", ...pending }, grace: [], auth_code: null },
    { ...domain, phase: { _tag: "AwaitingReport", ends_on: now, redemption_ends_on: now } },
    { ...domain, phase: { _tag: "PendingDelete", ends_on: after(5) }, attributes: { ends_on: "2030-01-01T00:00:00Z" } },
    { ...domain, transfer: { ...transfer, expires_on: after(730) }, transferred_on: after(3) },
    { ...domain, transfer: { ...transfer, term: null, expires_on: null }, auth_code_expires_on: after(20) },
    { ...domain, verification: { claims: ["email", "phone"], ...verification }, dnssec_deferred_until: after(4) }
  ]
}

/** Contract of the store of the simulated registries. */
export const simulatorStoreContract = <E>(name: string, storage: Layer.Layer<SimulatorStore | Transaction, E>) =>
  layer(storage)(`SimulatorStore (${name})`, (it) => {
    domains(it)
    simulatedObjectsContract(it)
    balances(it)
    queues(it)
  })

const domains = (it: SimulatorTest) => {
  it.effect("returns a domain unchanged, only from its own registry", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const stored = { domain: registered("a.example", now), due_on: Period.addTo(now, Period.years(1)) }
      assert.isTrue(yield* store.insertDomain(registry, stored, links))
      assert.isFalse(yield* store.insertDomain(registry, stored, links))
      assert.deepStrictEqual(yield* store.findDomain(registry, stored.domain.name), Option.some(stored))
      assert.deepStrictEqual(yield* store.findDomain(yield* newRegistry, stored.domain.name), Option.none())
      const changed = { domain: { ...stored.domain, sponsor: "rival" }, due_on: null }
      yield* store.saveDomain(registry, changed)
      assert.deepStrictEqual(yield* store.findDomain(registry, stored.domain.name), Option.some(changed))
    }))

  it.effect("returns every phase, transfer and verification unchanged", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const states = inEveryPhase(yield* Instant.now)
      yield* store.insertDomain(
        registry,
        { domain: registered("a.example", yield* Instant.now), due_on: null },
        noLinks
      )
      for (const domain of states) {
        const stored = { domain, due_on: domain.expires_on }
        yield* store.saveDomain(registry, stored)
        assert.deepStrictEqual(yield* store.findDomain(registry, domain.name), Option.some(stored))
      }
    }))

  it.effect("stores the links of a domain until they or the domain are removed", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const domain = registered("a.example", yield* Instant.now)
      yield* store.insertDomain(registry, { domain, due_on: null }, links)
      assert.isTrue(yield* store.isLinked(registry, "contact", "c-1"))
      assert.isTrue(yield* store.isLinked(registry, "host", "ns1.parent.example"))
      assert.isFalse(yield* store.isLinked(registry, "host", "c-1"))
      const add = { contacts: ["c-2"], hosts: [] }
      yield* store.changeLinks(registry, domain.name, { add, remove: { contacts: ["c-1"], hosts: [] } })
      assert.isFalse(yield* store.isLinked(registry, "contact", "c-1"))
      assert.isTrue(yield* store.isLinked(registry, "contact", "c-2"))
      yield* store.removeDomain(registry, domain.name)
      assert.isFalse(yield* store.isLinked(registry, "contact", "c-2"))
      assert.deepStrictEqual(yield* store.findDomain(registry, domain.name), Option.none())
    }))

  it.effect("finds the existing ones of many names", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const domain = registered("a.example", yield* Instant.now)
      yield* store.insertDomain(registry, { domain, due_on: domain.created_on }, noLinks)
      const names = Array.from({ length: 1200 }, (_, index) => DomainName.make(`free-${index}.example`))
      const existing = yield* store.existingDomains(registry, [...names, domain.name])
      assert.deepStrictEqual([...existing], [[domain.name, domain.created_on]])
    }))

  it.effect("locks due domains, most overdue first", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const { atomically } = yield* Transaction
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const isChangeDue = (on: Instant.Instant) =>
        Effect.map(store.outstanding(registry, "platform", on), (found) => found.isChangeDue)
      assert.isFalse(yield* isChangeDue(now))
      for (const [label, days] of [["late", 3], ["early", 1], ["later", 9], ["middle", 2]] as const) {
        const domain = registered(`${label}.example`, now)
        yield* store.insertDomain(registry, { domain, due_on: DateTime.add(now, { days }) }, noLinks)
      }
      const inDays = (days: number) => DateTime.add(now, { days })
      assert.isFalse(yield* isChangeDue(now))
      assert.isTrue(yield* isChangeDue(inDays(1)))
      const due = (limit: number) =>
        Effect.map(
          atomically(store.lockDue(registry, inDays(3), limit)),
          (found) => found.map(({ domain }) => domain.name as string)
        )
      assert.deepStrictEqual(yield* due(10), ["early.example", "middle.example", "late.example"])
      assert.deepStrictEqual(yield* due(2), ["early.example", "middle.example"])
    }))
}

const balances = (it: SimulatorTest) => {
  it.effect("stores the balance of each registrar, and makes it negative only if allowed", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const change = (registrar: string, by: number, overdraws = false) =>
        store.changeBalance(registry, registrar, { by, opening: 500, overdraws })
      assert.deepStrictEqual(yield* change("platform", -501), Option.none())
      assert.deepStrictEqual(yield* change("platform", 0), Option.some(500))
      assert.deepStrictEqual(yield* change("platform", -500), Option.some(0))
      assert.deepStrictEqual(yield* change("platform", -1), Option.none())
      assert.deepStrictEqual(yield* change("platform", -2, true), Option.some(-2))
      assert.deepStrictEqual(yield* change("platform", 2 ** 40, true), Option.some(2 ** 40 - 2))
      assert.deepStrictEqual(yield* change("rival", 1), Option.some(501))
    }))
}

const message = (registrar: string, text: string, queued_on: Instant.Instant): SimulatedMessage => ({
  registrar,
  queued_on,
  text,
  payload: { _tag: "Unknown" },
  subject: null
})

const queues = (it: SimulatorTest) => {
  it.effect("finds the registries at which a registrar finds a message or a due change, in one statement", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const now = yield* Instant.now
      const later = DateTime.add(now, { hours: 1 })
      const idle = yield* newRegistry
      const queued = yield* newRegistry
      const due = yield* newRegistry
      const dueContact = yield* newRegistry
      const unlisted = yield* newRegistry
      yield* store.enqueue(queued, [message("platform", "own", now)])
      yield* store.enqueue(idle, [message("rival", "other", now)])
      yield* store.enqueue(unlisted, [message("platform", "unlisted", now)])
      yield* store.insertDomain(due, { domain: registered("due.example", now), due_on: later }, noLinks)
      const contact = simulatedContact("c-1", now)
      yield* store.insertContact(dueContact, contact)
      yield* store.saveContact(dueContact, contact, later)
      const found = (on: Instant.Instant, registrar = "platform") =>
        store.waitingRegistries([idle, queued, due, dueContact], registrar, on)
      assert.deepStrictEqual(yield* found(now), new Set([queued]))
      assert.deepStrictEqual(yield* found(later), new Set([queued, due, dueContact]))
      assert.deepStrictEqual(yield* found(now, "rival"), new Set([idle]))
      assert.deepStrictEqual(yield* store.waitingRegistries([], "platform", later), new Set())
    }))

  it.effect("returns each registrar's own messages, oldest first", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const later = DateTime.add(now, { hours: 1 })
      yield* store.enqueue(registry, [message("platform", "second", later), message("rival", "other", now)])
      yield* store.enqueue(registry, [message("platform", "first", now), message("platform", "third", later)])
      assert.strictEqual(yield* store.countMessages(registry, "platform"), 3)
      assert.strictEqual(yield* store.countMessages(registry, "nobody"), 0)
      const texts: Array<string> = []
      assert.isTrue((yield* store.outstanding(registry, "platform", now)).isMessageWaiting)
      assert.isFalse((yield* store.outstanding(registry, "nobody", now)).isMessageWaiting)
      for (let next = yield* store.oldestMessage(registry, "platform"); Option.isSome(next);) {
        texts.push(next.value.text)
        assert.isFalse(yield* store.removeMessage(registry, "rival", next.value.message_id))
        assert.isTrue(yield* store.removeMessage(registry, "platform", next.value.message_id))
        next = yield* store.oldestMessage(registry, "platform")
      }
      assert.deepStrictEqual(texts, ["first", "second", "third"])
      assert.strictEqual(Option.getOrThrow(yield* store.oldestMessage(registry, "rival")).text, "other")
    }))

  it.effect("stores the subject of a message", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const subject = {
        roid: "D1-TEST",
        sponsor: "rival",
        transfer: {
          status: "pending",
          gaining: "platform",
          losing: "rival",
          requested_on: now,
          acts_on: DateTime.add(now, { days: 5 }),
          acts_by: "serverApproved",
          term: Period.years(1),
          expires_on: null
        }
      } as const
      yield* store.enqueue(registry, [{ ...message("platform", "asked for", now), subject }])
      assert.deepStrictEqual(Option.getOrThrow(yield* store.oldestMessage(registry, "platform")).subject, subject)
    }))

  it.effect("assigns unique message ids, and ignores malformed ones", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const ids = new Set<string>()
      for (let round = 0; round < 3; round++) {
        yield* store.enqueue(registry, [message("platform", `round ${round}`, now)])
        const { message_id } = Option.getOrThrow(yield* store.oldestMessage(registry, "platform"))
        ids.add(message_id)
        yield* store.removeMessage(registry, "platform", "no such id")
        yield* store.removeMessage(registry, "platform", message_id)
        yield* store.removeMessage(registry, "platform", message_id)
      }
      assert.strictEqual(ids.size, 3)
    }))
}
