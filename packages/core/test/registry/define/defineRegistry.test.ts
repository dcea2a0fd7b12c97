import { assert, describe, it } from "@effect/vitest"
import {
  defineRegistry,
  newCommandId,
  type Registry,
  type RegistryDefinition,
  RegistryOutcomeUnknown,
  RegistryRefusal,
  registryRefusal,
  RegistryTemporary,
  registryUnavailable
} from "@namewright/core/registry"
import { ConfigurationError, DomainName, Hostname, Money, Period } from "@namewright/core/shared"
import { DateTime, Effect, Fiber, Logger, Option } from "effect"
import { TestClock } from "effect/testing"

const name = DomainName.make("shop.example")

const driverOf = (definition: RegistryDefinition): Registry => defineRegistry(definition).registry("acme")

const creation = Effect.map(newCommandId, (command_id) => ({
  command_id,
  name,
  period: Period.years(2),
  contacts: [],
  nameservers: [{ hostname: Hostname.make("ns1.example.net"), ip_addresses: [] }],
  auth_code: null,
  dnssec: [],
  attributes: { vat_rate: "20" },
  fee: { amount: Money.MinorUnits.make(1250), currency: "EUR" as const },
  claims_acceptance: null
}))

const created = (registry: Registry) => Effect.flatMap(creation, registry.createDomain)
const failureOf = (registry: Registry) => Effect.flip(created(registry))

/** The texts of the entries that an effect logs. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const texts: Array<string> = []
  const logger = Logger.make(({ message }) =>
    void texts.push(Array.isArray(message) ? String(message[0]) : String(message))
  )
  return Effect.map(Effect.provide(Effect.exit(effect), Logger.layer([logger])), (exit) => ({ exit, texts }))
}

describe("calls of a defined registry", () => {
  it.effect("pass plain values, with amounts as decimal text", () =>
    Effect.gen(function*() {
      const seen: Array<unknown> = []
      const registry = driverOf({
        createDomain: async (command, { signal }) => {
          seen.push(command, signal.aborted)
          return { expires_on: "2032-01-01T00:00:00Z" }
        }
      })
      const command = yield* creation
      yield* registry.createDomain(command)
      assert.deepStrictEqual(seen, [
        JSON.parse(JSON.stringify({ ...command, fee: { amount: "12.50", currency: "EUR" } })),
        false
      ])
    }))

  it.effect("read dates and ISO text, null, and absent members", () =>
    Effect.gen(function*() {
      const registry = driverOf({
        createDomain: () => ({
          expires_on: new Date("2032-01-01T00:00:00.500Z"),
          cost: { amount: "9.5", currency: "EUR" }
        }),
        infoDomain: async ({ name }) =>
          name === "missing.example" ? null : {
            roid: "D1",
            sponsor: "account",
            statuses: ["ok"],
            created_on: "2030-01-01T01:00:00+01:00",
            expires_on: null
          },
        renewDomain: async () => ({ expires_on: "2033-01-01" }),
        deleteDomain: async () => {}
      })
      const { cost, expires_on } = yield* created(registry)
      assert.deepStrictEqual([cost?.amount, expires_on && DateTime.formatIso(expires_on)], [
        950,
        "2032-01-01T00:00:00.000Z"
      ])
      const domain = Option.getOrThrow(yield* registry.infoDomain(name))
      assert.deepStrictEqual([domain.name, domain.contacts, domain.auth_code, domain.expires_on], [
        name,
        [],
        null,
        null
      ])
      assert.strictEqual(domain.created_on && DateTime.formatIso(domain.created_on), "2030-01-01T00:00:00.000Z")
      assert.isTrue(Option.isNone(yield* registry.infoDomain(DomainName.make("missing.example"))))
      const command_id = yield* newCommandId
      assert.deepStrictEqual(yield* registry.deleteDomain({ command_id, name }), { completed: true, credit: null })
    }))

  it.effect("split long checks, and return one answer for each name in its order", () =>
    Effect.gen(function*() {
      const sizes: Array<number> = []
      const registry = driverOf({
        namesPerCheck: 2,
        checkDomains: async ({ names }) => {
          sizes.push(names.length)
          return names.filter((one) => one !== "c.example").map((one) => ({ name: one, available: true })).toReversed()
        }
      })
      const names = ["a.example", "b.example", "c.example"].map((one) => DomainName.make(one))
      const answers = yield* registry.checkDomains(names)
      assert.deepStrictEqual(sizes, [2, 1])
      assert.deepStrictEqual(answers.map((answer) => [answer.name, answer.available, answer.error === null]), [
        ["a.example", true, true],
        ["b.example", true, true],
        ["c.example", false, false]
      ])
    }))

  it.effect("of absent functions are refused as unsupported", () =>
    Effect.gen(function*() {
      const registry = driverOf({ checkDomains: async () => [] })
      const command_id = yield* newCommandId
      const refusals = [
        yield* failureOf(registry),
        yield* Effect.flip(registry.infoDomain(name)),
        yield* Effect.flip(registry.deleteDomain({ command_id, name })),
        yield* Effect.flip(registry.nextMessage)
      ]
      for (const refusal of refusals) {
        assert.instanceOf(refusal, RegistryRefusal)
        assert.strictEqual("reason" in refusal && refusal.reason, "unsupported")
      }
      const { auth_code_requests, contact_objects, host_objects, poll, releases, restore, transfer_decisions } =
        registry.capabilities
      assert.deepStrictEqual(
        [auth_code_requests, contact_objects, host_objects, poll, releases, restore, transfer_decisions],
        [false, false, false, false, false, false, false]
      )
    }))
})

describe("failures of a defined registry", () => {
  const throwing = (error: unknown) =>
    driverOf({
      createDomain: async () => {
        throw error
      },
      infoDomain: async () => {
        throw error
      }
    })

  it.effect("are refusals with the class of their code", () =>
    Effect.gen(function*() {
      const refusals = [
        registryRefusal(2302, "Taken"),
        registryRefusal("registryCredit", "No funds"),
        // Of another copy of the module.
        Object.assign(new Error("x"), { _tag: "RegistryRefusal", reason: "policy", result_code: 2306, text: "No" })
      ]
      const failures = yield* Effect.forEach(refusals, (error) => failureOf(throwing(error)))
      assert.deepStrictEqual(
        failures.map((error) => error instanceof RegistryRefusal && [error.reason, error.result_code, error.text]),
        [["objectExists", 2302, "Taken"], ["registryCredit", null, "No funds"], ["policy", 2306, "No"]]
      )
    }))

  it.effect("are temporary if the registry did nothing", () =>
    Effect.gen(function*() {
      for (const error of [registryUnavailable("Later"), registryRefusal(2502, "Too many sessions")]) {
        assert.instanceOf(yield* failureOf(throwing(error)), RegistryTemporary)
      }
    }))

  it.effect("leave the outcome of a command unknown, and a query unanswered, for every other error", () =>
    Effect.gen(function*() {
      for (const error of [new TypeError("fetch failed"), registryRefusal(2400, "Failed"), undefined, "text"]) {
        const { exit, texts } = yield* logged(created(throwing(error)))
        assert.strictEqual(exit._tag, "Failure")
        assert.deepStrictEqual(texts, ["registry driver createDomain: the driver failed"])
        const failure = yield* failureOf(throwing(error))
        assert.instanceOf(failure, RegistryOutcomeUnknown)
        assert.notInclude(failure.message, "fetch failed")
        assert.instanceOf(yield* Effect.flip(throwing(error).infoDomain(name)), RegistryTemporary)
      }
    }))

  it.effect("include errors that are thrown synchronously", () =>
    Effect.gen(function*() {
      const registry = driverOf({
        createDomain: () => {
          throw new Error("no client")
        }
      })
      assert.instanceOf(yield* failureOf(registry), RegistryOutcomeUnknown)
    }))

  it.effect("include results that cannot be read, which are logged without their values", () =>
    Effect.gen(function*() {
      const garbage: ReadonlyArray<[unknown, RegExp]> = [
        [null, /invalid result/],
        ["done", /invalid result/],
        [{ completed: "yes" }, /completed/],
        [{ expires_on: "soon" }, /expires_on is not an instant/],
        [{ cost: { amount: "1.234", currency: "EUR" } }, /cost\.amount is not an amount/]
      ]
      for (const [result, problem] of garbage) {
        const registry = driverOf({ name: "acme", createDomain: async () => result as never })
        const { texts } = yield* logged(created(registry))
        assert.match(texts[0] ?? "", problem)
        assert.match(texts[0] ?? "", /^acme createDomain/)
        assert.instanceOf(yield* failureOf(registry), RegistryOutcomeUnknown)
      }
      const info = driverOf({ infoDomain: async () => ({ roid: "D1", auth_code: 7_654_321 }) as never })
      const { texts } = yield* logged(info.infoDomain(name))
      assert.match(texts[0] ?? "", /invalid result/)
      assert.notInclude(texts[0] ?? "", "7654321")
      assert.instanceOf(yield* Effect.flip(info.infoDomain(name)), RegistryTemporary)
      const check = driverOf({ checkDomains: async () => [{ name: "shop.example", available: "no" }] as never })
      assert.instanceOf(yield* Effect.flip(check.checkDomains([name])), RegistryTemporary)
    }))

  it.effect("include the time limit, which aborts the signal, also where nothing can be interrupted", () =>
    Effect.gen(function*() {
      let signal: AbortSignal | undefined
      const registry = driverOf({
        timeout: "10 seconds",
        createDomain: (_, call) => {
          signal = call.signal
          return new Promise(() => {})
        }
      })
      const fiber = yield* Effect.forkChild(Effect.uninterruptible(failureOf(registry)))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      assert.isFalse(signal?.aborted)
      yield* TestClock.adjust("1 second")
      assert.instanceOf(yield* Fiber.join(fiber), RegistryOutcomeUnknown)
      assert.isTrue(signal?.aborted)
    }))
})

describe("a definition", () => {
  const problemsOf = (definition: object): ReadonlyArray<string> => {
    try {
      defineRegistry(definition)
      return []
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems
      throw error
    }
  }

  it("is refused with every problem at once", () => {
    assert.deepStrictEqual(problemsOf({}), ["options: expected at least one function, such as checkDomains"])
    const problems = problemsOf({ creatDomain: () => ({}), infoDomain: {}, namesPerCheck: 0, timeout: "soon" })
    assert.strictEqual(problems.length, 4)
    assert.match(problems[0] ?? "", /^creatDomain: .*did you mean createDomain/)
    assert.match(problemsOf({ checkDomains: () => [], capabilities: ["speed"] })[0] ?? "", /^capabilities: expected/)
  })

  it("declares its commands and features", () => {
    const driver = defineRegistry({
      capabilities: ["dsRecords", "gracePeriods"],
      infoDomain: async () => null,
      nextMessage: async () => null,
      acknowledgeMessage: async () => {}
    })
    assert.deepStrictEqual(driver.capabilities, [
      "infoDomain",
      "nextMessage",
      "acknowledgeMessage",
      "dsRecords",
      "gracePeriods"
    ])
    const { capabilities, key } = driver.registry("acme")
    assert.deepStrictEqual([key, capabilities.poll, capabilities.grace_statuses, capabilities.names_per_check], [
      "acme",
      true,
      true,
      1
    ])
    assert.notStrictEqual(driver.registry("acme").account_id, driver.registry("acme", "other").account_id)
  })
})
