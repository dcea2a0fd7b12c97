import { assert, describe, it } from "@effect/vitest"
import {
  registryCases,
  registryContract,
  type RegistryContractOptions,
  RegistryUnderTest
} from "@namewright/conformance/drivers"
import { type Registry, type RegistryDefinition, registryMethods, registryRefusal } from "@namewright/core/registry"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { simulatedCapabilities, simulatorUnderTest } from "../simulatedRegistries.ts"
import { MemoryRegistry } from "./MemoryRegistry.ts"
import { countsOf, recordedCases } from "./RecordingRunner.ts"

const three = ["checkDomains", "infoDomain", "createDomain"] as const
const domain = { suffix: "memory" }

const casesOf = (
  changes: Partial<RegistryDefinition> = {},
  options: Partial<RegistryContractOptions> = {},
  registry = new MemoryRegistry()
) =>
  recordedCases((runner) =>
    registryContract("memory", () => registry.driver("ours", changes), {
      runner,
      capabilities: three,
      domain,
      ...options
    })
  )

describe("the contract of registry drivers", () => {
  it("passes what three commands promise, and reports all other cases as skipped with what they need", async () => {
    const cases = await casesOf()
    assert.deepStrictEqual(countsOf(cases), { passed: 11, skipped: 131, failed: [] })
    const skipped = cases.filter(({ outcome }) => outcome === "skipped")
    assert.isTrue(skipped.every(({ name }) => / \(needs [a-zA-Z, ]+\)$/.test(name)))
    assert.include(skipped.map(({ name }) => name), "renews for a year (needs renewDomain)")
  })

  it("runs further cases with a rival, and with more features", async () => {
    const registry = new MemoryRegistry()
    const withRival = await casesOf({}, { rival: () => registry.driver("theirs") }, registry)
    assert.deepStrictEqual(countsOf(withRival), { passed: 13, skipped: 129, failed: [] })
    const results = new Map<string, unknown>()
    const { createDomain } = registry.definition("ours")
    const cases = await casesOf(
      {
        createDomain: async (command, call) => {
          const result = results.get(command.command_id) ?? await createDomain?.(command, call)
          results.set(command.command_id, result)
          return result as { readonly expires_on: Date }
        }
      },
      { capabilities: [...three, "repeatableCommands"] },
      registry
    )
    assert.deepStrictEqual(countsOf(cases), { passed: 12, skipped: 130, failed: [] })
  })

  it("fails for a capability that the driver does not have", async () => {
    const overstated = countsOf(await casesOf({}, { capabilities: [...three, "renewDomain", "repeatableCommands"] }))
    assert.deepStrictEqual(overstated.failed, [
      "supports the commands of its capabilities",
      "returns the first result to a repeated command",
      "renews for a year",
      "refuses to renew a missing domain",
      "refuses a renewal with another expiry than the domain's, so that a repeat renews once"
    ])
  })

  it("fails for commands beyond the capabilities, and for a driver that answers wrongly", async () => {
    const silent = countsOf(await casesOf({ deleteDomain: async () => {} }))
    assert.deepStrictEqual(silent.failed, ["refuses the commands that it lacks as unsupported"])
    const careless = countsOf(
      await casesOf({ checkDomains: async ({ names }) => names.map((name) => ({ name, available: true })) })
    )
    assert.deepStrictEqual(careless.failed, [
      "answers a check for every name, in the order of the command",
      "answers a check of more names than one command can have",
      "returns names of other registries and names against its rules as unavailable",
      "registers a free name, which then exists and is no longer available"
    ])
    const vague = countsOf(
      await casesOf({
        createDomain: async () => {
          throw registryRefusal(2306, "No")
        }
      })
    )
    assert.include(vague.failed, "refuses to register a name twice")
  })

  it("fails if the driver cannot be made", async () => {
    const cases = await recordedCases((runner) =>
      registryContract("absent", () => Promise.reject(new Error("no server")), { runner, capabilities: three, domain })
    )
    const { failed, passed } = countsOf(cases)
    assert.deepStrictEqual([passed, failed.length], [0, 11])
  })
})

/** Records the names of the calls of a registry. */
const recording = (registry: Registry, called: (method: string) => void): Registry =>
  new Proxy(registry, {
    get: (target, key) => {
      if (registryMethods.some((method) => method === key)) called(String(key))
      return Reflect.get(target, key)
    }
  })

describe("the cases of the contract", () => {
  it.effect("name every command that they call, the rival and the clock", () =>
    Effect.gen(function*() {
      const context = yield* Layer.build(
        simulatorUnderTest.pipe(Layer.provide(memoryDatabase()), Layer.provideMerge(TestClock.layer()))
      )
      const { advance, ours, theirs } = Context.get(context, RegistryUnderTest)
      let used = new Set<string>()
      const call = (method: string) => void used.add(method)
      const rivalCall = (method: string) => void used.add("rival").add(method)
      const recorded = Context.add(context, RegistryUnderTest, {
        ours: { generic: recording(ours.generic, call), country: recording(ours.country, call) },
        theirs: { generic: recording(theirs.generic, rivalCall), country: recording(theirs.country, rivalCall) },
        advance: (duration) => Effect.andThen(Effect.sync(() => void used.add("clock")), advance(duration))
      })
      const missing: Array<string> = []
      for (const { needs, run, title } of registryCases(simulatedCapabilities).slice(2)) {
        used = new Set()
        yield* Effect.exit(Effect.provideContext(run, recorded))
        const named = new Set<string>(needs)
        // Contacts of a registration are created only if the driver has `createContact`. Registries without host objects
        // and codes refuse such commands.
        for (const free of ["createContact", ...optional[title] ?? []]) used.delete(free)
        for (const one of used) if (!named.has(one)) missing.push(`${title}: ${one}`)
      }
      assert.deepStrictEqual(missing, [])
    }).pipe(Effect.scoped))
})

/** Calls that a driver without the command passes, because it refuses them as unsupported. */
const optional: Readonly<Record<string, ReadonlyArray<string>>> = {
  "stores glue with the domain if hosts are attributes": ["createHost"],
  "makes no codes if registrars set them": ["requestAuthCode"]
}
