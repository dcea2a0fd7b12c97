import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainCreate, EppCommand } from "../../src/index.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import {
  answers,
  creation,
  frames,
  framesKeepToSchemas,
  password,
  register,
  Registrars,
  say,
  shown
} from "./Registrars.ts"

const check = (...names: ReadonlyArray<string>): EppCommand => ({ _tag: "DomainCheck", names })

const delegation = (...names: ReadonlyArray<string>) => ({ nameservers: { form: "objects" as const, hosts: names } })
const technician = { type: "tech", id: "ours" } as const
const aYearLater = (instant = ""): string => `${Number(instant.slice(0, 4)) + 1}${instant.slice(4)}`
const hosts = (count: number) => Array.from({ length: count }, (_, index) => `ns${index}.example.net`)

layer(Registrars.layer())("Checks of names", (it) => {
  it.effect.each([
    "-a.generic",
    "a-.generic",
    `${"a".repeat(64)}.generic`,
    "a_b.generic",
    "xn--a.generic",
    "free.elsewhere"
  ])(
    "are unavailable where they are no names of the registry, beside others that are: %s",
    (name) =>
      Effect.gen(function*() {
        const { ours } = yield* Registrars
        const { data } = yield* answers(ours, check(name, "free.generic"), 1000)
        assert.deepStrictEqual(
          data?._tag === "DomainChecked" && data.names.map(({ available }) => available),
          [false, true]
        )
      })
  )

  it.effect("are sent by the driver in as many commands as the server's limit requires", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const names = Array.from({ length: 120 }, (_, index) => DomainName.make(`many-${index}.generic`))
      yield* answers(ours, check(...names.slice(0, 51)), 2306)
      const before = frames.length
      const found = yield* ours.registry.checkDomains(names)
      assert.deepStrictEqual(found.map(({ name }) => name), names)
      assert.isTrue(found.every(({ available }) => available))
      const asked = frames.slice(before).flatMap(({ direction, document }) =>
        direction === "received" ? [document.match(/<domain:name>/g)?.length ?? 0] : []
      )
      assert.deepStrictEqual([...new Set(asked)].toSorted((a, b) => a - b), [20, 50])
    }))
})

layer(Registrars.layer())("A registration", (it) => {
  it.effect.each<[string, number, Partial<DomainCreate>]>([
    ["18 months", 2004, { period: { value: 18, unit: "m" } }],
    ["a contact that does not exist", 2303, { contacts: [{ type: "admin", id: "nobody" }, technician] }],
    ["a contact twice", 2306, { contacts: [{ type: "admin", id: "ours" }, { type: "admin", id: "ours" }, technician] }],
    ["a nameserver that is none", 2005, delegation("ns_1.example.net")],
    ["a label that begins with a hyphen", 2005, { name: "-free.generic" }],
    ["a label of 64 characters", 2005, { name: `${"a".repeat(64)}.generic` }],
    ["a name below a name", 2306, { name: "www.free.generic" }]
  ])("is refused with %s, and registers nothing", ([, code, changes]) =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* answers(ours, creation(ours, "refused.generic", changes), code)
      yield* answers(ours, { _tag: "DomainInfo", name: "refused.generic" }, 2303)
    }))

  it.effect("is refused without a registrant", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const { registrant: _, ...command } = creation(ours, "refused.generic")
      yield* answers(ours, command, 2003)
    }))

  it.effect("is refused with more nameservers than the registry allows", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      for (const name of hosts(14)) yield* answers(ours, { _tag: "HostCreate", name, addresses: [] }, 1000)
      yield* answers(ours, creation(ours, "crowded.generic", delegation(...hosts(14))), 2306)
      yield* register(ours, "crowded.generic", delegation(...hosts(13)))
      assert.notInclude((yield* shown(ours, "crowded.generic")).statuses, "inactive")
    }))

  it.effect("of an international name goes by its A-label, with the table of its language", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const table = { namespace: EppUri.idn, name: "table", attributes: {}, children: [], text: "de" }
      const idn = { namespace: EppUri.idn, name: "data", attributes: {}, children: [table], text: "" }
      yield* answers(ours, creation(ours, "xn--bcher-kva.generic"), 2003)
      const { data } = yield* register(ours, "XN--bcher-kva.generic", { extension: { other: [idn] } })
      assert.strictEqual(data?._tag === "DomainCreatedData" && data.name, "xn--bcher-kva.generic")
      assert.deepStrictEqual((yield* shown(ours, "xn--bcher-kva.generic")).data.authInfo, { password })
    }))

  it.effect("without a period is for the shortest period of the registry", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const { period: _, ...command } = creation(ours, "unsaid.generic")
      yield* answers(ours, command, 1000)
      const { data } = yield* shown(ours, "unsaid.generic")
      assert.strictEqual(data.expiresOn, aYearLater(data.createdOn))
    }))

  it.effect("succeeds for one of two registrars who register the name at the same time", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      const both = [ours, theirs].map((registrar) => say(registrar, creation(registrar, "wanted.generic")))
      const codes = (yield* Effect.all(both, { concurrency: 2 })).map(({ results }) => results[0].code)
      assert.deepStrictEqual(codes.toSorted((a, b) => a - b), [1000, 2302])
      yield* answers(ours, creation(ours, "wanted.generic"), 2302)
      yield* answers(theirs, creation(theirs, "WANTED.generic"), 2302)
    }))

  it.effect("with a later decision is reported in a message with the ids of its command", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      for (const [name, accepted] of [["pending-yes.generic", true], ["pending-refused-no.generic", false]] as const) {
        const { clTRID, svTRID } = yield* answers(ours, creation(ours, name), 1001)
        assert.include((yield* shown(ours, name)).statuses, "pendingCreate")
        yield* TestClock.adjust("61 seconds")
        const { data, queue } = yield* answers(ours, { _tag: "PollRequest" }, 1301)
        assert.strictEqual(data?._tag, "PendingActionData")
        if (data?._tag !== "PendingActionData") return
        assert.deepStrictEqual(
          [data.id, data.accepted, data.clTRID, data.svTRID],
          [name, accepted, clTRID, svTRID]
        )
        yield* answers(ours, { _tag: "PollAcknowledgement", messageId: queue?.id ?? "" }, 1300)
        yield* answers(ours, { _tag: "DomainInfo", name }, accepted ? 1000 : 2303)
      }
    }))
})

layer(Registrars.layer())("A registration on the last of February", (it) => {
  it.effect("ends on the last of February in a year that has 28", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2028-02-29T12:00:00Z")))
      yield* register(ours, "leap.generic")
      assert.match((yield* shown(ours, "leap.generic")).data.expiresOn ?? "", /^2029-02-28T12:00:00/)
    }))
})

framesKeepToSchemas()
