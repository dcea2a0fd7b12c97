import { assert } from "@effect/vitest"
import {
  newContact,
  type SimulatedContact,
  type SimulatedDomain,
  type SimulatedHost,
  SimulatorStore
} from "@namewright/core/registry"
import { DomainName, Hostname, Instant, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { links, newRegistry, noLinks, registered, type SimulatorTest } from "./SimulatorSamples.ts"

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

/** A contact with a value in every member. */
export const simulatedContact = (handle: string, on: Instant.Instant): SimulatedContact => {
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

/** Contract of the simulator's store: hosts and contacts. */
export const simulatedObjectsContract = (it: SimulatorTest) => {
  it.effect("stores a host with the sponsor of the domain above it, and detaches it when the domain is removed", () =>
    Effect.gen(function*() {
      const store = yield* SimulatorStore
      const registry = yield* newRegistry
      const domain = registered("parent.example", yield* Instant.now)
      yield* store.insertDomain(registry, { domain, due_on: null }, noLinks)
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

  it.effect("finds existing hosts and the domains that use them, and replaces one host by another", () =>
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
      assert.deepStrictEqual(yield* store.domainsUsingContact(registry, "c-1"), [
        DomainName.make("a.example"),
        DomainName.make("b.example")
      ])
      assert.deepStrictEqual(yield* store.domainsUsingContact(registry, "c-unused"), [])
    }))

  it.effect("returns contacts unchanged, with their sponsors", () =>
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

  it.effect("stores changes of contacts, and locks due ones, most overdue first", () =>
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
      const isChangeDue = (on: Instant.Instant) =>
        Effect.map(store.outstanding(registry, "platform", on), (found) => found.isChangeDue)
      assert.isFalse(yield* isChangeDue(now))
      assert.isTrue(yield* isChangeDue(inDays(1)))
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
