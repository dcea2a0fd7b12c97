import { assert, describe, it } from "@effect/vitest"
import { isPlatformError } from "@namewright/core/embed"
import { testPlatform } from "@namewright/testing"

const codeOf = (call: Promise<unknown>) =>
  call.then(() => "none", (error: unknown) => isPlatformError(error) && "code" in error ? error.code : String(error))

const customer = async () => {
  const platform = await testPlatform()
  const { organization_id } = await platform.create.organization()
  const contact = await platform.create.contact(organization_id)
  const { contact_id } = contact
  const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id }
  return {
    platform,
    organization_id,
    contacts,
    order: (name: string) => platform.create.domain(organization_id, { name, contacts })
  }
}

describe("the registry of a test platform", () => {
  it("refuses the next command with the reason of the test, and charges nothing", async () => {
    const { order, platform } = await customer()
    await using _ = platform
    platform.registry.fail("createDomain", { reason: "policy", text: "Not this name", result_code: 2306 })
    assert.strictEqual(await codeOf(order("first.com")), "ERROR_REGISTRY_POLICY")
    assert.deepStrictEqual(await platform.events(["charge.captured"]), [])
    assert.isNotNull((await order("first.com")).registered_on)
  })

  it("fails the calls that the options select", async () => {
    const { order, platform } = await customer()
    await using _ = platform
    const refusal = { reason: "policy" } as const
    platform.registry.fail("createDomain", refusal, { object: "second.com", times: 2 })
    assert.strictEqual(await codeOf(order("first.com")), "none")
    assert.strictEqual(await codeOf(order("second.com")), "ERROR_REGISTRY_POLICY")
    assert.strictEqual(await codeOf(order("second.com")), "ERROR_REGISTRY_POLICY")
    assert.strictEqual(await codeOf(order("second.com")), "none")
    platform.registry.fail("createDomain", refusal, { after: 1 })
    assert.strictEqual(await codeOf(order("third.com")), "none")
    assert.strictEqual(await codeOf(order("fourth.com")), "ERROR_REGISTRY_POLICY")
    platform.registry.fail("createDomain", refusal)
    platform.registry.reset()
    assert.strictEqual(await codeOf(order("fifth.com")), "none")
  })

  it.each(["unanswered", "answerLost"] as const)("settles an order whose command is %s, once", async (how) => {
    const { order, organization_id, platform } = await customer()
    await using _ = platform
    platform.registry.fail("createDomain", how)
    await order("lost.com").catch(() => undefined)
    await platform.clock.advance({ days: 1 })
    const charged = await platform.events(["charge.captured"])
    const { total } = await platform.as(organization_id, "admin").domains.page()
    assert.strictEqual(charged.length, total, "one charge for each domain")
    if (how === "answerLost") assert.strictEqual(total, 1)
    const [balance] = (await platform.ledger(organization_id)).balances
    assert.strictEqual(balance?.reserved, "0.00")
  })

  it("names the user who ordered, also if recovery completes the order", async () => {
    const { organization_id, platform } = await customer()
    await using _ = platform
    const user = { id: "u-17", name: "Ada" }
    const { contacts, domains } = platform.as({ organization_id, role: "admin", user })
    const { contact_id } = (await contacts.page()).items[0]!
    const roles = { registrant: contact_id, admin: contact_id, tech: contact_id }
    platform.registry.fail("createDomain", "answerLost")
    platform.registry.fail("infoDomain", "unanswered", { times: 10 })
    const order = { name: "later.com", contacts: roles, renewal_mode: "expire", period: 1 } as const
    await domains.register(order)
    assert.deepStrictEqual((await platform.changes.read({ kinds: ["domain.registered"] })).changes, [])
    await platform.clock.advance({ days: 400 })
    const { changes } = await platform.changes.read({ kinds: ["domain.registered", "domain.expired"] })
    assert.deepStrictEqual(
      changes.map(({ data, kind }) => [kind, "actor" in data ? data.actor : null]),
      [["domain.registered", { type: "host_user" as const, ...user }], ["domain.expired", { type: "system" as const }]]
    )
  })

  it("answers with the members of the test", async () => {
    const { organization_id, platform } = await customer()
    await using _ = platform
    const { domains } = platform.as(organization_id, "admin")
    platform.registry.respond("checkDomains", { available: false, reason: "Reserved" })
    assert.isFalse((await domains.check(["free.com"]))[0]?.available)
    assert.isTrue((await domains.check(["free.com"]))[0]?.available)
  })

  it.each(["approved", "rejected"] as const)("accepts a registration that is later %s", async (decision) => {
    const { order, organization_id, platform } = await customer()
    await using _ = platform
    platform.registry.decideLater("createDomain", decision)
    assert.include((await order("later.com")).registry_statuses, "pendingCreate")
    assert.strictEqual((await platform.ledger(organization_id)).balances[0]?.reserved, "9.50")
    await platform.clock.advance({ hours: 1 })
    const { total } = await platform.as(organization_id, "admin").domains.page()
    const charged = await platform.events(["charge.captured"])
    assert.deepStrictEqual([total, charged.length], decision === "approved" ? [1, 1] : [0, 0])
    assert.strictEqual((await platform.ledger(organization_id)).balances[0]?.reserved, "0.00")
    assert.deepStrictEqual((await order("at-once.com")).registry_statuses.includes("pendingCreate"), false)
  })

  it.each(["approved", "rejected"] as const)("accepts a transfer that is later %s", async (decision) => {
    const { contacts, organization_id, platform } = await customer()
    await using _ = platform
    const { domains } = platform.as(organization_id, "admin")
    platform.registry.decideLater("requestTransfer", decision)
    await domains.transferIn({
      // Transfers of .com names take five days, in which recovery looks them up 150 times.
      name: "elsewhere.eu",
      auth_code: "Transfer-Code-1",
      renewal_mode: "renew",
      contacts
    })
    await platform.clock.settle()
    assert.deepStrictEqual(await platform.events(["charge.captured"]), [])
    await platform.clock.advance({ hours: 1 })
    const { total } = await domains.page()
    const charged = await platform.events(["charge.captured"])
    assert.deepStrictEqual([total, charged.length], decision === "approved" ? [1, 1] : [0, 0])
    assert.strictEqual((await platform.ledger(organization_id)).balances[0]?.reserved, "0.00")
  })

  it("refuses an unknown failure", async () => {
    const { platform } = await customer()
    await using _ = platform
    const unknown = { reason: "bad weather" } as never
    assert.throws(() => platform.registry.fail("createDomain", unknown), TypeError)
    assert.throws(() => platform.registry.decideLater("renewDomain" as never, "approved"), TypeError)
    assert.throws(() => platform.registry.decideLater("createDomain", "perhaps" as never), TypeError)
  })
})
