import { assert, layer } from "@effect/vitest"
import type { ContactChange, ContactData, PostalForm, SimulatedRegistrar } from "@namewright/core/registry"
import { Entropy, Instant } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { authCode, orders, refusedWith, registrars, simulatorInMemory, third } from "./registrars.ts"

const international: PostalForm = {
  type: "int",
  name: "Ada Lovelace",
  organization: "Analytical Engines Ltd",
  address: { street: ["12 St James's Square"], city: "London", state: null, postal_code: "SW1Y 4JH", country: "GB" }
}
const local: PostalForm = { ...international, type: "loc", name: "Ada Löwelace", organization: null }

const data: ContactData = {
  postal: [international],
  phone: { number: "+44.2079460000", extension: "7" },
  fax: null,
  email: "ada@example.org",
  auth_code: authCode,
  disclosure: null,
  attributes: {}
}

const newHandle = Effect.gen(function*() {
  const entropy = yield* Entropy
  return `h-${(yield* entropy.intBetween(0, 2 ** 48)).toString(36)}`
})

const make = Effect.fnUntraced(function*(registrar: SimulatedRegistrar, changes: Partial<ContactData> = {}) {
  return yield* registrar.contacts.create(yield* newHandle, { ...data, ...changes })
})

const find = (registrar: SimulatedRegistrar, handle: string) =>
  Effect.map(registrar.contacts.find(handle), Option.getOrThrow)

layer(simulatorInMemory)("Contacts of a simulated registrar", (it) => {
  it.effect("are kept whole, with who made them and when", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const on = yield* Instant.now
      const { handle, roid } = yield* make(ours, { postal: [international, local] })
      assert.match(roid, /^C\d{12}-CONTRACT$/)
      const { contact, statuses } = yield* find(ours, handle)
      assert.deepStrictEqual(contact, {
        ...data,
        postal: [international, local],
        handle,
        roid,
        sponsor: "ours",
        creator: "ours",
        created_on: on,
        updater: null,
        updated_on: null,
        transferred_on: null,
        client_statuses: [],
        transfer: null
      })
      assert.deepStrictEqual(statuses, ["ok"])
      assert.strictEqual(yield* refusedWith(ours.contacts.create(handle, data)), 2302)
    }))

  it.effect("show the port their first postal form", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { handle } = yield* make(ours, { postal: [local, international] })
      const contact = Option.getOrThrow(yield* ours.registry.infoContact(handle))
      assert.deepStrictEqual([contact.name, contact.organization, contact.phone, contact.disclose], [
        "Ada Löwelace",
        null,
        "+44.2079460000",
        false
      ])
    }))

  it.effect("are checked: free, in use, and no handle at all", () =>
    Effect.gen(function*() {
      const { theirs, ours } = yield* registrars
      const { handle } = yield* make(ours)
      assert.deepStrictEqual(
        (yield* theirs.contacts.check(["free-one", handle, "ab"])).map(({ available, id }) => [id, available]),
        [["free-one", true], [handle, false], ["ab", false]]
      )
    }))

  it.effect.each<[string, number, Partial<ContactData>]>([
    ["two addresses of a type", 2005, { postal: [international, international] }],
    ["an int address in another script than ASCII", 2005, { postal: [{ ...local, type: "int" }] }],
    ["no address", 2003, { postal: [] }],
    ["an empty organization", 2005, { postal: [{ ...local, organization: "" }] }],
    ["a telephone number that is none", 2005, { phone: { number: "55", extension: null } }],
    ["a fax number that is none", 2005, { fax: { number: "+a.1", extension: null } }],
    ["an e-mail address without a domain", 2005, { email: "ada" }]
  ])("are refused with %s", ([, code, changes]) =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      assert.strictEqual(yield* refusedWith(make(ours, changes)), code)
    }))

  it.effect("are shown to others who bring the auth code only", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { handle } = yield* make(ours)
      assert.strictEqual(yield* refusedWith(theirs.contacts.find(handle)), 2201)
      assert.strictEqual(yield* refusedWith(theirs.contacts.find(handle, "Wrong-Horse-11")), 2202)
      assert.isTrue(Option.isSome(yield* theirs.contacts.find(handle, authCode)))
      assert.isTrue(Option.isNone(yield* theirs.contacts.find("no-such-one", authCode)))
    }))
})

layer(simulatorInMemory)("An update of a contact", (it) => {
  it.effect("changes what it names and nothing else", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { handle } = yield* make(ours)
      yield* TestClock.adjust("1 hour")
      const hidden = { flag: false, name: [], organization: [], address: [], voice: true, fax: false, email: true }
      yield* ours.contacts.update(handle, {
        postal: [{ type: "int", organization: null }, local],
        phone: null,
        fax: { number: "+44.2079460001", extension: null },
        disclosure: hidden
      })
      const { contact } = yield* find(ours, handle)
      assert.deepStrictEqual(contact.postal, [{ ...international, organization: null }, local])
      assert.deepStrictEqual([contact.phone, contact.fax?.number, contact.email], [null, "+44.2079460001", data.email])
      assert.deepStrictEqual([contact.disclosure, contact.updater], [hidden, "ours"])
      assert.deepStrictEqual(contact.updated_on, yield* Instant.now)
      yield* ours.contacts.update(handle, { disclosure: { ...hidden, flag: true } })
      assert.isTrue((yield* find(ours, handle)).contact.disclosure?.flag)
    }))

  it.effect.each<[string, number, ContactChange]>([
    ["changes nothing", 2003, { add: [], remove: [] }],
    ["adds half of an address of a new type", 2003, { postal: [{ type: "loc", name: "Ada" }] }],
    ["makes the address wrong", 2005, { postal: [{ type: "int", name: "" }] }],
    ["makes the e-mail address wrong", 2005, { email: "ada@" }],
    ["adds linked", 2306, { add: ["linked"] }],
    ["adds ok", 2306, { add: ["ok"] }],
    ["adds pendingDelete", 2306, { add: ["pendingDelete"] }],
    ["adds serverDeleteProhibited", 2306, { add: ["serverDeleteProhibited"] }],
    ["adds a status twice", 2306, { add: ["clientDeleteProhibited", "clientDeleteProhibited"] }],
    ["removes a status that is not set", 2306, { remove: ["clientDeleteProhibited"] }]
  ])("is refused that %s", ([, code, change]) =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { handle } = yield* make(ours)
      assert.strictEqual(yield* refusedWith(ours.contacts.update(handle, change)), code)
      assert.isNull((yield* find(ours, handle)).contact.updated_on)
    }))

  it.effect("is refused to others, and of a contact that is missing", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { handle } = yield* make(ours)
      assert.strictEqual(yield* refusedWith(theirs.contacts.update(handle, { email: "eve@example.org" })), 2201)
      assert.strictEqual(yield* refusedWith(ours.contacts.update("no-such-one", { email: "eve@example.org" })), 2303)
    }))

  it.effect("is prohibited by a status that only it can lift", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { handle } = yield* make(ours)
      const locked = ["clientUpdateProhibited"]
      yield* ours.contacts.update(handle, { add: locked })
      assert.deepStrictEqual((yield* find(ours, handle)).statuses, locked)
      assert.strictEqual(yield* refusedWith(ours.contacts.update(handle, { email: "ada@example.net" })), 2304)
      assert.strictEqual(yield* refusedWith(ours.contacts.update(handle, { add: locked })), 2304)
      yield* ours.contacts.update(handle, { remove: locked, email: "ada@example.net" })
      assert.deepStrictEqual((yield* find(ours, handle)).statuses, ["ok"])
    }))
})

layer(simulatorInMemory)("A deletion of a contact", (it) => {
  it.effect("waits until no domain uses it", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { handle } = yield* make(ours)
      const contacts = (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle }))
      const { name } = yield* orders.register(ours.registry, { contacts })
      assert.deepStrictEqual((yield* find(ours, handle)).statuses, ["ok", "linked"])
      assert.strictEqual(yield* refusedWith(ours.contacts.delete(handle)), 2305)
      yield* orders.remove(ours.registry, name)
      assert.strictEqual(yield* refusedWith(theirs.contacts.delete(handle)), 2201)
      yield* ours.contacts.delete(handle)
      assert.isTrue(Option.isNone(yield* ours.contacts.find(handle)))
      assert.strictEqual(yield* refusedWith(ours.contacts.delete(handle)), 2303)
    }))

  it.effect("is prohibited by a status, for the port as well", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const { handle } = yield* make(ours)
      yield* ours.contacts.update(handle, { add: ["clientDeleteProhibited"] })
      assert.strictEqual(yield* refusedWith(ours.contacts.delete(handle)), 2304)
    }))
})

layer(simulatorInMemory)("A transfer of a contact", (it) => {
  it.effect("is asked for with the auth code, shown to both, and approved by the losing registrar", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { handle } = yield* make(ours)
      const { transfers } = theirs.contacts
      assert.isTrue(Option.isNone(yield* ours.contacts.transfers.query(handle)))
      const requested_on = yield* Instant.now
      const pending = {
        status: "pending" as const,
        gaining: "theirs",
        losing: "ours",
        requested_on,
        acts_on: DateTime.add(requested_on, { days: 5 }),
        actor: "ours",
        expires_on: null
      }
      assert.deepStrictEqual(yield* transfers.request(handle, authCode), pending)
      assert.deepStrictEqual((yield* find(ours, handle)).statuses, ["pendingTransfer"])
      const seen = yield* ours.contacts.transfers.query(handle)
      assert.deepStrictEqual(seen, yield* transfers.query(handle))
      assert.deepStrictEqual(Option.getOrThrow(seen), pending)
      assert.strictEqual(yield* refusedWith(transfers.approve(handle)), 2201)
      assert.strictEqual(yield* refusedWith(ours.contacts.transfers.cancel(handle)), 2201)
      assert.strictEqual((yield* ours.contacts.transfers.approve(handle)).status, "clientApproved")
      const { contact, statuses } = yield* find(theirs, handle)
      assert.deepStrictEqual([contact.sponsor, contact.creator, contact.auth_code, ...statuses], [
        "theirs",
        "ours",
        null,
        "ok"
      ])
      assert.deepStrictEqual(contact.transferred_on, yield* Instant.now)
      assert.strictEqual(yield* refusedWith(ours.contacts.update(handle, { email: "ada@example.net" })), 2201)
      assert.strictEqual(yield* refusedWith(theirs.contacts.transfers.approve(handle)), 2301)
    }))

  it.effect("is refused where a domain's would be", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { handle } = yield* make(ours)
      const { transfers } = theirs.contacts
      assert.strictEqual(yield* refusedWith(ours.contacts.transfers.request(handle, authCode)), 2002)
      assert.strictEqual(yield* refusedWith(transfers.request(handle, null)), 2201)
      assert.strictEqual(yield* refusedWith(transfers.request(handle, "Wrong-Horse-11")), 2202)
      assert.strictEqual(yield* refusedWith(transfers.request("no-such-one", authCode)), 2303)
      yield* ours.contacts.update(handle, { add: ["clientTransferProhibited"] })
      assert.strictEqual(yield* refusedWith(transfers.request(handle, authCode)), 2304)
      yield* ours.contacts.update(handle, { remove: ["clientTransferProhibited"] })
      yield* transfers.request(handle, authCode)
      assert.strictEqual(yield* refusedWith(transfers.request(handle, authCode)), 2300)
      assert.strictEqual(yield* refusedWith(ours.contacts.update(handle, { email: "ada@example.net" })), 2304)
      assert.strictEqual(yield* refusedWith(ours.contacts.delete(handle)), 2304)
      assert.strictEqual(yield* refusedWith((yield* third).contacts.transfers.query(handle)), 2201)
      assert.isTrue(Option.isSome(yield* (yield* third).contacts.transfers.query(handle, authCode)))
    }))

  it.effect("ends with its rejection or its cancellation, and notifies both registrars", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { handle } = yield* make(ours)
      yield* theirs.contacts.transfers.request(handle, authCode)
      assert.strictEqual((yield* ours.contacts.transfers.reject(handle)).status, "clientRejected")
      yield* theirs.contacts.transfers.request(handle, authCode)
      const cancelled = yield* theirs.contacts.transfers.cancel(handle)
      assert.deepStrictEqual([cancelled.status, cancelled.actor], ["clientCancelled", "theirs"])
      assert.strictEqual((yield* find(ours, handle)).contact.auth_code, authCode)
      const texts: Array<string> = []
      for (let next = yield* theirs.registry.nextMessage; Option.isSome(next);) {
        if (next.value.text.includes(handle)) texts.push(next.value.text)
        yield* theirs.registry.acknowledgeMessage(next.value.message_id)
        next = yield* theirs.registry.nextMessage
      }
      assert.deepStrictEqual(texts, [
        `Transfer of the contact ${handle} rejected by the losing registrar`,
        `Transfer of the contact ${handle} cancelled by the gaining registrar`
      ])
    }))

  it.effect("is approved by the registry at its time limit, in any order of queries", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const looked = yield* make(ours)
      const used = yield* make(ours)
      const polled = yield* make(ours)
      for (const { handle } of [looked, used, polled]) yield* theirs.contacts.transfers.request(handle, authCode)
      const acts_on = DateTime.add(yield* Instant.now, { days: 5 })
      yield* TestClock.adjust("6 days")
      const contacts = (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle: used.handle }))
      assert.strictEqual(yield* refusedWith(orders.register(ours.registry, { contacts })), 2201)
      yield* orders.register(theirs.registry, { contacts })
      assert.deepStrictEqual((yield* find(theirs, looked.handle)).contact.transferred_on, acts_on)
      for (let last = false; !last;) {
        const message = Option.getOrThrow(yield* theirs.registry.nextMessage)
        last = message.text === `Transfer of the contact ${polled.handle} approved by the registry`
        yield* theirs.registry.acknowledgeMessage(message.message_id)
      }
      assert.strictEqual((yield* find(theirs, polled.handle)).contact.sponsor, "theirs")
    }))
})
