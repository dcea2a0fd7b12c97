import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainUpdate, EppDomainParts, RgpReport } from "../../src/index.ts"
import {
  answers,
  creation,
  emptied,
  framesKeepToSchemas,
  password,
  register,
  type Registrar,
  Registrars,
  shown
} from "./Registrars.ts"

const deletion = (name: string) => ({ _tag: "DomainDelete", name }) as const
const clientStatus = (status: string): EppDomainParts => ({ contacts: [], statuses: [{ status }] })

const report: RgpReport = {
  before: "The name as it was",
  after: "The name as it is",
  deletedOn: "2026-11-01T00:00:00Z",
  restoredOn: "2026-11-02T00:00:00Z",
  reason: "Deleted by mistake",
  statements: ["It is for the same registrant.", "This is true."]
}

const restore = (name: string, changes: Partial<DomainUpdate> = {}): DomainUpdate => ({
  _tag: "DomainUpdate",
  name,
  extension: { rgp: { operation: "request" } },
  ...changes
})
const reported = (name: string): DomainUpdate => restore(name, { extension: { rgp: { operation: "report", report } } })

/** Registers a name and deletes it when its add grace period is over. */
const deleted = Effect.fnUntraced(function*(registrar: Registrar, name: string) {
  yield* register(registrar, name)
  const { data } = yield* shown(registrar, name)
  yield* TestClock.adjust("6 days")
  yield* answers(registrar, deletion(name), 1001)
  return data
})

layer(Registrars.layer({ opening_balance: 10_000_000 }))("A deletion", (it) => {
  it.effect("removes a new name at once and refunds its price", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "new.generic")
      const { extension } = yield* answers(ours, deletion("new.generic"), 1000)
      assert.deepStrictEqual(extension.fee?.credits.map(({ amount }) => amount), ["-10.00"])
      yield* answers(ours, { _tag: "DomainInfo", name: "new.generic" }, 2303)
      yield* register(theirs, "new.generic")
    }))

  it.effect("moves an older name into redemption, where only its registrar can query it", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* deleted(ours, "older.generic")
      const { rgp, statuses } = yield* shown(ours, "older.generic")
      assert.deepStrictEqual([statuses.includes("pendingDelete"), rgp], [true, ["redemptionPeriod"]])
      yield* answers(theirs, creation(theirs, "older.generic"), 2302)
      yield* answers(ours, deletion("older.generic"), 2304)
      yield* answers(ours, { _tag: "DomainUpdate", name: "older.generic", add: clientStatus("clientHold") }, 2304)
    }))

  it.effect("is refused for a name that is locked, in transfer, another registrar's, missing, or the parent of hosts", () =>
    Effect.gen(function*() {
      const { ours, simulator, theirs } = yield* Registrars
      for (const label of ["client", "server", "leaving", "above"]) yield* register(ours, `${label}.generic`)
      yield* answers(
        ours,
        { _tag: "DomainUpdate", name: "client.generic", add: clientStatus("clientDeleteProhibited") },
        1000
      )
      const server = DomainName.make("server.generic")
      yield* Effect.orDie(simulator.acts.changeStatuses(server, { add: ["serverDeleteProhibited"] }, "Lock"))
      const authInfo = { password }
      yield* answers(
        theirs,
        { _tag: "DomainTransfer", operation: "request", name: "leaving.generic", authInfo },
        1001
      )
      const addresses = [{ address: "192.0.2.1", version: "v4" as const }]
      yield* answers(ours, { _tag: "HostCreate", name: "ns.above.generic", addresses }, 1000)
      for (const label of ["client", "server", "leaving"]) yield* answers(ours, deletion(`${label}.generic`), 2304)
      yield* answers(ours, deletion("above.generic"), 2305)
      yield* answers(theirs, deletion("above.generic"), 2201)
      yield* answers(ours, deletion("missing.generic"), 2303)
    }))

  it.effect("ends with the purge of the name, which a message reports to its registrar", () =>
    Effect.gen(function*() {
      const { third } = yield* Registrars
      yield* deleted(third, "ending.generic")
      yield* TestClock.adjust("30 days")
      const { rgp, statuses } = yield* shown(third, "ending.generic")
      assert.deepStrictEqual([statuses.includes("pendingDelete"), rgp], [true, ["pendingDelete"]])
      yield* answers(third, restore("ending.generic"), 2304)
      yield* emptied(third)
      yield* TestClock.adjust("5 days")
      yield* answers(third, { _tag: "DomainInfo", name: "ending.generic" }, 2303)
      const [message] = yield* emptied(third)
      assert.deepInclude(message?.data, { _tag: "DomainData", name: "ending.generic" })
      assert.deepInclude(message?.extension.changed, { state: "before", operation: "autoPurge" })
      yield* register(third, "ending.generic")
    }))
})

layer(Registrars.layer({ opening_balance: 10_000_000 }))("A restore", (it) => {
  it.effect("restores the name unchanged after its report", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const before = yield* deleted(ours, "back.generic")
      const { funds } = (yield* Registrars).simulator.registrar("contract-generic", "ours")
      const balance = yield* funds.balance
      yield* answers(ours, reported("back.generic"), 2304)
      const { extension } = yield* answers(ours, restore("back.generic"), 1000)
      assert.deepStrictEqual(extension.rgp?.map(({ status }) => status), ["pendingRestore"])
      assert.notDeepEqual(yield* funds.balance, balance)
      yield* answers(ours, reported("back.generic"), 1000)
      const { data, rgp, statuses } = yield* shown(ours, "back.generic")
      assert.deepStrictEqual([statuses, rgp, data.expiresOn], [["inactive"], [], before.expiresOn])
      yield* answers(ours, reported("back.generic"), 2304)
      yield* answers(ours, restore("back.generic"), 2304)
    }))

  it.effect("returns to redemption without a report within seven days", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* deleted(ours, "late.generic")
      yield* answers(ours, restore("late.generic"), 1000)
      yield* TestClock.adjust("8 days")
      assert.deepStrictEqual((yield* shown(ours, "late.generic")).rgp, ["redemptionPeriod"])
      yield* answers(ours, reported("late.generic"), 2304)
    }))

  it.effect("adds a year to a name that has expired since", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* register(ours, "expired.generic")
      const { data } = yield* shown(ours, "expired.generic")
      yield* TestClock.adjust("350 days")
      yield* answers(ours, deletion("expired.generic"), 1001)
      yield* TestClock.adjust("20 days")
      yield* answers(ours, restore("expired.generic"), 1000)
      yield* answers(ours, reported("expired.generic"), 1000)
      const after = yield* shown(ours, "expired.generic")
      assert.strictEqual(
        Number(after.data.expiresOn?.slice(0, 4)),
        Number(data.expiresOn?.slice(0, 4)) + 1
      )
    }))

  it.effect("is accepted only alone, from the sponsor, for a name in redemption", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* deleted(ours, "alone.generic")
      yield* answers(ours, restore("alone.generic", { change: { authInfo: { password: "Another-Horse-2" } } }), 2002)
      yield* answers(theirs, restore("alone.generic"), 2201)
      yield* register(ours, "active.generic")
      yield* answers(ours, restore("active.generic"), 2304)
      yield* answers(ours, restore("missing.generic"), 2303)
    }))
})

framesKeepToSchemas()
