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
  plusOf,
  recordsOf,
  rejects
} from "./BrandingPlatform.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform()
})
afterAll(() => platform.dispose())

describe("The tier plus", () => {
  it("creates the zone of a domain that is delegated here, and serves both pairs of hosts", async () => {
    const { branding, caller, organization_id } = await newReseller(platform)
    const { hostname, request } = plusOf("delegated", { create_zone: true })
    const { product_name } = await branding.create(request)
    assert.strictEqual(product_name, "whitelabel_branding_plus")
    assert.strictEqual((await branding.configuration()).onboarding_status, "pending_domain_verification")
    await platform.clock.advance({ minutes: 5 })
    const active = await branding.configuration()
    assert.deepInclude(active, {
      onboarding_status: "active",
      failure_detail: null,
      hostname: `portal.${hostname}`,
      auth_hostname: `login.${hostname}`,
      verification_domain: hostname
    })
    assert.lengthOf(await recordsOf(platform, hostname), 4)
    assert.isTrue(await hasCertificate(platform, `portal.${hostname}`, `login.${hostname}`))
    const base = `${request.label}.${baseZone}`
    assert.isTrue(await hasCertificate(platform, `app.${base}`, `auth.${base}`))
    await rejects(caller.zones.remove(hostname), "ERROR_ZONE_IN_USE")
    await rejects(
      caller.zones.patchRrsets(hostname, {
        ops: [{ op: "remove", rrset: { name: "portal", type: "A", ttl: 300, records: [] } }]
      }),
      "ERROR_DNS_RRSET_PROTECTED"
    )
    await rejects(platform.operator.organizations.remove(organization_id), "ERROR_ORGANIZATION_IN_USE")
    await rejects(branding.upgrade({ hostname, auth_subdomain: "a" }), "ERROR_WHITELABEL_STATE")
    await rejects(branding.recheck({ hostname: "other.com", auth_subdomain: "a" }), "ERROR_WHITELABEL_STATE")
  })

  it("serves the dashboard at the domain itself, whose own addresses are in the way", async () => {
    const { branding, caller } = await newReseller(platform)
    const { hostname, request } = plusOf("delegated", { dashboard_subdomain: null })
    await caller.zones.create({
      name: hostname,
      rrsets: [{ name: "@", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
    })
    await branding.create(request)
    await platform.clock.advance({ minutes: 5 })
    const refused = await branding.configuration()
    assert.deepInclude(refused, {
      onboarding_status: "failed",
      failure_code: "dns_record_rejected",
      failure_type: "dns"
    })
    assert.include(refused.failure_detail, `A record at ${hostname}.`)
    assert.deepStrictEqual(await recordsOf(platform, hostname), [])
    await caller.zones.patchRrsets(hostname, {
      ops: [{ op: "remove", rrset: { name: "@", type: "A", ttl: 300, records: [] } }]
    })
    const again = await branding.recheck({})
    assert.deepInclude(again, { onboarding_status: "verifying", failure_code: null })
    await platform.clock.advance({ minutes: 5 })
    assert.deepInclude(await branding.configuration(), { onboarding_status: "active", hostname })
  })

  it("fails at once without a zone, and is set up for another domain", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const { request } = plusOf("delegated")
    await branding.create(request)
    await platform.clock.advance({ minutes: 2 })
    assert.deepInclude(await branding.configuration(), { onboarding_status: "failed", failure_code: "zone_not_owned" })
    await rejects(branding.recheck({ hostname: "other.com" }), "ERROR_INVALID_INPUT")
    const other = plusOf("delegated").hostname
    const pointed = await branding.recheck({ hostname: other, auth_subdomain: "auth", create_zone: true })
    assert.deepInclude(pointed, { hostname: other, auth_hostname: `auth.${other}` })
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
    assert.isTrue(await hasClient(platform, organization_id))
  })

  it("fails if the zone cannot be created", async () => {
    const { branding } = await newReseller(platform)
    await branding.create({ ...plusOf("x").request, hostname: "co.uk", create_zone: true })
    await platform.clock.advance({ minutes: 2 })
    assert.deepInclude(await branding.configuration(), {
      onboarding_status: "failed",
      failure_code: "zone_create_failed"
    })
  })

  it("upgrades a month for nothing", async () => {
    const { branding, organization_id } = await newReseller(platform)
    await branding.create({ tier: "base", label: newLabel(), period: month })
    await platform.clock.advance({ minutes: 5 })
    const { hostname } = plusOf("delegated")
    await branding.upgrade({ hostname, auth_subdomain: "login", create_zone: true })
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
    const { items } = await platform.as(organization_id, "admin").transactions.page()
    assert.deepStrictEqual(items.map(({ action }) => action), ["create", "wallet_top_up"])
  })
})
