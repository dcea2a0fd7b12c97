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
  servedPart
} from "./BrandingPlatform.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform()
})
afterAll(() => platform.dispose())

const served = (host: string) => servedPart(platform, host)
const recordsBelow = (label: string) => recordsBelowLabel(platform, label)

describe("The tier base", () => {
  it("is set up in jobs, and paid when its hosts are served", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const label = newLabel()
    const ordered = await branding.create({ tier: "base", label, period: month })
    assert.strictEqual(ordered.product_name, "whitelabel_branding")
    const before = await branding.configuration()
    assert.strictEqual(before.whitelabel_branding_id, ordered.subscribable_id)
    assert.deepInclude(before, { onboarding_status: "provisioning", subscription: null, keycloak_client_id: null })
    // The jobs that are due now, without a pause between them.
    await platform.clock.settle()
    const after = await branding.configuration()
    assert.deepInclude(after, {
      onboarding_status: "active",
      failure_code: null,
      failure_detail: null,
      hostname: `app.${label}.${baseZone}`,
      auth_hostname: `auth.${label}.${baseZone}`,
      verification_domain: baseZone,
      keycloak_client_id: `wl-${organization_id}`,
      auth_client_id: `wl-${organization_id}`
    })
    assert.deepInclude(after.subscription, { period: month, renewal_mode: "renew", grace_period_ends_at: null })
    assert.strictEqual(await served(after.hostname), "app")
    assert.strictEqual(await served(after.auth_hostname), "auth")
    assert.isUndefined(await served(`${label}.${baseZone}`))
    assert.sameMembers(
      await recordsBelow(label),
      [
        `app.${label}.${baseZone}. A`,
        `app.${label}.${baseZone}. AAAA`,
        `auth.${label}.${baseZone}. A`,
        `auth.${label}.${baseZone}. AAAA`
      ]
    )
    assert.isTrue(await hasCertificate(platform, after.hostname, after.auth_hostname))
    assert.isTrue(await hasClient(platform, organization_id))
    const { auth } = await branding.document()
    assert.deepStrictEqual(auth, {
      client_id: `wl-${organization_id}`,
      authority: "https://names.example/realms/sandbox"
    })
    const [charge] = await platform.events(["charge.captured"])
    assert.isDefined(charge)
  })
})
