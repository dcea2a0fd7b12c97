import { assert, describe, it } from "@effect/vitest"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { testSize } from "../../../test/testSize.ts"

/** Steps of 420 days. */
const manySteps = testSize(7, 84)

const domainEvents = async (platform: TestPlatform) =>
  (await platform.events()).filter(({ kind }) => kind.startsWith("domain."))
    .map(({ created_on, kind }) => `${created_on.slice(0, 10)} ${kind}`)

describe("the clock of a test platform", () => {
  it("does not advance until it is moved", async () => {
    await using platform = await testPlatform({ now: "2031-05-01T12:00:00Z" })
    const { organization_id } = await platform.create.organization()
    const domain = await platform.create.domain(organization_id)
    assert.strictEqual(domain.registered_on, "2031-05-01T12:00:00Z")
    await platform.clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 })
    assert.strictEqual(platform.clock.now().toISOString(), "2031-05-02T14:03:04.000Z")
    await platform.clock.set("2031-06-01T00:00:00Z")
    assert.strictEqual(platform.clock.now().toISOString(), "2031-06-01T00:00:00.000Z")
  })

  it("carries out each work when it is due, in order", async () => {
    await using platform = await testPlatform({ now: "2030-01-01T09:00:00Z" })
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id, { name: "renewed.com" })
    await platform.clock.advance({ days: 400 })
    const events = await domainEvents(platform)
    assert.deepStrictEqual(events, [
      "2030-01-01 domain.registered",
      "2030-12-02 domain.expires_soon",
      "2030-12-25 domain.expires_soon",
      "2030-12-25 domain.renewed"
    ])
    const [first, second] = (await platform.events(["charge.captured"])).map(({ created_on }) =>
      created_on.slice(0, 10)
    )
    assert.deepStrictEqual([first, second], ["2030-01-01", "2030-12-25"])
    const domain = await platform.as(organization_id, "admin").domains.get("renewed.com")
    assert.strictEqual(domain.expires_on, "2032-01-01T09:00:00Z")
  })

  it("lets a domain expire, and removes it after its redemption", async () => {
    await using platform = await testPlatform()
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id, { name: "expiring.com", renewal_mode: "expire" })
    const { domains } = platform.as(organization_id, "admin")
    await platform.clock.advance({ days: 364 })
    assert.strictEqual((await domains.page()).total, 1)
    await platform.clock.advance({ days: 100 })
    assert.include((await domainEvents(platform)).join(), "domain.expired")
    assert.isTrue((await domains.check(["expiring.com"]))[0]?.available)
  })

  it("makes the same moves in one step as in many", async () => {
    const run = async (steps: number) => {
      await using platform = await testPlatform()
      const { organization_id } = await platform.create.organization()
      await platform.create.domain(organization_id, { name: "renewed.com" })
      await platform.create.domain(organization_id, { name: "expiring.com", renewal_mode: "expire" })
      for (let step = 0; step < steps; step++) await platform.clock.advance({ days: 420 / steps })
      return (await platform.events()).filter(({ kind }) => kind !== "event.recorded")
        .map(({ created_on, kind, object }) => `${created_on.slice(0, 10)} ${kind} ${object.name}`)
    }
    assert.deepStrictEqual(await run(1), await run(manySteps))
  })

  it("moves no other platform of the process", async () => {
    await using one = await testPlatform()
    await using other = await testPlatform()
    const customerOf = async (platform: TestPlatform) => {
      const { organization_id } = await platform.create.organization()
      const order = (name: string) => platform.create.domain(organization_id, { name })
      await order("renewed.com")
      return {
        order,
        expiry: async () => (await platform.as(organization_id, "admin").domains.get("renewed.com")).expires_on
      }
    }
    const [mine, theirs] = [await customerOf(one), await customerOf(other)]
    await one.clock.advance({ days: 400 })
    await other.clock.settle()
    assert.deepStrictEqual([await mine.expiry(), await theirs.expiry()], [
      "2032-01-01T09:00:00Z",
      "2031-01-01T09:00:00Z"
    ])
    assert.strictEqual((await theirs.order("later.com")).registered_on, "2030-01-01T09:00:00Z")
    assert.deepStrictEqual(await domainEvents(other), [
      "2030-01-01 domain.registered",
      "2030-01-01 domain.registered"
    ])
    await other.clock.advance({ days: 400 })
    assert.strictEqual(await theirs.expiry(), "2032-01-01T09:00:00Z")
    assert.strictEqual(one.clock.now().toISOString(), "2031-02-05T09:00:00.000Z")
  })

  it("refuses to go back", async () => {
    await using platform = await testPlatform()
    const refused = await platform.clock.set("2029-12-31T00:00:00Z").catch((error: unknown) => error)
    assert.instanceOf(refused, RangeError)
    assert.instanceOf(await platform.clock.advance({ days: -1 }).catch((error: unknown) => error), RangeError)
    const weeks = { weeks: 1 } as object
    assert.instanceOf(await platform.clock.advance(weeks).catch((error: unknown) => error), RangeError)
  })
})
