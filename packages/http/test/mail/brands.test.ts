import { assert, describe, it } from "@effect/vitest"
import { mailTemplatesByName } from "@namewright/core/mail"
import { brandDocument, brandPlatform, installation, sampleMail, sendMail, shownIn } from "./brandedMail.ts"

describe("mails with a brand, as a mail server receives them", () => {
  it("show the brand of the reseller in both languages, and nothing of the installation", async () => {
    await using started = await brandPlatform()
    const { customer, platform, raw, received, reseller } = started
    await platform.as(reseller, "admin").branding.saveDocument(brandDocument)
    for (const name of mailTemplatesByName.keys()) {
      for (const locale of ["en", "de"] as const) await sendMail(platform, sampleMail(name, customer, locale))
    }
    await platform.clock.settle()
    const mails = await received()
    assert.lengthOf(mails, mailTemplatesByName.size * 2)
    assert.deepStrictEqual([...new Set(raw().map(({ from }) => from))], ["noreply@mailing.example"])
    for (const mail of mails) {
      const { from, headers, html = "", messageId, subject = "", text = "" } = mail
      assert.deepStrictEqual(from, { name: "Nordhost", address: "noreply@mailing.example" })
      assert.match(messageId ?? "", /^<mail_[a-z0-9]+@mailing\.example>$/)
      assert.isTrue(headers.some(({ key, value }) => key === "auto-submitted" && value === "auto-generated"))
      assert.isNotEmpty(subject)
      for (const part of [html, text]) {
        assert.include(part, "Your Nordhost team")
        assert.include(part, "Nordhost GmbH")
        assert.include(part, "https://help.nordhost.example/")
      }
      assert.include(html, "<strong>Nordhost</strong>")
      assert.match(html, /<html lang="(de|en)">/)
      assert.notInclude(text, "<")
      assert.notMatch(shownIn(mail), new RegExp(`${installation.name}|namewright`, "i"))
    }
    const invitation = mails.find(({ text = "" }) => text.startsWith("Moin Ada Lovelace,"))
    assert.strictEqual(invitation?.subject, "Ihr Zugang bei Example Ltd")
    assert.include(invitation?.html ?? "", "background:#0f766e;color:#ffffff")
  })

  it("follow the document of the nearest organization at the time of sending", async () => {
    await using started = await brandPlatform()
    const { customer, platform, received, reseller } = started
    const sendOne = async (organization: string | null) => {
      await sendMail(platform, {
        ...sampleMail("balance_low", organization),
        cause: `test/${(await received()).length}`
      })
      await platform.clock.settle()
      return (await received()).at(-1)?.from
    }
    const own = { name: installation.name, address: `noreply@${installation.host}` }
    const address = "noreply@mailing.example"
    const { branding } = platform.as(reseller, "admin")
    const ofCustomer = platform.as(customer, "admin").branding
    assert.deepStrictEqual(await sendOne(customer), own)
    await branding.saveDocument({ theme: { light: { primary: "#0f766e" } } })
    assert.deepStrictEqual(await sendOne(customer), { name: "Reseller", address })
    await branding.saveDocument(brandDocument)
    assert.deepStrictEqual(await sendOne(customer), { name: "Nordhost", address })
    await ofCustomer.saveDocument({ brand: { name: "Südhost" } })
    assert.deepStrictEqual(await sendOne(customer), { name: "Südhost", address })
    assert.deepStrictEqual(await sendOne(reseller), { name: "Nordhost", address })
    await ofCustomer.saveDocument({})
    assert.deepStrictEqual(await sendOne(customer), { name: "Nordhost", address })
    assert.deepStrictEqual(await sendOne(null), own)
  })

  it("have the address of the installation without an address for brands", async () => {
    await using started = await brandPlatform({ brandMailFrom: undefined })
    const { platform, received, reseller } = started
    await platform.as(reseller, "admin").branding.saveDocument(brandDocument)
    await sendMail(platform, sampleMail("balance_low", reseller))
    await platform.clock.settle()
    const [mail] = await received()
    assert.deepStrictEqual(mail?.from, { name: "Nordhost", address: `noreply@${installation.host}` })
  })

  it("are previewed with the brand that they would have", async () => {
    await using started = await brandPlatform()
    const { customer, platform, reseller } = started
    await platform.as(reseller, "admin").branding.saveDocument(brandDocument)
    const { branding } = platform.as(customer, "admin")
    const request = { template_name: "balance_low", language_code: "en" }
    assert.include((await branding.previewEmail(request)).html, "<strong>Nordhost</strong>")
    const draft = await branding.previewEmail({ ...request, branding_document: { content: { signature: "Bye" } } })
    assert.include(draft.html, "<strong>Customer</strong>")
  })
})
