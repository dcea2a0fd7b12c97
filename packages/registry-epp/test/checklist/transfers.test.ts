import { assert, layer } from "@effect/vitest"
import { DomainName, Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainTransfer, EppDomainParts, EppResponse, TransferOperation } from "../../src/index.ts"
import {
  answers,
  emptied,
  framesKeepToSchemas,
  isFree,
  password,
  register,
  type Registrar,
  Registrars,
  shown
} from "./Registrars.ts"

const transfer = (
  operation: TransferOperation,
  name: string,
  changes: Partial<DomainTransfer> = {}
): DomainTransfer => ({ _tag: "DomainTransfer", operation, name, ...changes })

/** Asks with the right auth code. */
const request = (name: string, changes: Partial<DomainTransfer> = {}) =>
  transfer("request", name, { authInfo: { password }, ...changes })

const dataOf = ({ data }: EppResponse) =>
  data?._tag === "DomainTransferData" ? data : assert.fail("No data of a transfer came")

const statusOf = (registrar: Registrar, name: string) =>
  Effect.map(answers(registrar, transfer("query", name), 1000), (response) => dataOf(response).status)

/** What the queue of a registrar says of transfers of a name. */
const reported = Effect.fnUntraced(function*(registrar: Registrar, name: string) {
  const messages = yield* emptied(registrar)
  return messages.flatMap(({ data }) => data?._tag === "DomainTransferData" && data.name === name ? [data.status] : [])
})

const yearOf = (instant = ""): number => Number(instant.slice(0, 4))

layer(Registrars.layer())("A request for a transfer", (it) => {
  it.effect("is pending for five days, is reported to both registrars, and appears in the name's statuses", () =>
    Effect.gen(function*() {
      const { ours, theirs, third } = yield* Registrars
      yield* register(ours, "asked.generic")
      const now = yield* Instant.now
      const { clTRID, data: _, ...answer } = yield* answers(theirs, request("asked.generic"), 1001)
      assert.isDefined(clTRID)
      assert.isDefined(answer.svTRID)
      const mine = dataOf(yield* answers(ours, transfer("query", "asked.generic"), 1000))
      const other = dataOf(yield* answers(theirs, transfer("query", "asked.generic"), 1000))
      assert.deepStrictEqual(mine, other)
      assert.deepStrictEqual([mine.status, mine.requester, mine.actor], ["pending", "theirs", "ours"])
      assert.strictEqual(Date.parse(mine.actsOn) - Date.parse(Instant.format(now)), 5 * 86_400_000)
      assert.include((yield* shown(ours, "asked.generic")).statuses, "pendingTransfer")
      assert.deepStrictEqual(yield* reported(ours, "asked.generic"), ["pending"])
      yield* answers(third, transfer("query", "asked.generic"), 2201)
      yield* answers(third, transfer("query", "asked.generic", { authInfo: { password: "Wrong-Horse-11" } }), 2202)
      yield* answers(third, transfer("query", "asked.generic", { authInfo: { password } }), 1000)
    }))

  it.effect.each<[string, string, number, Partial<DomainTransfer>]>([
    ["without an auth code", "kept.generic", 2201, { authInfo: { password: "" } }],
    ["with a wrong auth code", "kept.generic", 2202, { authInfo: { password: "Wrong-Horse-11" } }],
    ["for two years", "kept.generic", 2306, { period: { value: 2, unit: "y" } }],
    ["of a name that does not exist", "missing.generic", 2303, {}],
    ["of a name that is locked by its registrar", "client.generic", 2304, {}],
    ["of a name that is locked by the registry", "server.generic", 2304, {}],
    ["of a name that is being deleted", "deleted.generic", 2304, {}],
    ["of a name that is younger than sixty days where that is the rule", "young.locked", 2304, {}],
    ["of a name that is on its way already", "moving.generic", 2300, {}],
    ["of one's own name", "own.generic", 2002, {}]
  ])("is refused %s", ([, name, code, changes]) =>
    Effect.gen(function*() {
      const registrars = yield* Registrars
      if (name !== "missing.generic" && (yield* isFree(registrars.ours, name))) yield* prepared(registrars, name)
      yield* answers(registrars.theirs, request(name, changes), code)
    }))

  it.effect("cannot be queried for names without a transfer", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "quiet.generic")
      for (const operation of ["query", "approve", "reject", "cancel"] as const) {
        yield* answers(ours, transfer(operation, "quiet.generic"), 2301)
      }
      yield* answers(theirs, transfer("cancel", "quiet.generic"), 2301)
    }))
})

/** Puts a name into the state that its label says. */
const prepared = Effect.fnUntraced(function*(
  { ours, simulator, theirs, third }: Registrars["Service"],
  name: string
) {
  yield* register(name.startsWith("own.") ? theirs : ours, name)
  switch (name.slice(0, name.indexOf("."))) {
    case "client": {
      const add: EppDomainParts = { contacts: [], statuses: [{ status: "clientTransferProhibited" }] }
      return yield* answers(ours, { _tag: "DomainUpdate", name, add }, 1000)
    }
    case "server": {
      const add = ["serverTransferProhibited" as const]
      return yield* Effect.orDie(simulator.acts.changeStatuses(DomainName.make(name), { add }, "Lock"))
    }
    case "deleted":
      yield* TestClock.adjust("6 days")
      return yield* answers(ours, { _tag: "DomainDelete", name }, 1001)
    case "moving":
      return yield* answers(third, request(name), 1001)
    default:
      return undefined
  }
})

layer(Registrars.layer())("A transfer", (it) => {
  it.effect.each<[TransferOperation, "ours" | "theirs", string]>([
    ["approve", "ours", "clientApproved"],
    ["reject", "ours", "clientRejected"],
    ["cancel", "theirs", "clientCancelled"]
  ])(
    "ends with %s by one side, not by the other, and both are reported",
    ([operation, side, status]) =>
      Effect.gen(function*() {
        const registrars = yield* Registrars
        const { ours, theirs, third } = registrars
        const name = `${operation}.generic`
        yield* register(ours, name)
        yield* answers(theirs, request(name), 1001)
        yield* Effect.forEach([ours, theirs], emptied)
        for (const registrar of [side === "ours" ? theirs : ours, third]) {
          yield* answers(registrar, transfer(operation, name), 2201)
        }
        assert.strictEqual(dataOf(yield* answers(registrars[side], transfer(operation, name), 1000)).status, status)
        yield* answers(registrars[side], transfer(operation, name), 2301)
        assert.strictEqual(yield* statusOf(ours, name), status)
        const sponsor = operation === "approve" ? theirs : ours
        const { data, statuses } = yield* shown(sponsor, name)
        assert.strictEqual(data.sponsor, sponsor.id)
        assert.notInclude(statuses, "pendingTransfer")
        const [byOurs, byTheirs] = [yield* reported(ours, name), yield* reported(theirs, name)]
        // Only the registrar that did not decide gets a message.
        assert.include(side === "ours" ? byTheirs : byOurs, status)
      })
  )

  it.effect("is approved by the registry without a decision in five days", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      const name = "silent.generic"
      yield* register(ours, name)
      const before = yield* shown(ours, name)
      yield* answers(theirs, request(name), 1001)
      yield* TestClock.adjust("6 days")
      assert.strictEqual(yield* statusOf(ours, name), "serverApproved")
      const { data, rgp } = yield* shown(theirs, name)
      assert.strictEqual(yearOf(data.expiresOn), yearOf(before.data.expiresOn) + 1)
      assert.deepStrictEqual([data.sponsor, rgp], ["theirs", ["transferPeriod"]])
      for (const registrar of [ours, theirs]) assert.include(yield* reported(registrar, name), "serverApproved")
    }))

  it.effect("reverses the registry's automatic renewal", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "renewed.generic")
      const before = yield* shown(ours, "renewed.generic")
      yield* TestClock.adjust("366 days")
      assert.strictEqual(
        yearOf((yield* shown(ours, "renewed.generic")).data.expiresOn),
        yearOf(before.data.expiresOn) + 1
      )
      yield* answers(theirs, request("renewed.generic"), 1001)
      yield* answers(ours, transfer("approve", "renewed.generic"), 1000)
      const { data, rgp } = yield* shown(theirs, "renewed.generic")
      assert.strictEqual(yearOf(data.expiresOn), yearOf(before.data.expiresOn) + 1)
      assert.deepStrictEqual(rgp, ["transferPeriod"])
    }))

  it.effect("limits the term to ten years ahead", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "long.generic", { period: { value: 10, unit: "y" } })
      const before = yield* shown(ours, "long.generic")
      yield* answers(theirs, request("long.generic", { period: { value: 1, unit: "y" } }), 1001)
      yield* answers(ours, transfer("approve", "long.generic"), 1000)
      assert.strictEqual((yield* shown(theirs, "long.generic")).data.expiresOn, before.data.expiresOn)
    }))

  it.effect("removes the auth code, the statuses and the hosts of the old registrar", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "moved.generic")
      const address = { address: "192.0.2.1", version: "v4" } as const
      yield* answers(ours, { _tag: "HostCreate", name: "ns.moved.generic", addresses: [address] }, 1000)
      const add: EppDomainParts = { contacts: [], statuses: [{ status: "clientHold" }] }
      yield* answers(ours, { _tag: "DomainUpdate", name: "moved.generic", add }, 1000)
      yield* answers(theirs, request("moved.generic"), 1001)
      yield* answers(ours, transfer("approve", "moved.generic"), 1000)
      const { data, statuses } = yield* shown(theirs, "moved.generic")
      assert.notInclude(statuses, "clientHold")
      assert.notStrictEqual(data.authInfo?.password, password)
      yield* answers(ours, { _tag: "DomainUpdate", name: "moved.generic", add }, 2201)
      yield* answers(ours, { _tag: "DomainInfo", name: "moved.generic", authInfo: { password } }, 2202)
      const host = { _tag: "HostUpdate", name: "ns.moved.generic" } as const
      const addresses = { addresses: [{ address: "192.0.2.2", version: "v4" as const }], statuses: [] }
      yield* answers(ours, { ...host, add: addresses }, 2201)
      yield* answers(theirs, { ...host, add: addresses }, 1000)
    }))
})

framesKeepToSchemas()
