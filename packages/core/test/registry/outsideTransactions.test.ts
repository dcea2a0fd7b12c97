import { assert, describe, it } from "@effect/vitest"
import { createPlatform } from "@namewright/core/embed"
import { RegistryRouter } from "@namewright/core/registry"
import { HostTransaction, RegistryInTransaction } from "@namewright/core/shared"
import { Cause, Effect, Exit, Option, Predicate } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

describe("a registry in a transaction of the host", () => {
  it("refuses every query and command", async () => {
    await using platform = createPlatform({ storage: memoryDatabase() })
    const router = await platform.runtime.runPromise(RegistryRouter)
    const registry = Option.getOrThrow(router.find("any"))
    const members = Object.entries(registry).filter(([, member]) =>
      Predicate.isFunction(member) || Effect.isEffect(member)
    )
    assert.isAbove(members.length, 20)
    for (const [name, member] of members) {
      const call: unknown = Predicate.isFunction(member)
        ? member(name === "checkDomains" ? ["a.com"] : { name: "a.com", hostname: "ns.a.com" })
        : member
      if (!Effect.isEffect(call)) return assert.fail(name)
      const exit = await platform.runtime.runPromiseExit(
        Effect.provideService(call as Effect.Effect<unknown, unknown>, HostTransaction, true)
      )
      assert.instanceOf(Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined, RegistryInTransaction, name)
    }
  })
})
