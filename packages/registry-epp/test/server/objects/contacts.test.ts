import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type {
  ContactCreate,
  ContactTransfer,
  ContactUpdate,
  EppPostalAddress,
  PostalInfo
} from "../../../src/message/ContactCommand.ts"
import type { DomainCreate } from "../../../src/message/DomainCommand.ts"
import type { ContactTransferData } from "../../../src/message/ResponseData.ts"
import { schemaProblems } from "../../SchemaValidation.ts"
import { authInfo, codeOf, dataOf, ObjectServer, type Talk } from "./ObjectServer.ts"

const address: EppPostalAddress = {
  street: ["12 St James's Square"],
  city: "London",
  postalCode: "SW1Y 4JH",
  country: "GB"
}
const international: PostalInfo = { type: "int", name: "Ada Lovelace", organization: "Analytical Engines", address }
const local: PostalInfo = { type: "loc", name: "Ada Löwelace", address: { ...address, state: "Essex" } }

const creation = (id: string, changes: Partial<ContactCreate> = {}): ContactCreate => ({
  _tag: "ContactCreate",
  id,
  postalInfos: [international],
  voice: { number: "+44.2079460000", extension: "7" },
  email: "ada@example.org",
  authInfo,
  ...changes
})
const create = (talk: Talk, id: string, changes?: Partial<ContactCreate>) => talk.say(creation(id, changes))

const info = (talk: Talk, id: string, password?: string) =>
  talk.say({ _tag: "ContactInfo", id, ...(password === undefined ? {} : { authInfo: { password } }) })

const update = (talk: Talk, id: string, changes: Partial<ContactUpdate>) =>
  talk.say({ _tag: "ContactUpdate", id, ...changes })

const remove = (talk: Talk, id: string) => talk.say({ _tag: "ContactDelete", id })

const transfer = (talk: Talk, operation: ContactTransfer["operation"], id: string, password?: string) =>
  talk.say({ _tag: "ContactTransfer", operation, id, ...(password === undefined ? {} : { authInfo: { password } }) })

/** Reads all messages about a contact from a registrar's queue. */
const messagesAbout = Effect.fnUntraced(function*(talk: Talk, id: string) {
  const found: Array<ContactTransferData> = []
  while (true) {
    const { data, queue } = yield* talk.say({ _tag: "PollRequest" })
    if (queue === undefined) return found
    if (data?._tag === "ContactTransferData" && data.id === id) found.push(data)
    yield* talk.say({ _tag: "PollAcknowledgement", messageId: queue.id })
  }
})

const statusesOf = (talk: Talk, id: string) =>
  Effect.map(dataOf("ContactData", info(talk, id)), ({ statuses }) => statuses.map(({ status }) => status))

const domain = (name: string, contact: string): DomainCreate => ({
  _tag: "DomainCreate",
  name,
  registrant: contact,
  contacts: [{ type: "admin", id: contact }, { type: "tech", id: contact }],
  authInfo
})

layer(ObjectServer.layer())("EPP commands about contacts", (it) => {
  it.effect("create one, once, and show it whole", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      const created = yield* dataOf(
        "ContactCreatedData",
        create(ours, "whole-1", { postalInfos: [international, local], fax: { number: "" } })
      )
      assert.strictEqual(created.id, "whole-1")
      const shown = yield* dataOf("ContactData", info(ours, "whole-1"))
      assert.match(shown.roid, /^C\d+-\w+$/)
      assert.deepStrictEqual(shown, {
        _tag: "ContactData",
        id: "whole-1",
        roid: shown.roid,
        statuses: [{ status: "ok" }],
        postalInfos: [international, local],
        voice: { number: "+44.2079460000", extension: "7" },
        email: "ada@example.org",
        sponsor: "ours",
        creator: "ours",
        createdOn: created.createdOn,
        authInfo
      })
      assert.strictEqual(yield* codeOf(create(ours, "whole-1")), 2302)
    }))

  it.effect("check which ids are free", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "checked-1")
      const ids = ["checked-1", "checked-2"]
      const checked = yield* dataOf("ContactChecked", theirs.say({ _tag: "ContactCheck", ids }))
      assert.deepStrictEqual(checked.ids, [
        { id: "checked-1", available: false, reason: "In use" },
        { id: "checked-2", available: true }
      ])
      const many = Array.from({ length: 51 }, (_, index) => `many-${index}`)
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "ContactCheck", ids: many })), 2306)
    }))

  it.effect.each<[string, number, Partial<ContactCreate>]>([
    ["a country that does not exist", 2005, {
      postalInfos: [{ ...international, address: { ...address, country: "XX" } }]
    }],
    ["a country of three letters", 2001, {
      postalInfos: [{ ...international, address: { ...address, country: "USA" } }]
    }],
    ["a street of four lines", 2001, {
      postalInfos: [{ ...international, address: { ...address, street: ["1", "2", "3", "4"] } }]
    }],
    ["a name of 256 characters", 2001, { postalInfos: [{ ...international, name: "A".repeat(256) }] }],
    ["a postal code of 17 characters", 2001, {
      postalInfos: [{ ...international, address: { ...address, postalCode: "1".repeat(17) } }]
    }],
    ["a country of one letter", 2001, { postalInfos: [{ ...international, address: { ...address, country: "U" } }] }],
    ["no city", 2001, { postalInfos: [{ ...international, address: { ...address, city: "" } }] }],
    ["no name", 2001, { postalInfos: [{ ...international, name: "" }] }],
    ["the same form twice", 2005, { postalInfos: [international, international] }],
    ["other letters than those of ASCII in the int form", 2005, { postalInfos: [{ ...local, type: "int" }] }],
    ["a telephone number without a country", 2001, { voice: { number: "55" } }],
    ["a telephone number that ends with its country", 2001, { voice: { number: "+1." } }],
    ["a telephone number of letters", 2001, { voice: { number: "+a.1" } }],
    ["a fax number without a dot", 2001, { fax: { number: "+442079460000" } }],
    ["a telephone number of 15 digits behind the dot", 2001, { voice: { number: "+1.123456789012345" } }],
    ["an e-mail address without a domain", 2005, { email: "ada" }],
    ["an e-mail address without a mailbox", 2005, { email: "@example.org" }],
    ["no e-mail address", 2001, { email: "" }],
    ["an id of 2 characters", 2001, { id: "ab" }],
    ["an id of 17 characters", 2001, { id: "abcdefghijklmnopq" }]
  ])("refuse one with %s", ([, code, changes]) =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      assert.strictEqual(yield* codeOf(create(ours, "malformed", changes)), code)
    }))

  it.effect("show it to others who bring the auth code only", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "private-1")
      assert.strictEqual(yield* codeOf(info(theirs, "private-1")), 2201)
      assert.strictEqual(yield* codeOf(info(theirs, "private-1", "Wrong-Horse-11")), 2202)
      assert.strictEqual(yield* codeOf(info(theirs, "private-1", authInfo.password)), 1000)
      assert.strictEqual(yield* codeOf(info(ours, "missing-1")), 2303)
    }))

  it.effect("change what they name", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "changed-1")
      const disclose = { flag: false, name: [], organization: [], address: [], voice: true, fax: false, email: true }
      const change = { postalInfos: [local], voice: { number: "" }, disclose }
      assert.strictEqual(yield* codeOf(update(theirs, "changed-1", { change })), 2201)
      assert.strictEqual(yield* codeOf(update(ours, "changed-1", { change })), 1000)
      const shown = yield* dataOf("ContactData", info(ours, "changed-1"))
      assert.deepStrictEqual([shown.postalInfos, shown.voice, shown.disclose, shown.updater], [
        [international, local],
        undefined,
        disclose,
        "ours"
      ])
      yield* update(ours, "changed-1", { change: { postalInfos: [], disclose: { ...disclose, flag: true } } })
      assert.isTrue((yield* dataOf("ContactData", info(ours, "changed-1"))).disclose?.flag)
    }))

  it.effect("set and lift its statuses, and keep to them", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* create(ours, "locked-1")
      const kept = [{ status: "clientDeleteProhibited" }]
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { add: kept })), 1000)
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { add: kept })), 2306)
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { remove: kept })), 1000)
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { remove: kept })), 2306)
      const locked = [{ status: "clientUpdateProhibited" }]
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { add: locked })), 1000)
      const change = { postalInfos: [], email: "ada@example.net" }
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { change })), 2304)
      assert.strictEqual(yield* codeOf(update(ours, "locked-1", { remove: locked, change })), 1000)
      for (const status of ["linked", "ok", "pendingDelete", "serverDeleteProhibited"]) {
        assert.strictEqual(yield* codeOf(update(ours, "locked-1", { add: [{ status }] })), 2306)
      }
      assert.deepStrictEqual(yield* statusesOf(ours, "locked-1"), ["ok"])
    }))

  it.effect("delete it once no domain uses it", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* create(ours, "used-1")
      assert.strictEqual(yield* codeOf(ours.say(domain("contacts.generic", "used-1"))), 1000)
      assert.deepStrictEqual(yield* statusesOf(ours, "used-1"), ["ok", "linked"])
      assert.strictEqual(yield* codeOf(remove(ours, "used-1")), 2305)
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "DomainDelete", name: "contacts.generic" })), 1000)
      assert.strictEqual(yield* codeOf(remove(ours, "used-1")), 1000)
      assert.strictEqual(yield* codeOf(info(ours, "used-1")), 2303)
    }))

  it.effect("transfer it by the rules of domains", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "moving-1")
      assert.strictEqual(yield* codeOf(transfer(ours, "query", "moving-1")), 2301)
      assert.strictEqual(yield* codeOf(transfer(theirs, "request", "moving-1")), 2201)
      assert.strictEqual(yield* codeOf(transfer(theirs, "request", "moving-1", "Wrong-Horse-11")), 2202)
      assert.strictEqual(yield* codeOf(transfer(ours, "request", "moving-1", authInfo.password)), 2002)
      const asked = yield* transfer(theirs, "request", "moving-1", authInfo.password)
      assert.strictEqual(asked.results[0].code, 1001)
      assert.strictEqual(yield* codeOf(transfer(theirs, "request", "moving-1", authInfo.password)), 2300)
      const shown = yield* dataOf("ContactTransferData", transfer(ours, "query", "moving-1"))
      assert.deepStrictEqual(shown, asked.data)
      assert.deepStrictEqual([shown.status, shown.requester, shown.actor], ["pending", "theirs", "ours"])
      assert.strictEqual(yield* codeOf(transfer(theirs, "approve", "moving-1")), 2201)
      assert.strictEqual(yield* codeOf(transfer(ours, "cancel", "moving-1")), 2201)
      assert.strictEqual(yield* codeOf(transfer(ours, "reject", "moving-1")), 1000)
      yield* transfer(theirs, "request", "moving-1", authInfo.password)
      assert.strictEqual(yield* codeOf(transfer(theirs, "cancel", "moving-1")), 1000)
      yield* transfer(theirs, "request", "moving-1", authInfo.password)
      assert.strictEqual(yield* codeOf(transfer(ours, "approve", "moving-1")), 1000)
      const { authInfo: code, sponsor } = yield* dataOf("ContactData", info(theirs, "moving-1"))
      assert.deepStrictEqual([sponsor, code], ["theirs", undefined])
      assert.strictEqual(
        yield* codeOf(update(ours, "moving-1", { change: { postalInfos: [], email: "a@b.org" } })),
        2201
      )
    }))

  it.effect("complete its transfer without a decision in time", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* ObjectServer
      yield* create(ours, "late-1")
      yield* transfer(theirs, "request", "late-1", authInfo.password)
      yield* TestClock.adjust("5 days")
      const shown = yield* dataOf("ContactTransferData", transfer(ours, "query", "late-1"))
      assert.strictEqual(shown.status, "serverApproved")
      const reported = yield* messagesAbout(ours, "late-1")
      assert.deepStrictEqual(reported.map(({ status }) => status), ["pending", "serverApproved"])
      assert.deepStrictEqual(reported[1], shown)
    }))

  it.effect("keep to the schemas, in both directions", () =>
    Effect.gen(function*() {
      const { documents } = yield* ObjectServer
      assert.isAbove(documents.length, 60)
      // What the server refused with 2001 was sent so on purpose.
      const refused = new Set(
        documents.flatMap((document, index) =>
          document.includes("code=\"2001\"") ? [documents[index - 1], document] : []
        )
      )
      assert.deepStrictEqual(schemaProblems(documents.filter((document) => !refused.has(document))), [])
    }))
})
