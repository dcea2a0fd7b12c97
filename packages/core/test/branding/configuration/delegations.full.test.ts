import type { TestPlatform } from "@namewright/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  baseZone,
  brandingPlatform,
  hasCertificate,
  hasClient,
  newLabel,
  newReseller,
  plusOf,
  recordsOf,
  year
} from "./BrandingPlatform.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform()
})
afterAll(() => platform.dispose())

describe("The tier plus over days", () => {
  it.each(
    [
      ["elsewhere", "delegation_mismatch", "dns"],
      ["disputed", "delegation_mismatch", "dns"],
      ["challenged", "delegation_mismatch", "dns"],
      ["silent", "retries_exhausted", "system"]
    ] as const
  )("waits 24 hours for the delegation of %s names, and fails as %s", async (prefix, code, type) => {
    const { branding, organization_id } = await newReseller(platform)
    const { hostname, request } = plusOf(prefix, { create_zone: true })
    await branding.create(request)
    await platform.clock.advance({ hours: 23 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "verifying")
    await platform.clock.advance({ hours: 2 })
    assert.deepInclude(await branding.configuration(), {
      onboarding_status: "failed",
      failure_code: code,
      failure_type: type
    })
    assert.deepStrictEqual(await recordsOf(platform, hostname), [])
    assert.isFalse(await hasClient(platform, organization_id))
    await platform.clock.advance({ days: 30 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "terminated")
  })

  it("upgrades a year for the price of its remaining months, and keeps the hosts of the platform served", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const label = newLabel()
    await branding.create({ tier: "base", label, period: year })
    await platform.clock.advance({ days: 40 })
    const before = await branding.configuration()
    const { hostname } = plusOf("elsewhere")
    await branding.upgrade({ hostname, auth_subdomain: "login", create_zone: true })
    await platform.clock.advance({ hours: 25 })
    const failed = await branding.configuration()
    assert.deepInclude(failed, { onboarding_status: "failed", tier: "plus", failure_code: "delegation_mismatch" })
    assert.isTrue(await hasCertificate(platform, `app.${label}.${baseZone}`, `auth.${label}.${baseZone}`))
    assert.isTrue(await hasClient(platform, organization_id))
    const delegated = plusOf("delegated").hostname
    await branding.recheck({ hostname: delegated, auth_subdomain: "login", create_zone: true })
    await platform.clock.advance({ minutes: 5 })
    const after = await branding.configuration()
    assert.deepInclude(after, { onboarding_status: "active", hostname: delegated })
    assert.strictEqual(after.subscription?.expires_on, before.subscription?.expires_on)
    const fee = (await platform.as(organization_id, "admin").transactions.page()).items
      .find(({ action }) => action === "upgrade_fee")
    assert.deepInclude(fee, { status: "succeeded", volume: "10", unit: "m", product_type: "whitelabel_branding_plus" })
  })
})
