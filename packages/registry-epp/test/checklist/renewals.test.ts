import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DomainRenew, EppDomainParts } from "../../src/index.ts"
import { answers, emptied, framesKeepToSchemas, register, type Registrar, Registrars, shown } from "./Registrars.ts"

const dayOf = (instant = ""): string => instant.slice(0, 10)
const yearOf = (instant = ""): number => Number(instant.slice(0, 4))

/** Renewal with the current expiry at the registry by default. */
const renewal = Effect.fnUntraced(function*(registrar: Registrar, name: string, changes: Partial<DomainRenew> = {}) {
  const { data } = yield* shown(registrar, name)
  const command: DomainRenew = {
    _tag: "DomainRenew",
    name,
    currentExpiry: dayOf(data.expiresOn),
    period: { value: 1, unit: "y" },
    ...changes
  }
  return command
})

layer(Registrars.layer())("A renewal", (it) => {
  it.effect("requires the current expiry, so that a repeated command renews once", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* register(ours, "renewed.generic")
      const before = yield* shown(ours, "renewed.generic")
      yield* answers(ours, yield* renewal(ours, "renewed.generic", { currentExpiry: "2020-01-01" }), 2306)
      const command = yield* renewal(ours, "renewed.generic", { period: { value: 2, unit: "y" } })
      const { data } = yield* answers(ours, command, 1000)
      yield* answers(ours, command, 2306)
      const after = yield* shown(ours, "renewed.generic")
      assert.strictEqual(data?._tag === "DomainRenewedData" && data.expiresOn, after.data.expiresOn)
      assert.strictEqual(yearOf(after.data.expiresOn), yearOf(before.data.expiresOn) + 2)
      assert.deepStrictEqual(after.rgp, ["addPeriod", "renewPeriod"])
    }))

  it.effect.each<[string, number, Partial<DomainRenew>]>([
    ["ten years from now", 1000, { period: { value: 9, unit: "y" } }],
    ["eleven years from now", 2306, { period: { value: 10, unit: "y" } }],
    ["eighteen months later", 2306, { period: { value: 18, unit: "m" } }],
    ["as late as it was", 2001, { period: { value: 0, unit: "y" } }]
  ])("that would let a name end %s is answered with %i", ([, code, changes]) =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const name = `term-${changes.period?.value}${changes.period?.unit}.generic`
      yield* register(ours, name)
      yield* answers(ours, yield* renewal(ours, name, changes), code)
    }))

  it.effect("is accepted only from the sponsor, for existing names", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "own.generic")
      yield* answers(theirs, yield* renewal(ours, "own.generic"), 2201)
      yield* answers(ours, { ...(yield* renewal(ours, "own.generic")), name: "missing.generic" }, 2303)
    }))

  it.effect("is refused while a status or a pending command prohibits it", () =>
    Effect.gen(function*() {
      const { ours, simulator, theirs } = yield* Registrars
      for (const name of ["client.generic", "server.generic", "leaving.generic", "leaving.locked"]) {
        yield* register(ours, name)
      }
      const add: EppDomainParts = { contacts: [], statuses: [{ status: "clientRenewProhibited" }] }
      yield* answers(ours, { _tag: "DomainUpdate", name: "client.generic", add }, 1000)
      const server = DomainName.make("server.generic")
      yield* Effect.orDie(simulator.acts.changeStatuses(server, { add: ["serverRenewProhibited"] }, "Lock"))
      const authInfo = { password: "Correct-Horse-1" }
      const transfer = { _tag: "DomainTransfer", operation: "request", authInfo } as const
      yield* answers(theirs, { ...transfer, name: "leaving.generic" }, 1001)
      yield* TestClock.adjust("6 days")
      yield* register(ours, "deleted.generic")
      yield* TestClock.adjust("6 days")
      yield* answers(ours, { _tag: "DomainDelete", name: "deleted.generic" }, 1001)
      yield* register(theirs, "going.generic")
      yield* answers(ours, { ...transfer, name: "going.generic" }, 1001)
      for (const name of ["client.generic", "server.generic", "deleted.generic"]) {
        yield* answers(ours, yield* renewal(ours, name), 2304)
      }
      yield* answers(theirs, yield* renewal(theirs, "going.generic"), 2304)
    }))
})

layer(Registrars.layer())("Time", (it) => {
  it.effect("ends each grace period after five days, beside others", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* register(ours, "grace.generic")
      assert.deepStrictEqual((yield* shown(ours, "grace.generic")).rgp, ["addPeriod"])
      yield* TestClock.adjust("2 days")
      yield* answers(ours, yield* renewal(ours, "grace.generic"), 1000)
      assert.deepStrictEqual((yield* shown(ours, "grace.generic")).rgp, ["addPeriod", "renewPeriod"])
      yield* TestClock.adjust("3 days")
      assert.deepStrictEqual((yield* shown(ours, "grace.generic")).rgp, ["renewPeriod"])
      yield* TestClock.adjust("2 days")
      assert.deepStrictEqual((yield* shown(ours, "grace.generic")).rgp, [])
      const transfer = { _tag: "DomainTransfer", name: "grace.generic" } as const
      yield* answers(
        theirs,
        { ...transfer, operation: "request", authInfo: { password: "Correct-Horse-1" } },
        1001
      )
      yield* answers(ours, { ...transfer, operation: "approve" }, 1000)
      assert.deepStrictEqual((yield* shown(theirs, "grace.generic")).rgp, ["transferPeriod"])
      yield* TestClock.adjust("5 days")
      assert.deepStrictEqual((yield* shown(theirs, "grace.generic")).rgp, [])
    }))

  it.effect("renews a name at the end of its term, and notifies its registrar", () =>
    Effect.gen(function*() {
      const { third } = yield* Registrars
      yield* register(third, "auto.generic")
      const before = yield* shown(third, "auto.generic")
      yield* TestClock.adjust("366 days")
      const after = yield* shown(third, "auto.generic")
      assert.strictEqual(yearOf(after.data.expiresOn), yearOf(before.data.expiresOn) + 1)
      assert.deepStrictEqual(after.rgp, ["autoRenewPeriod"])
      const [message] = yield* emptied(third)
      assert.deepInclude(message?.data, { _tag: "DomainRenewedData", name: "auto.generic" })
      yield* TestClock.adjust("43 days")
      assert.deepStrictEqual((yield* shown(third, "auto.generic")).rgp, ["autoRenewPeriod"])
      yield* answers(third, { _tag: "DomainDelete", name: "auto.generic" }, 1001)
      const deleted = yield* shown(third, "auto.generic")
      assert.strictEqual(deleted.data.expiresOn, before.data.expiresOn)
    }))
})

framesKeepToSchemas()
