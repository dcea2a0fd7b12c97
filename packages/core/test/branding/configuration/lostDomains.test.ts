import { WhitelabelStore } from "@namewright/core/branding"
import { OrganizationId } from "@namewright/core/shared"
import type { TestPlatform } from "@namewright/testing"
import { Effect, Option } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { brandingPlatform, hasClient, newReseller, plusOf, recordsOf, servedPart } from "./BrandingPlatform.ts"
import { activePlus, assertOutOfService, nameservers, problemMails } from "./ownDomains.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform({ baseUrl: "https://names.example" })
})
afterAll(() => platform.dispose())

const stored = (organization_id: string) =>
  platform.runtime.runPromise(
    Effect.flatMap(WhitelabelStore, (store) => store.find(OrganizationId.make(organization_id))).pipe(
      Effect.map(Option.getOrThrow)
    )
  )

describe("Hosts of an own domain", () => {
  it("are out of service within a minute after another organization has got the domain", async () => {
    const plus = await activePlus(platform, { isRegistered: false })
    const other = await newReseller(platform)
    await platform.create.domain(other.organization_id, { name: plus.hostname, nameservers })
    await platform.clock.advance({ minutes: 1 })
    assert.deepInclude(await plus.branding.configuration(), {
      onboarding_status: "failed",
      failure_code: "zone_not_owned",
      failure_detail: "The organization has no zone that contains " + plus.hostname
    })
    await assertOutOfService(platform, plus)
    assert.lengthOf(problemMails(platform, plus), 1)
    assert.include(problemMails(platform, plus)[0]?.text, "are out of service")
    assert.isNull((await stored(plus.organization_id)).domain_check_due_on)
    // The other organization can use the domain for its own brand.
    await other.branding.create({ ...plusOf("delegated").request, hostname: plus.hostname, create_zone: true })
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await other.branding.configuration()).onboarding_status, "active")
    assert.strictEqual(await servedPart(platform, `portal.${plus.hostname}`), "app")
  })

  it("are removed from a disabled configuration, which is set up again when it is enabled", async () => {
    const plus = await activePlus(platform, { isRegistered: true })
    const { branding, caller, hostname, organization_id } = plus
    // A domain that is deleted earlier is free again at once.
    await platform.clock.advance({ days: 6 })
    await branding.update({ enabled: false })
    await caller.domains.remove(hostname)
    await platform.clock.advance({ hours: 24, minutes: 5 })
    assert.strictEqual((await branding.configuration()).failure_code, "delegation_missing")
    assert.deepStrictEqual(await recordsOf(platform, hostname), [])
    assert.isFalse(await hasClient(platform, organization_id))
    await caller.domains.restore(hostname, {})
    await branding.update({ enabled: true })
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
    assert.strictEqual(await servedPart(platform, `portal.${hostname}`), "app")
    assert.isTrue(await hasClient(platform, organization_id))
  })
})
