import { assert, describe, it } from "@effect/vitest"
import { MemoryZones, nameserverContract } from "@namewright/conformance/drivers"
import {
  defineNameserver,
  type NameserverDefinition,
  type NameserverDriver,
  type PlainZone
} from "@namewright/core/dns"
import { ConfigurationError } from "@namewright/core/shared"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as runner from "vitest"
import { countsOf, recordedCases } from "../../registry/define/RecordingRunner.ts"

/** A server in memory. It refuses calls during an outage. */
const memoryServer = () => {
  const served = new Map<string, PlainZone>()
  const state = { isAway: false }
  const reach = () => {
    if (state.isAway) throw new Error("connection refused")
  }
  return {
    served,
    definition: {
      name: "memory",
      publish: async (zone) => {
        reach()
        const known = served.get(zone.name)
        if (known === undefined || known.dns_zone_id !== zone.dns_zone_id || known.serial < zone.serial) {
          served.set(zone.name, zone)
        }
      },
      remove: async ({ name }) => {
        reach()
        served.delete(name)
      }
    } satisfies NameserverDefinition,
    answers: async (name: string, type: string) => {
      const zones = [...served.values()].filter((zone) => `.${name}`.endsWith(`.${zone.name}`))
      const closest = zones.toSorted((a, b) => b.name.length - a.name.length)[0]
      return closest?.rrsets.find((rrset) => rrset.name === name && rrset.type === type)?.records ?? []
    },
    outage: { begin: () => void (state.isAway = true), end: () => void (state.isAway = false) }
  }
}

nameserverContract("memory", () => {
  const { answers, definition, outage } = memoryServer()
  return { driver: defineNameserver(definition), answers, outage }
}, { runner, capabilities: ["removal", "answers", "outage"] })

const zones = new MemoryZones()

const publishOne = (
  driver: NameserverDriver,
  written: Partial<Parameters<MemoryZones["put"]>[1]> = {},
  name = "one.test"
) =>
  Effect.gen(function*() {
    const publication = yield* zones.put(name, { serial: 7, rrsets: [["www", "A", "192.0.2.1"]], ...written })
    const nameserver = yield* Effect.provide(driver.nameserver, zones.layer)
    const [served] = yield* nameserver.publish([publication])
    return served
  })

describe("a defined nameserver", () => {
  it("passes what its functions promise, and reports the other cases as skipped", async () => {
    const { publish } = memoryServer().definition
    const cases = await recordedCases((recorder) =>
      nameserverContract("memory", () => ({ driver: defineNameserver({ name: "memory", publish }) }), {
        runner: recorder,
        capabilities: []
      })
    )
    assert.deepStrictEqual(countsOf(cases), { passed: 2, skipped: 7, failed: [] })
  })

  it("fails the contract for a capability that it does not have", async () => {
    const { answers, definition: { publish } } = memoryServer()
    const cases = await recordedCases((recorder) =>
      nameserverContract("memory", () => ({ driver: defineNameserver({ name: "memory", publish }), answers }), {
        runner: recorder,
        capabilities: ["removal", "answers"]
      })
    )
    assert.include(countsOf(cases).failed, "removes a zone, and accepts a repeated removal")
  })

  it.effect("reports every failure as a problem, with an unknown serial", () =>
    Effect.gen(function*() {
      const failing: ReadonlyArray<[NameserverDefinition["publish"], RegExp]> = [
        [() => Promise.reject(new Error("refused")), /^refused$/],
        [() => {
          throw new Error("no client")
        }, /^no client$/],
        [async () => ({ serial: "seven" }) as never, /returned no serial/]
      ]
      for (const [publish, problem] of failing) {
        const served = yield* publishOne(defineNameserver({ name: "failing", publish }))
        assert.isUndefined(served?.serial)
        assert.match(served?.problem ?? "", problem)
      }
    }))

  it.effect("aborts a call at its time limit", () =>
    Effect.gen(function*() {
      let signal: AbortSignal | undefined
      const driver = defineNameserver({
        name: "slow",
        timeout: "5 seconds",
        publish: (_, call) => {
          signal = call.signal
          return new Promise(() => {})
        }
      })
      const fiber = yield* Effect.forkChild(publishOne(driver))
      yield* TestClock.adjust("5 seconds")
      assert.match((yield* Fiber.join(fiber))?.problem ?? "", /in time/)
      assert.isTrue(signal?.aborted)
    }))

  it.effect("publishes signed zones only with the capability, with their keys as text", () =>
    Effect.gen(function*() {
      const signing = {
        denial: "nsec3" as const,
        keys: [{ key_tag: 1, public_key: "AA==", private_key: Redacted.make("secret"), signs: "zone" as const }]
      }
      const seen: Array<PlainZone> = []
      const definition = { name: "signing", publish: async (zone: PlainZone) => void seen.push(zone) }
      const refused = yield* publishOne(defineNameserver(definition), { signing }, "signed.test")
      assert.match(refused?.problem ?? "", /cannot sign/)
      const driver = defineNameserver({ ...definition, capabilities: ["signing"] })
      assert.isNull((yield* publishOne(driver, { signing }, "signed.test"))?.problem)
      assert.deepStrictEqual(seen.map((zone) => zone.signing?.keys.map(({ private_key }) => private_key)), [["secret"]])
    }))

  it("is refused with every problem of its definition", () => {
    const problems = (() => {
      try {
        defineNameserver({ publsh: () => {}, timeout: "soon" } as never)
        return []
      } catch (error) {
        return error instanceof ConfigurationError ? error.problems : [String(error)]
      }
    })()
    assert.strictEqual(problems.length, 4)
  })
})
