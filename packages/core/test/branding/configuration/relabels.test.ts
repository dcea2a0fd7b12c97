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
  recordsBelowLabel,
  rejects,
  servedPart,
  year
} from "./BrandingPlatform.ts"

let platform: TestPlatform
beforeAll(async () => {
  platform = await brandingPlatform()
})
afterAll(() => platform.dispose())

const hasCertificates = (label: string) =>
  hasCertificate(platform, `app.${label}.${baseZone}`, `auth.${label}.${baseZone}`)

describe("The label of a configuration", () => {
  it("can be changed five times in 90 days", async () => {
    const { branding } = await newReseller(platform)
    const label = newLabel()
    await branding.create({ tier: "base", label, period: year })
    for (let change = 0; change < 5; change++) await branding.update({ label: newLabel() })
    await platform.clock.advance({ minutes: 5 })
    const before = await branding.configuration()
    await rejects(branding.update({ label: newLabel(), renewal_mode: "expire" }), "ERROR_WHITELABEL_LABEL_LIMIT")
    // Neither is a former label free, which would order a certificate as well.
    await rejects(branding.update({ label }), "ERROR_WHITELABEL_LABEL_LIMIT")
    assert.deepStrictEqual(await branding.configuration(), before)
    await branding.update({ label: before.base_label, renewal_mode: "expire" })
    await platform.clock.advance({ days: 90 })
    await branding.update({ label })
    assert.strictEqual((await branding.configuration()).base_label, label)
  })
})

describe("A label that is changed while the configuration is disabled", () => {
  it("leaves nothing of the former hosts, and is set up when the configuration is enabled", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const [label, next] = [newLabel(), newLabel()]
    await branding.create({ tier: "base", label, period: month })
    await platform.clock.advance({ minutes: 5 })
    await branding.update({ enabled: false })
    assert.isTrue(await hasCertificates(label))
    await branding.update({ label: next })
    assert.isFalse(await hasCertificates(label))
    assert.deepStrictEqual(await recordsBelowLabel(platform, label), [])
    assert.isNull((await branding.configuration()).auth_client_id)
    assert.isUndefined((await branding.document()).auth)
    await branding.update({ enabled: true })
    assert.isUndefined(await servedPart(platform, `app.${label}.${baseZone}`))
    await platform.clock.advance({ minutes: 5 })
    assert.deepInclude(await branding.configuration(), { onboarding_status: "active", base_label: next })
    assert.strictEqual(await servedPart(platform, `app.${next}.${baseZone}`), "app")
    assert.isTrue(await hasClient(platform, organization_id))
  })

  it("leaves the hosts of an own domain, and the client", async () => {
    const { branding, organization_id } = await newReseller(platform)
    const { hostname, request } = plusOf("delegated", { create_zone: true })
    await branding.create(request)
    await platform.clock.advance({ minutes: 5 })
    await branding.update({ enabled: false, label: newLabel() })
    assert.isFalse(await hasCertificates(request.label))
    assert.isTrue(await hasCertificate(platform, `portal.${hostname}`, `login.${hostname}`))
    assert.strictEqual((await branding.configuration()).auth_client_id, `wl-${organization_id}`)
    await branding.update({ enabled: true })
    assert.strictEqual(await servedPart(platform, `portal.${hostname}`), "app")
    await platform.clock.advance({ minutes: 5 })
    assert.strictEqual((await branding.configuration()).onboarding_status, "active")
  })
})
