import { assert, describe, layer } from "@effect/vitest"
import type { NameStatus } from "@namewright/core/availability"
import { Availability } from "@namewright/core/domains"
import {
  type MaintenanceNotice,
  RegistryMaintenanceStore,
  RegistryRefusal,
  RegistryTemporary
} from "@namewright/core/registry"
import { Instant, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { register, transferIn } from "../domains/DomainsPlatform.ts"
import {
  asked,
  askedPlatform,
  AskedRegistries,
  isUnknown,
  namesBelow,
  namesPerCheck,
  until
} from "./askedRegistries.ts"

const names = (statuses: ReadonlyArray<NameStatus>) => statuses.map(({ domain, status }) => [domain, status])

describe("look-ups of availability", () => {
  layer(askedPlatform())("check", (it) => {
    it.effect("returns a status per name, in the order and the writing of the request", () =>
      Effect.gen(function*() {
        const { asked: sent } = yield* AskedRegistries
        const { check } = yield* asked
        const found = yield* check(" Free.ONE ", "taken-a.two", "claims-a.two", "-bad-.one", "free.nowhere", "free.one")
        assert.deepStrictEqual(found, [
          { domain: " Free.ONE ", status: "available" },
          { domain: "taken-a.two", status: "unavailable" },
          { domain: "claims-a.two", status: "tmch_claim", claims_key: "2013041500/9/1/3/claims-a.two" },
          {
            domain: "-bad-.one",
            status: "error",
            error: { type: "validation_error", message: found[3]?.error?.message ?? "" }
          },
          {
            domain: "free.nowhere",
            status: "error",
            error: { type: "validation_error", message: "Names of this form are not offered here" }
          },
          { domain: "free.one", status: "available" }
        ])
        assert.notStrictEqual(found[3]?.error?.message ?? "", "")
        assert.sameDeepMembers(sent, [
          { backend: "one", names: ["free.one"] },
          { backend: "two", names: ["taken-a.two", "claims-a.two"] }
        ] as never)
      }))

    it.effect("reports what a registry refuses, and not what it leaves open", () =>
      Effect.gen(function*() {
        const { behave } = yield* AskedRegistries
        const { check } = yield* asked
        const refusal = new RegistryRefusal({ reason: "parameter", result_code: 2003, text: "Parameter missing" })
        behave("one", () => Effect.fail(refusal))
        behave("two", () => Effect.fail(new RegistryTemporary({ text: "No session" })))
        behave("three", () => Effect.die(new Error("a fault of the driver")))
        behave("four", Effect.map((answers) => answers.map((answer) => ({ ...answer, error: "2306 Not checked" }))))
        const error = (message: string) => ({ status: "error", error: { type: "check_error", message } }) as const
        assert.deepStrictEqual(yield* check("f.one", "f.two", "f.three", "f.four"), [
          { domain: "f.one", ...error("2003 Parameter missing") },
          { domain: "f.two", status: "unknown" },
          { domain: "f.three", ...error("The check failed") },
          { domain: "f.four", ...error("2306 Not checked") }
        ])
        for (const backend of ["one", "two", "three", "four"]) behave(backend, (answer) => answer)
        const again = yield* check("f.one", "f.two", "f.three", "f.four")
        assert.deepStrictEqual(again.map(({ status }) => status), Array(4).fill("available"), "failures are not kept")
      }))

    it.effect("is unknown for names under maintenance, while others of the registry are checked", () =>
      Effect.gen(function*() {
        const { check } = yield* asked
        const store = yield* RegistryMaintenanceStore
        const transaction = yield* Transaction
        const now = yield* Instant.now
        const notice = (maintenance_id: string, tlds: ReadonlyArray<string>): MaintenanceNotice => ({
          maintenance_id,
          name: null,
          starts_on: now,
          ends_on: DateTime.add(now, { minutes: 30 }),
          impact: "full",
          systems: [{ name: "EPP", host: null, impact: "full" }],
          environment: "production",
          reason: "planned",
          tlds,
          description: null,
          detail: null
        })
        yield* transaction.atomically(Effect.andThen(
          store.put("one", notice("part", ["uno"])),
          store.put("two", notice("whole", []))
        ))
        yield* TestClock.adjust("11 seconds")
        assert.deepStrictEqual(names(yield* check("m.uno", "m.one", "m.two", "m.three")), [
          ["m.uno", "unknown"],
          ["m.one", "available"],
          ["m.two", "unknown"],
          ["m.three", "available"]
        ])
      }))
  })

  layer(askedPlatform({ groups_at_once: 2 }))("stream", (it) => {
    it.effect("asks in groups of the registry's size, a few at once, and passes answers on as they come", () =>
      Effect.gen(function*() {
        const { asked: sent, behave } = yield* AskedRegistries
        const { follow } = yield* asked
        const found: Array<NameStatus> = []
        behave("one", Effect.delay("40 millis"))
        behave("two", Effect.delay("70 millis"))
        const requested = [...namesBelow("one", 120), ...namesBelow("two", 10), "-.one"]
        const running = yield* Effect.forkChild(follow(requested, found))
        yield* until(() => sent.length === 3 && found.length === 1)
        yield* TestClock.adjust("39 millis")
        assert.deepStrictEqual(names(found), [["-.one", "error"]], "an invalid name waits for no registry")
        assert.deepStrictEqual(sent.map(({ backend, names: { length } }) => [backend, length]), [
          ["one", namesPerCheck],
          ["one", namesPerCheck],
          ["two", 10]
        ])
        yield* TestClock.adjust("1 millis")
        yield* until(() => found.length === 1 + 2 * namesPerCheck && sent.length === 4)
        assert.strictEqual(sent[3]?.names.length, 20)
        yield* TestClock.adjust("30 millis")
        yield* until(() => found.length === 1 + 2 * namesPerCheck + 10)
        assert.strictEqual(found.filter(({ domain }) => domain.endsWith(".two")).length, 10)
        yield* TestClock.adjust("10 millis")
        yield* Fiber.join(running)
        assert.sameMembers(found.map(({ domain }) => domain), requested)
        assert.strictEqual(sent.length, 4)
      }))

    it.effect("shares the turns at a registry between requests", () =>
      Effect.gen(function*() {
        const { asked: sent, behave } = yield* AskedRegistries
        const { follow } = yield* asked
        behave("three", Effect.delay("40 millis"))
        sent.length = 0
        const found: Array<NameStatus> = []
        const running = yield* Effect.forEach(["a", "b", "c"], (prefix) =>
          Effect.forkChild(follow(namesBelow("three", 100, prefix), found)))
        for (const count of [2, 4, 6]) {
          yield* until(() =>
            sent.length >= count
          )
          assert.strictEqual(sent.length, count)
          yield* TestClock.adjust("40 millis")
        }
        yield* Effect.forEach(running, Fiber.join)
        assert.strictEqual(sent.length, 6)
        assert.strictEqual(found.length, 300)
      }))

    it.effect("is unknown for all names of a registry that is silent, and does not wait for each group", () =>
      Effect.gen(function*() {
        const { asked: sent, behave } = yield* AskedRegistries
        const { follow } = yield* asked
        behave("one", (answer) => answer)
        behave("four", () => Effect.never)
        sent.length = 0
        const found: Array<NameStatus> = []
        const running = yield* Effect.forkChild(
          follow([...namesBelow("four", 400), ...namesBelow("uno", 2)], found)
        )
        yield* until(() => found.length === 2 && sent.length === 3)
        yield* TestClock.adjust("9 seconds")
        assert.deepStrictEqual(names(found), [["name-0.uno", "available"], ["name-1.uno", "available"]])
        yield* TestClock.adjust("1 seconds")
        yield* Fiber.join(running)
        assert.strictEqual(found.filter(isUnknown).length, 400)
        assert.strictEqual(sent.filter(({ backend }) => backend === "four").length, 2)
      }))

    it.effect("ends its look-ups with its consumer", () =>
      Effect.gen(function*() {
        const { asked: sent, behave, interrupted } = yield* AskedRegistries
        const { follow } = yield* asked
        behave("four", Effect.delay("1 second"))
        sent.length = 0
        interrupted.length = 0
        const found: Array<NameStatus> = []
        const running = yield* Effect.forkChild(follow(namesBelow("four", 400), found))
        yield* until(() => sent.length === 2)
        yield* TestClock.adjust("1 second")
        yield* until(() => found.length === 2 * namesPerCheck && sent.length === 4)
        yield* Fiber.interrupt(running)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(sent.length, 4)
        assert.deepStrictEqual(interrupted, ["four", "four"])
        behave("four", (answer) => answer)
        yield* follow(namesBelow("four", 100, "after"), found)
        assert.strictEqual(found.length, 4 * namesPerCheck, "the turns are free again")
      }))
  })

  layer(askedPlatform())("answers that are kept", (it) => {
    it.effect("are used for three seconds, per registry and name", () =>
      Effect.gen(function*() {
        const { asked: sent } = yield* AskedRegistries
        const { check } = yield* asked
        const first = yield* check("kept.one", "taken-kept.one")
        yield* TestClock.adjust("2999 millis")
        assert.deepStrictEqual(yield* check("KEPT.one", "taken-kept.one"), [
          { domain: "KEPT.one", status: "available" },
          { domain: "taken-kept.one", status: "unavailable" }
        ])
        assert.strictEqual(sent.length, 1)
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* check("kept.one", "taken-kept.one"), first)
        assert.strictEqual(sent.length, 2)
      }))

    it.effect("are not used by registrations, transfers and checks of domains", () =>
      Effect.gen(function*() {
        const { asked: sent } = yield* AskedRegistries
        const { check, owner } = yield* asked
        const availability = yield* Availability
        sent.length = 0
        const asks = Effect.fnUntraced(function*<A, E, R>(name: string, work: Effect.Effect<A, E, R>) {
          const [before] = yield* check(name)
          const count = sent.length
          const result = yield* work
          assert.isAbove(sent.length, count, "the registry was asked again")
          assert.deepStrictEqual((yield* check(name))[0], before, "the answer is still kept")
          return result
        })
        const checked = yield* asks("sold.one", owner.act(availability.check(["sold.one"])))
        assert.isTrue(checked[0]?.available)
        yield* asks("ordered.one", register(owner, "ordered.one"))
        assert.deepStrictEqual(yield* check("ordered.one"), [{ domain: "ordered.one", status: "available" }])
        const [taken] = yield* owner.act(availability.check(["ordered.one"]))
        assert.isFalse(taken?.available)
        yield* asks("taken-moved.one", Effect.exit(transferIn(owner, "taken-moved.one")))
      }))
  })
})
