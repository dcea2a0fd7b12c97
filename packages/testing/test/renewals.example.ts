import { testPlatform } from "@namewright/testing"
import assert from "node:assert/strict"
import { test } from "node:test"

test("a domain is renewed and charged in its last week", async () => {
  await using platform = await testPlatform()
  const { organization_id } = await platform.create.organization({ starting_credit: "100.00" })
  await platform.create.domain(organization_id, { name: "my-shop.com" })

  await platform.clock.advance({ days: 400 })

  const renewals = await platform.events(["domain.renewed"])
  assert.deepEqual(renewals.map(({ object }) => object.name), ["my-shop.com"])
  const { balances, postings } = await platform.ledger(organization_id)
  assert.equal(postings.filter(({ step }) => step === "capture").length, 2)
  assert.equal(balances[0]?.reserved, "0.00")
})

test("an order that the registry refuses costs nothing", async () => {
  await using platform = await testPlatform()
  const { organization_id } = await platform.create.organization()
  platform.registry.fail("createDomain", { reason: "policy", text: "Not this name" })

  await assert.rejects(platform.create.domain(organization_id), { code: "ERROR_REGISTRY_POLICY" })
  assert.deepEqual(await platform.events(["charge.captured"]), [])
})
