import { assert, describe, it } from "@effect/vitest"
import { createPlatform, type PlatformCalls } from "@namewright/core/embed"
import { defineRegistry } from "@namewright/core/registry"
import { InvalidInput, RegistryInTransaction } from "@namewright/core/shared"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** Registry whose checks are answered by the test, name by name. */
const heldRegistry = () => {
  const held = new Map<string, () => void>()
  const asked: Array<string> = []
  const ended: Array<string> = []
  const registry = defineRegistry({
    namesPerCheck: 1,
    checkDomains: async ({ names }, { signal }) => {
      const [name = ""] = names
      asked.push(name)
      signal.addEventListener("abort", () => ended.push(name))
      await new Promise<void>((resolve) => held.set(name, resolve))
      return names.map((one) => ({ name: one, available: true }))
    }
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    registry,
    asked,
    ended,
    answer: async (name: string) => {
      while (!held.has(name)) await turn() // oxlint-disable-line no-await-in-loop -- until the registry is asked
      held.get(name)?.()
    },
    until: async (condition: () => boolean) => {
      while (!condition()) await turn() // oxlint-disable-line no-await-in-loop -- until the platform has worked
    }
  }
}

const withCaller = async (
  use: (
    calls: PlatformCalls,
    held: ReturnType<typeof heldRegistry>,
    platform: ReturnType<typeof createPlatform>,
    organization_id: string
  ) => Promise<void>
) => {
  const held = heldRegistry()
  await using platform = createPlatform({
    storage: memoryDatabase(),
    registries: { verisign: held.registry }
  })
  const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
  await use(platform.as({ organization_id, permissions: [] }), held, platform, organization_id)
}

const rejection = (call: Promise<unknown>): Promise<unknown> =>
  call.then((result) => assert.fail(`resolved with ${JSON.stringify(result)}`), (error: unknown) => error)

describe("availability of the library", () => {
  it("check returns the statuses without any right", () =>
    withCaller(async ({ availability }, { answer }) => {
      const checked = availability.check(["b.com", "other.org"])
      await answer("b.com")
      assert.deepStrictEqual(await checked, [
        { domain: "b.com", status: "available" },
        { domain: "other.org", status: "available" }
      ])
    }))

  it("stream yields each status as soon as it is known", () =>
    withCaller(async ({ availability }, { answer }) => {
      const statuses = availability.stream(["a.com", "b.com", "other.org"])[Symbol.asyncIterator]()
      assert.deepStrictEqual(await statuses.next(), {
        done: false,
        value: { domain: "other.org", status: "available" }
      })
      await answer("b.com")
      assert.deepStrictEqual(await statuses.next(), { done: false, value: { domain: "b.com", status: "available" } })
      await answer("a.com")
      assert.deepStrictEqual(await statuses.next(), { done: false, value: { domain: "a.com", status: "available" } })
      assert.isTrue((await statuses.next()).done)
    }))

  it("stream ends its look-ups when the loop is left, and by a signal with its reason", () =>
    withCaller(async ({ availability }, { answer, asked, ended, until }) => {
      const names = Array.from({ length: 20 }, (_, index) => `left-${index}.com`)
      for await (const { status } of availability.stream([...names, "left.org"])) {
        assert.strictEqual(status, "available")
        await until(() => asked.length === 4)
        break
      }
      await until(() => ended.length === 4)
      assert.lengthOf(asked, 4)
      const controller = new AbortController()
      const statuses = availability.stream(names, { signal: controller.signal })[Symbol.asyncIterator]()
      const first = statuses.next()
      await answer("left-0.com")
      await until(() => asked.length >= 8)
      controller.abort(new Error("enough"))
      const ending = Promise.allSettled([first, statuses.next(), statuses.next(), statuses.next()])
      assert.isTrue((await ending).some((one) => one.status === "rejected" && one.reason.message === "enough"))
      await until(() => ended.length === 8)
    }))

  it("is refused with too few or too many names, and in a transaction", () =>
    withCaller(async ({ availability }, _held, platform, organization_id) => {
      const next = (names: ReadonlyArray<string>) => availability.stream(names)[Symbol.asyncIterator]().next()
      for (const count of [0, 1001]) assert.instanceOf(await rejection(next(Array(count).fill("a.com"))), InvalidInput)
      for (const count of [0, 51]) {
        assert.instanceOf(await rejection(availability.check(Array(count).fill("a.com"))), InvalidInput)
      }
      await platform.transaction(async (tx) => {
        const { availability: inside } = tx.as(organization_id, "admin")
        assert.instanceOf(await rejection(inside.check(["other.org"])), RegistryInTransaction)
        assert.instanceOf(
          await rejection(inside.stream(["other.org"])[Symbol.asyncIterator]().next()),
          RegistryInTransaction
        )
      })
    }))
})
