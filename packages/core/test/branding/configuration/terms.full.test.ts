import type { TestPlatform } from "@namewright/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  baseZone,
  brandingPlatform,
  hasCertificate,
  hasClient,
  month,
  newLabel,
  newReseller,
  recordsBelowLabel,
  rejects,
  servedPart
} from "./BrandingPlatform.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform()
})
afterAll(() => platform.dispose())

const served = (host: string) => servedPart(platform, host)
const recordsBelow = (label: string) => recordsBelowLabel(platform, label)

describe("The term of a configuration", () => {
  it("is renewed, has a grace period, is terminated without remains, and is restored", async () => {
    const { branding, organization_id } = await newReseller(platform, "25.00")
    const label = newLabel()
    await branding.create({ tier: "base", label, period: month })
    await platform.clock.advance({ minutes: 5 })
    const first = await branding.configuration()
    await platform.clock.advance({ days: 32 })
    const second = await branding.configuration()
    assert.isAbove(Date.parse(second.subscription?.expires_on ?? ""), Date.parse(first.subscription?.expires_on ?? ""))
    assert.strictEqual(second.onboarding_status, "active")
    // Two terms of 9.90 are paid; the credit does not cover a third one.
    await platform.clock.advance({ days: 35 })
    const third = await branding.configuration()
    assert.isNotNull(third.subscription?.grace_period_ends_at)
    assert.strictEqual(await served(first.hostname), "app")
    await platform.clock.advance({ days: 14 })
    const over = await branding.configuration()
    assert.deepInclude(over, { onboarding_status: "terminated", subscription: null, keycloak_client_id: null })
    assert.isUndefined(await served(first.hostname))
    assert.deepStrictEqual(await recordsBelow(label), [])
    assert.isFalse(await hasCertificate(platform, first.hostname, first.auth_hostname))
    assert.isFalse(await hasClient(platform, organization_id))
    assert.isUndefined((await branding.document()).auth)
    await rejects(branding.restore(), "ERROR_BILLING_INSUFFICIENT_FUNDS")
    await rejects(branding.recheck({}), "ERROR_WHITELABEL_STATE")
    await rejects(branding.create({ tier: "base", label, period: month }), "ERROR_WHITELABEL_STATE")
    const other = await newReseller(platform)
    await rejects(other.branding.create({ tier: "base", label, period: month }), "ERROR_WHITELABEL_LABEL_TAKEN")
  })

  it("is restored for the fee and another term, from what was kept", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const label = newLabel()
    await branding.saveDocument({ brand: { name: "Kept" } })
    await branding.create({ tier: "base", label, period: month })
    await platform.clock.advance({ minutes: 5 })
    const { subscription } = await branding.update({ renewal_mode: "expire" })
    assert.isNull(subscription?.renew_scheduled_at)
    await platform.clock.advance({ days: 32 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "terminated")
    await platform.clock.advance({ days: 88 })
    const restored = await branding.restore()
    assert.deepInclude(restored, { onboarding_status: "provisioning", base_label: label, subscription: null })
    await platform.clock.advance({ minutes: 5 })
    const active = await branding.configuration()
    assert.deepInclude(active, { onboarding_status: "active", hostname: `app.${label}.${baseZone}` })
    assert.strictEqual(active.subscription?.renewal_mode, "renew")
    const { items } = await platform.as(organization_id, "admin").transactions.page({ page_size: 100 })
    const paid = items.filter(({ product_type, status }) =>
      product_type === "whitelabel_branding" && status === "succeeded"
    )
    assert.sameMembers(paid.map(({ action, price }) => `${action} ${price}`), [
      "create 9.90",
      "restore 29.00",
      "renew 9.90"
    ])
    assert.strictEqual((await branding.document()).brand?.name, "Kept")
  })

  it("is ordered anew when the label is not blocked any more", async () => {
    const { branding } = await newReseller(platform)
    const [label, other] = [newLabel(), await newReseller(platform)]
    await branding.create({ tier: "base", label, period: month })
    await platform.clock.advance({ minutes: 5 })
    await branding.update({ renewal_mode: "expire" })
    await platform.clock.advance({ days: 122 })
    await rejects(branding.restore(), "ERROR_WHITELABEL_STATE")
    await other.branding.create({ tier: "base", label, period: month })
    await rejects(branding.create({ tier: "base", label, period: month }), "ERROR_WHITELABEL_LABEL_TAKEN")
    await branding.create({ tier: "base", label: newLabel(), period: month })
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
  })
})
