import { assert, describe, it } from "vitest"
import { brandingPlatform, servedPart } from "./BrandingPlatform.ts"
import { activePlus, assertOutOfService, problemMails } from "./ownDomains.ts"

describe("Hosts of an own domain", () => {
  it("are out of service 24 hours after a daily check of a deleted domain, and are restored by a recheck", async () => {
    await using platform = await brandingPlatform({ baseUrl: "https://names.example" })
    const plus = await activePlus(platform, { isRegistered: true })
    const { branding, caller, hostname } = plus
    await platform.clock.advance({ days: 6 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
    await caller.domains.remove(hostname)
    await platform.clock.advance({ hours: 24, minutes: 2 })
    assert.deepInclude(await branding.configuration(), {
      onboarding_status: "verifying",
      failure_code: "delegation_missing"
    })
    assert.strictEqual(await servedPart(platform, `portal.${hostname}`), "app")
    assert.include(problemMails(platform, plus)[0]?.text, "after 24 hours")
    await platform.clock.advance({ hours: 24, minutes: 2 })
    assert.deepInclude(await branding.configuration(), {
      onboarding_status: "failed",
      failure_code: "delegation_missing"
    })
    await assertOutOfService(platform, plus)
    assert.lengthOf(problemMails(platform, plus), 2)
    await caller.domains.restore(hostname, {})
    await platform.clock.advance({ hours: 1 })
    await branding.recheck({})
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
    assert.strictEqual(await servedPart(platform, `portal.${hostname}`), "app")
  })
})
