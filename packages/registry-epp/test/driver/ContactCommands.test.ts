import { assert, describe, it } from "@effect/vitest"
import { newCommandId, type RegistryContact } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import type { ContactCreate } from "../../src/message/ContactCommand.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { ContactData } from "../../src/message/ResponseData.ts"
import { generic, genericThick } from "../../src/profile/genericProfiles.ts"
import type { ContactProfile } from "../../src/profile/RegistryProfile.ts"
import { contact } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

const assigned: Script = () =>
  answer(1000, { data: { _tag: "ContactCreatedData", id: "REG-1", createdOn: "2026-11-22T10:00:00Z" } })

const create = Effect.fnUntraced(function*(
  changes: Partial<RegistryContact> = {},
  contacts: Partial<ContactProfile> = {},
  script = assigned
) {
  const profile = { ...genericThick, contacts: { ...genericThick.contacts, ...contacts } }
  const { registry, sent } = scripted(script, { profile })
  const outcome = yield* Effect.result(
    registry.createContact({ command_id: yield* newCommandId, contact: { ...contact, ...changes } })
  )
  return { outcome, command: created(sent[0]?.command), count: sent.length }
})

const created = (command: EppCommand | undefined): ContactCreate | undefined =>
  command?._tag === "ContactCreate" ? command : undefined

describe("a contact", () => {
  it.effect("is sent with its known data, and gets the handle from the registry's response", () =>
    Effect.gen(function*() {
      const { command, outcome } = yield* create()
      assert.deepInclude(command, {
        id: contact.handle,
        email: "ada@example.org",
        voice: { number: "+44.2079460000" },
        postalInfos: [{
          type: "int",
          name: "Ada Lovelace",
          organization: "Analytical Engines Ltd",
          address: { street: ["12 St James's Square"], city: "London", postalCode: "SW1Y 4JH", country: "GB" }
        }]
      })
      assert.deepInclude(outcome, { success: { completed: true, handle: "REG-1" } })
    }))

  it.effect("has the requested handle if the response contains none", () =>
    Effect.gen(function*() {
      const { outcome } = yield* create({}, {}, () => answer(1001))
      assert.deepInclude(outcome, { success: { completed: false, handle: contact.handle } })
    }))

  it.effect("has a new password each time, or none", () =>
    Effect.gen(function*() {
      const [first, second] = [yield* create(), yield* create()]
      assert.match(first.command?.authInfo.password ?? "", /^[A-Za-z][A-Za-z0-9]{11}-[2-9][A-Za-z]$/)
      assert.notStrictEqual(first.command?.authInfo.password, second.command?.authInfo.password)
      assert.strictEqual((yield* create({}, { auth_code: "empty" })).command?.authInfo.password, "")
    }))

  const polish = { name: "Łukasz Żółć", organization: null, city: "Łódź" }
  const greek = { name: "Ελένη Παπαδοπούλου", organization: null }

  it.effect.each<
    [string, Partial<RegistryContact>, ContactProfile["postal"], ReadonlyArray<readonly [string, string]>]
  >([
    ["ASCII by script", {}, "by_script", [["int", "Ada Lovelace"]]],
    ["Polish by script", polish, "by_script", [["loc", "Łukasz Żółć"]]],
    ["Polish in both forms", polish, "both", [["int", "Lukasz Zolc"], ["loc", "Łukasz Żółć"]]],
    ["Polish in the international form", polish, "int", [["int", "Lukasz Zolc"]]],
    ["Greek in both forms, of which one cannot be written", greek, "both", [["loc", "Ελένη Παπαδοπούλου"]]],
    ["ASCII in the local form", {}, "loc", [["loc", "Ada Lovelace"]]]
  ])("is written as the registry takes it: %s", ([, changes, postal, expected]) =>
    Effect.gen(function*() {
      const { command } = yield* create(changes, { postal })
      assert.deepStrictEqual(command?.postalInfos.map(({ name, type }) => [type, name] as const), expected)
    }))

  it.effect.each<[string, Partial<RegistryContact>]>([
    ["a handle of 2 characters", { handle: "ab" }],
    ["a handle of 17 characters", { handle: "abcdefghijklmnopq" }],
    ["no name", { name: " " }],
    ["no city", { city: "" }],
    ["no street", { street: [] }],
    ["four lines of an address", { street: ["1", "2", "3", "4"] }],
    ["a country of three letters", { country: "USA" }],
    ["a postal code of 17 characters", { postal_code: "12345678901234567" }],
    ["a telephone number without digits", { phone: "+1." }],
    ["a fax number of another form", { fax: "0123" }],
    ["no e-mail address", { email: "" }]
  ])("that the schema cannot carry is refused before it is sent: %s", ([, changes]) =>
    Effect.gen(function*() {
      const { count, outcome } = yield* create(changes)
      assert.strictEqual(count, 0)
      assert.isTrue(outcome._tag === "Failure" && outcome.failure._tag === "RegistryRefusal")
    }))

  it.effect("in a script that the registry does not accept is refused", () =>
    Effect.gen(function*() {
      const { count } = yield* create(greek, { postal: "int" })
      assert.strictEqual(count, 0)
    }))

  it.effect("requests the disclosure of its existing parts", () =>
    Effect.gen(function*() {
      const disclosed = ["name", "organization", "address", "voice", "fax", "email"] as const
      const { command } = yield* create({ organization: null, disclose: true }, { disclosed })
      assert.deepStrictEqual(command?.disclose, {
        flag: true,
        name: ["int"],
        organization: [],
        address: ["int"],
        voice: true,
        fax: false,
        email: true
      })
      assert.isUndefined((yield* create()).command?.disclose)
    }))

  const data: ContactData = {
    _tag: "ContactData",
    id: "REG-1",
    roid: "C1-TEST",
    statuses: [{ status: "ok" }],
    postalInfos: [
      { type: "int", name: "Lukasz", address: { street: ["1"], city: "Lodz", country: "PL" } },
      { type: "loc", name: "Łukasz", address: { street: ["1"], city: "Łódź", country: "PL" } }
    ],
    email: "l@example.org",
    sponsor: "us",
    disclose: { flag: true, name: [], organization: [], address: [], voice: true, fax: false, email: false }
  }

  it.effect("is read in its local form", () =>
    Effect.gen(function*() {
      const { registry } = scripted(() => answer(1000, { data }))
      const seen = Option.getOrThrow(yield* registry.infoContact("REG-1"))
      assert.deepInclude(seen, { handle: "REG-1", name: "Łukasz", city: "Łódź", organization: null, disclose: true })
    }))

  it.effect("is none if it does not exist, and invalid handles are not queried", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(2303))
      for (const handle of ["REG-2", "ab", "abcdefghijklmnopq"]) {
        assert.deepStrictEqual(yield* registry.infoContact(handle), Option.none())
      }
      assert.strictEqual(sent.length, 1)
    }))

  it.effect("cannot be created at a registry without contacts", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(assigned, { profile: generic })
      const command = { command_id: yield* newCommandId, contact }
      assert.deepInclude(yield* Effect.flip(registry.createContact(command)), { reason: "unsupported" })
      assert.deepStrictEqual([registry.capabilities.contact_objects, sent.length], [false, 0])
    }))
})
