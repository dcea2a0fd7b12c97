import { assert, describe, it } from "@effect/vitest"
import { isPlatformError } from "@namewright/core/embed"
import { testPlatform } from "@namewright/testing"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const codeOf = (call: Promise<unknown>) =>
  call.then(() => "none", (error: unknown) => isPlatformError(error) && "code" in error ? error.code : String(error))

describe("testPlatform", () => {
  it("makes organizations, contacts, domains and zones with data of their own", async () => {
    await using platform = await testPlatform()
    const { organization_id } = await platform.create.organization({ name: "Example" })
    const contact = await platform.create.contact(organization_id, { city: "Hamburg" })
    const domain = await platform.create.domain(organization_id)
    const zone = await platform.create.zone(organization_id, { name: "example.org" })
    assert.deepStrictEqual([contact.city, domain.expires_on, zone.name], [
      "Hamburg",
      "2031-01-01T09:00:00Z",
      "example.org."
    ])
    assert.notStrictEqual((await platform.create.domain(organization_id)).name, domain.name)
    const found = await platform.as(organization_id, "viewer").domains.page()
    assert.strictEqual(found.total, 2)
  })

  it("shares no state with another platform", async () => {
    await using one = await testPlatform()
    await using other = await testPlatform()
    const { organization_id } = await one.create.organization()
    await one.create.domain(organization_id, { name: "my-shop.com" })
    await one.clock.advance({ hours: 1 })
    one.registry.fail("createDomain", "unavailable")
    assert.strictEqual(await codeOf(other.as(organization_id, "admin").domains.page()), "ERROR_ORGANIZATION_NOT_FOUND")
    assert.deepStrictEqual(await other.events(), [])
    assert.strictEqual(other.clock.now().toISOString(), "2030-01-01T09:00:00.000Z")
    const second = await other.create.organization()
    assert.strictEqual((await other.create.domain(second.organization_id, { name: "my-shop.com" })).name, "my-shop.com")
  })

  it("keeps its data in a file if one is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-"))
    try {
      const filename = join(folder, "data.sqlite")
      const first = await testPlatform({ filename })
      const { organization_id } = await first.create.organization()
      await first.dispose()
      assert.isTrue(existsSync(filename))
      await using second = await testPlatform({ filename })
      assert.strictEqual((await second.as(organization_id, "admin").domains.page()).total, 0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("refuses options that do not exist", async () => {
    const wrong = { nameserver: true } as object
    assert.include(await testPlatform(wrong).catch(String), "nameserver")
  })

  it("ends its calls when it is disposed of", async () => {
    const platform = await testPlatform()
    await platform.dispose()
    assert.strictEqual(await codeOf(platform.create.organization()), "ERROR_PLATFORM_CLOSED")
  })
})

describe("the ledger of a test platform", () => {
  it("shows postings and balances as decimal text", async () => {
    await using platform = await testPlatform()
    const { organization_id } = await platform.create.organization({ starting_credit: "100.00" })
    await platform.create.domain(organization_id, { name: "my-shop.com" })
    const { balances, postings } = await platform.ledger(organization_id)
    assert.deepStrictEqual(
      postings.map(({ product_reference, step, wallet }) => [step, product_reference, wallet]),
      [["top_up", "starting credit", "100.00"], ["reserve", "my-shop.com", "-9.50"], ["capture", "my-shop.com", "0.00"]]
    )
    assert.deepStrictEqual(balances, [{
      payer_id: organization_id,
      currency: "EUR",
      wallet: "90.50",
      reserved: "0.00",
      revenue: "9.50",
      tax: "0.00",
      cash: "-100.00",
      adjustments: "0.00"
    }])
    await platform.create.organization()
    assert.lengthOf((await platform.ledger()).balances, 2)
  })

  it("belongs to events in the order of their commits", async () => {
    await using platform = await testPlatform()
    const { organization_id } = await platform.create.organization()
    await platform.create.domain(organization_id, { name: "my-shop.com" })
    const kinds = (await platform.events()).map(({ kind }) => kind)
    assert.includeMembers(kinds, ["payment.received", "domain.registered", "charge.captured"])
    const [captured] = await platform.events(["charge.captured"])
    assert.strictEqual(captured?.object.name, "my-shop.com")
  })
})
