import { assert, layer } from "@effect/vitest"
import {
  newContact,
  type SimulatedContact,
  type SimulatedDomain,
  type SimulatedHost,
  type SimulatedMessage,
  SimulatorStore
} from "@namewright/core/registry"
import { DomainName, Entropy, Hostname, Instant, Period, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

/** A registry that no other test uses. */
const newRegistry = Effect.gen(function*() {
  const entropy = yield* Entropy
  return `registry-${(yield* entropy.intBetween(0, 2 ** 48)).toString(36)}`
})

const registered = (name: string, now: Instant.Instant): SimulatedDomain => ({
  name: DomainName.make(name),
  roid: "D1-TEST",
  sponsor: "platform",
  creator: "rival",
  updater: "platform",
  updated_on: now,
  phase: { _tag: "Active" },
  created_on: now,
  expires_on: Period.addTo(now, Period.years(1)),
  transferred_on: null,
  auth_code: "Correct-Horse-1",
  auth_code_expires_on: null,
  client_statuses: ["clientHold"],
  server_statuses: [],
  contacts: [{ type: "registrant", handle: "c-1" }],
  nameservers: [{ hostname: Hostname.make("ns1.parent.example"), ip_addresses: [] }],
  subordinate_hosts: [],
  dnssec: [{ record_type: "ds_data", key_tag: 1, algorithm: 13, digest_type: 2, digest: "AB".repeat(32) }],
  attributes: { key: "value" },
  grace: [{ status: "addPeriod", ends_on: DateTime.add(now, { days: 5 }), term: Period.years(1) }],
  transfer: null,
  verification: null,
  dnssec_deferred_until: null
})

/** A domain in every phase, with every moment that a phase, a transfer or a verification can hold. */
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

const hostBelow = (parent: SimulatedDomain, hostname: Hostname, created_on: Instant.Instant): SimulatedHost => ({
  hostname,
  roid: "H1-TEST",
  parent: parent.name,
  sponsor: parent.sponsor,
  creator: "rival",
  created_on,
  updater: null,
  updated_on: null,
  ip_addresses: ["192.0.2.1"],
  client_statuses: []
})

/** A contact with something in every place. */
const simulatedContact = (handle: string, on: Instant.Instant): SimulatedContact => {
  const address = { street: ["12 St James's Square"], city: "London", state: null, postal_code: null, country: "GB" }
  const data = {
    postal: [
      { type: "int" as const, name: "Ada Lovelace", organization: null, address },
      {
        type: "loc" as const,
        name: "Ada Löwelace",
        organization: "Büro",
        address: { ...address, state: "Essex", postal_code: "SW1Y 4JH" }
      }
    ],
    phone: { number: "+44.2079460000", extension: "12" },
    fax: null,
    email: "ada@example.org",
    auth_code: "Correct-Horse-1",
    disclosure: {
      flag: false,
      name: ["int" as const],
      organization: [],
      address: ["loc" as const],
      voice: true,
      fax: false,
      email: true
    },
    attributes: { key: "value" }
  }
  return newContact(data, { handle, roid: "C1-TEST", registrar: "platform", on })
}

const links = { contacts: ["c-1"], hosts: ["ns1.parent.example"] }
const none = { contacts: [], hosts: [] }

type It = Parameters<Parameters<ReturnType<typeof layer<SimulatorStore | Transaction, never>>>[1]>[0]

/** The promises that every storage adapter keeps to the simulated registries. */
export const simulatorStoreContract = <E>(name: string, storage: Layer.Layer<SimulatorStore | Transaction, E>) =>
  layer(storage)(`SimulatorStore (${name})`, (it) => {
    domains(it)
    objects(it)
    queues(it)
  })

const domains = (it: It) => {
  it.effect("finds a domain as it was kept, in its own registry only", () =>
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

  it.effect("keeps every phase, transfer and verification as it was", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const states = inEveryPhase(yield* Instant.now)
      yield* store.insertDomain(registry, { domain: registered("a.example", yield* Instant.now), due_on: null }, none)
      for (const domain of states) {
        const stored = { domain, due_on: domain.expires_on }
        yield* store.saveDomain(registry, stored)
        assert.deepStrictEqual(yield* store.findDomain(registry, domain.name), Option.some(stored))
      }
    }))

  it.effect("knows what a domain uses until it is taken off or the domain is gone", () =>
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

  it.effect("says which of many names exist", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const domain = registered("a.example", yield* Instant.now)
      yield* store.insertDomain(registry, { domain, due_on: domain.created_on }, none)
      const names = Array.from({ length: 1200 }, (_, index) => DomainName.make(`free-${index}.example`))
      const existing = yield* store.existingDomains(registry, [...names, domain.name])
      assert.deepStrictEqual([...existing], [[domain.name, domain.created_on]])
    }))

  it.effect("gives out what is due, the most overdue first", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const { atomically } = yield* Transaction
      const registry = yield* newRegistry
      const now = yield* Instant.now
      assert.isFalse(yield* store.isDue(registry, now))
      for (const [label, days] of [["late", 3], ["early", 1], ["later", 9], ["middle", 2]] as const) {
        const domain = registered(`${label}.example`, now)
        yield* store.insertDomain(registry, { domain, due_on: DateTime.add(now, { days }) }, none)
      }
      const inDays = (days: number) => DateTime.add(now, { days })
      assert.isFalse(yield* store.isDue(registry, now))
      assert.isTrue(yield* store.isDue(registry, inDays(1)))
      const due = (limit: number) =>
        Effect.map(
          atomically(store.lockDue(registry, inDays(3), limit)),
          (found) => found.map(({ domain }) => domain.name as string)
        )
      assert.deepStrictEqual(yield* due(10), ["early.example", "middle.example", "late.example"])
      assert.deepStrictEqual(yield* due(2), ["early.example", "middle.example"])
    }))
}

const objects = (it: It) => {
  it.effect("gives a host below a domain the domain's sponsor, and detaches it when the domain is gone", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const domain = registered("parent.example", yield* Instant.now)
      yield* store.insertDomain(registry, { domain, due_on: null }, none)
      const hostname = Hostname.make("ns1.parent.example")
      const host = hostBelow(domain, hostname, yield* Instant.now)
      assert.isTrue(yield* store.insertHost(registry, host))
      assert.isFalse(yield* store.insertHost(registry, host))
      yield* store.saveDomain(registry, { domain: { ...domain, sponsor: "rival" }, due_on: null })
      assert.deepStrictEqual(yield* store.findHost(registry, hostname), Option.some({ ...host, sponsor: "rival" }))
      assert.deepStrictEqual([...yield* store.shareHosts(registry, [hostname, Hostname.make("ns2.example")])], [
        hostname
      ])
      const changed: SimulatedHost = {
        ...host,
        ip_addresses: ["192.0.2.2"],
        client_statuses: ["clientDeleteProhibited"],
        updater: "rival",
        updated_on: yield* Instant.now
      }
      yield* store.saveHost(registry, changed)
      assert.deepStrictEqual(yield* store.lockHost(registry, hostname), Option.some({ ...changed, sponsor: "rival" }))
      yield* store.removeDomain(registry, domain.name)
      const detached = { ...changed, parent: null, ip_addresses: [] }
      assert.deepStrictEqual(yield* store.findHost(registry, hostname), Option.some(detached))
      yield* store.removeHost(registry, hostname)
      assert.deepStrictEqual(yield* store.findHost(registry, hostname), Option.none())
    }))

  it.effect("knows which hosts exist and who uses them, and moves the users of one to another", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const [before, after] = [Hostname.make("ns1.parent.example"), Hostname.make("ns9.parent.example")]
      for (const name of ["b.example", "a.example"]) {
        yield* store.insertDomain(registry, { domain: registered(name, now), due_on: null }, links)
      }
      yield* store.insertHost(registry, hostBelow(registered("parent.example", now), before, now))
      assert.deepStrictEqual([...yield* store.existingHosts(registry, [before, after])], [before])
      assert.deepStrictEqual(yield* store.domainsUsingHost(registry, before), [
        DomainName.make("a.example"),
        DomainName.make("b.example")
      ])
      yield* store.moveHostLinks(registry, before, after)
      assert.deepStrictEqual(yield* store.domainsUsingHost(registry, before), [])
      assert.strictEqual((yield* store.domainsUsingHost(registry, after)).length, 2)
      assert.isTrue(yield* store.isLinked(registry, "contact", "c-1"))
    }))

  it.effect("keeps contacts as they were, with their sponsors", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const contact = simulatedContact("c-1", yield* Instant.now)
      assert.isTrue(yield* store.insertContact(registry, contact))
      assert.isFalse(yield* store.insertContact(registry, { ...contact, sponsor: "rival" }))
      assert.deepStrictEqual(yield* store.findContact(registry, "c-1"), Option.some(contact))
      assert.deepStrictEqual(yield* store.lockContact(registry, "c-1"), Option.some(contact))
      assert.deepStrictEqual([...yield* store.shareContacts(registry, ["c-1", "c-2"])], [
        ["c-1", { sponsor: "platform", due_on: null }]
      ])
      assert.deepStrictEqual([...yield* store.existingContacts(registry, ["c-2", "c-1"])], ["c-1"])
      yield* store.removeContact(registry, "c-1")
      assert.deepStrictEqual(yield* store.findContact(registry, "c-1"), Option.none())
    }))

  it.effect("keeps changes of contacts, and gives out what is due, the most overdue first", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const { atomically } = yield* Transaction
      const registry = yield* newRegistry
      const now = yield* Instant.now
      const inDays = (days: number) => DateTime.add(now, { days })
      for (const [handle, days] of [["late", 3], ["early", 1], ["later", 9]] as const) {
        const contact = simulatedContact(handle, now)
        yield* store.insertContact(registry, contact)
        const transfer = {
          status: "pending" as const,
          gaining: "rival",
          losing: "platform",
          requested_on: now,
          acts_on: inDays(days)
        }
        const changed: SimulatedContact = {
          ...contact,
          updater: "platform",
          updated_on: now,
          transferred_on: inDays(-days),
          client_statuses: ["clientDeleteProhibited"],
          transfer
        }
        yield* store.saveContact(registry, changed, transfer.acts_on)
        assert.deepStrictEqual(yield* store.findContact(registry, handle), Option.some(changed))
      }
      assert.isFalse(yield* store.isDue(registry, now))
      assert.isTrue(yield* store.isDue(registry, inDays(1)))
      const due = (limit: number) =>
        Effect.map(
          atomically(store.lockDueContacts(registry, inDays(3), limit)),
          (found) => found.map(({ handle }) => handle)
        )
      assert.deepStrictEqual(yield* due(10), ["early", "late"])
      assert.deepStrictEqual(yield* due(1), ["early"])
      const holders = yield* store.shareContacts(registry, ["late"])
      assert.deepStrictEqual(holders.get("late"), { sponsor: "platform", due_on: inDays(3) })
    }))
}

const message = (registrar: string, text: string, queued_on: Instant.Instant): SimulatedMessage => ({
  registrar,
  queued_on,
  text,
  payload: { _tag: "Unknown" },
  subject: null
})

const queues = (it: It) => {
  it.effect("gives each registrar its own messages, oldest first", () =>
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
      for (let next = yield* store.oldestMessage(registry, "platform"); Option.isSome(next);) {
        texts.push(next.value.text)
        assert.isFalse(yield* store.removeMessage(registry, "rival", next.value.message_id))
        assert.isTrue(yield* store.removeMessage(registry, "platform", next.value.message_id))
        next = yield* store.oldestMessage(registry, "platform")
      }
      assert.deepStrictEqual(texts, ["first", "second", "third"])
      assert.strictEqual(Option.getOrThrow(yield* store.oldestMessage(registry, "rival")).text, "other")
    }))

  it.effect("keeps what a message is about", () =>
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

  it.effect("never gives the same id to two messages, nor minds ids that are none", () =>
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
