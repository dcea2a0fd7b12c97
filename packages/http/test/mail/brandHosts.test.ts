import { assert, describe, it } from "@effect/vitest"
import type { TestPlatform } from "@namewright/testing"
import { brandDocument, brandPlatform, installation, sampleMail, sendMail, shownIn } from "./brandedMail.ts"

const baseZone = "brands-of-example.com"
const pages = "https://example.com/realms/production"

/** The beginning of a PNG, by which uploads are recognized. */
const smallPng = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52])
  .toString("base64")

/** A reseller with a customer on a platform with a mail server that sells hosts. */
const hostsPlatform = async () => {
  const started = await brandPlatform({
    signInPages: pages,
    whitelabel: { zone: baseZone, addresses: { ipv4: ["192.0.2.80"], ipv6: [] } }
  })
  const { platform, reseller } = started
  const { organization_id: operator } = await platform.create.organization()
  await platform.create.domain(operator, { name: baseZone })
  await platform.clock.settle()
  const zones = platform.as(operator, "admin").zones
  if ((await zones.page()).total === 0) await zones.create({ name: baseZone })
  await platform.operator.wallets.topUp({ organization_id: reseller, amount: "1000.00", reference: "test" })
  return started
}

const ordered = async ({ as, clock }: TestPlatform, reseller: string, label: string) => {
  await as(reseller, "admin").branding.create({ tier: "base", label, period: { unit: "y", value: 1 } })
  await clock.settle()
  await clock.advance({ minutes: 1 })
  await clock.settle()
}

describe("links of mails with a brand, as a mail server receives them", () => {
  it("lead to the hosts of the brand while they are served, and otherwise to the installation", async () => {
    await using started = await hostsPlatform()
    const { customer, platform, received, reseller } = started
    const { branding } = platform.as(reseller, "admin")
    const { asset_url } = await branding.uploadAsset({ file: smallPng })
    await branding.saveDocument({ ...brandDocument, brand: { ...brandDocument.brand, logo: { light: asset_url } } })
    const linksIn = async (organization: string, template: string) => {
      await sendMail(platform, { ...sampleMail(template, organization), cause: `t/${(await received()).length}` })
      await platform.clock.settle()
      const { html = "", text = "" } = (await received()).at(-1) ?? {}
      const found = (part: string) => part.match(/https?:\/\/[a-z0-9.-]*(?:brands-of-)?example\.com\b/g) ?? []
      return [...new Set([...found(text), ...found(html)])].toSorted()
    }
    const [app, auth] = [`https://app.nordhost.${baseZone}`, `https://auth.nordhost.${baseZone}`]
    const ofInstallation = ["https://example.com"]
    assert.deepStrictEqual(await linksIn(customer, "password_reset"), ofInstallation)
    await ordered(platform, reseller, "nordhost")
    for (const organization of [reseller, customer]) {
      for (const template of ["user_invitation", "password_reset", "address_confirmation"]) {
        assert.deepStrictEqual(await linksIn(organization, template), [app, auth], template)
      }
      assert.deepStrictEqual(await linksIn(organization, "contact_verification"), [app])
    }
    // A brand of a suborganization has the hosts of its parent.
    await platform.as(customer, "admin").branding.saveDocument({ brand: { name: "Südhost" } })
    assert.deepStrictEqual(await linksIn(customer, "password_reset"), [auth])
    await branding.update({ enabled: false })
    assert.deepStrictEqual(await linksIn(customer, "password_reset"), ofInstallation)
  })

  it("and the sender show nothing of the installation if the reseller has hosts and no document", async () => {
    await using started = await hostsPlatform()
    const { customer, platform, received, reseller } = started
    await ordered(platform, reseller, "westhost")
    await platform.as(customer, "admin").users.create({
      username: "ada",
      email: "ada@customer.example",
      first_name: "Ada",
      last_name: "Lovelace",
      locale: "en_US"
    })
    await platform.clock.settle()
    const mail = (await received()).at(-1)
    assert.deepStrictEqual(mail?.from, { name: "Reseller", address: "noreply@mailing.example" })
    assert.include(mail?.text, `https://auth.westhost.${baseZone}/realms/production/password?token=`)
    if (mail !== undefined) {
      assert.notMatch(shownIn(mail), new RegExp(`${installation.name}|namewright|//example\\.com`, "i"))
    }
  })
})
