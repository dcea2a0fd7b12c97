import { assert, describe, it } from "@effect/vitest"
import { BrandingColor, BrandingDocument } from "@namewright/core/branding"
import { plainMailBrand } from "@namewright/core/mail"
import { Schema } from "effect"
import { contrastOf } from "../../src/branding/contrastOf.ts"
import { mailBrandOf } from "../../src/branding/mailBrandOf.ts"

describe("mailBrandOf", () => {
  it("is the plain brand without a document, with the name of the installation", () => {
    assert.deepStrictEqual(mailBrandOf({}, ""), plainMailBrand)
    assert.deepStrictEqual(mailBrandOf({}, "Example Registrar"), { ...plainMailBrand, name: "Example Registrar" })
  })

  it("takes texts, links and colors of the document", () => {
    const brand = mailBrandOf({
      brand: { name: "Nordhost" },
      theme: { light: { primary: "#0f766e", primary_foreground: "#ffffff", body: "#eeeeee", background: "#dddddd" } },
      content: {
        support: { url: "https://nordhost.example/help", email: "help@nordhost.example" },
        legal: { privacy_url: "https://nordhost.example/privacy" },
        footer: { vat_id: "DE123456789", lines: ["Hafenstr. 1", "Hamburg"] },
        signature: "Ihr Nordhost-Team",
        email_blocks: { user_invitation: { closing: { de: "Moin" } } }
      }
    }, "Example Registrar")
    assert.strictEqual(brand.name, "Nordhost")
    assert.deepStrictEqual(brand.footer, ["DE123456789", "Hafenstr. 1", "Hamburg"])
    assert.deepStrictEqual(brand.links.map(({ label, url }) => [label.de, url]), [
      ["Support", "https://nordhost.example/help"],
      ["Datenschutz", "https://nordhost.example/privacy"]
    ])
    assert.strictEqual(brand.signature, "Ihr Nordhost-Team")
    assert.strictEqual(brand.texts["user_invitation"]?.["closing"]?.de, "Moin")
    assert.deepInclude(brand.colors.light, { primary: "#0f766e", on_primary: "#ffffff", background: "#eeeeee" })
    assert.deepStrictEqual(brand.colors.dark, plainMailBrand.colors.dark)
  })

  it("shows no SVG", () => {
    const logos = (light: string | null, dark: string | null) =>
      mailBrandOf({ brand: { logo: { light, dark } } }, "").logo
    assert.deepStrictEqual(logos("https://a.example/1.png", "https://a.example/2.webp"), {
      url: "https://a.example/1.png",
      dark_url: "https://a.example/2.webp"
    })
    assert.deepStrictEqual(logos("https://a.example/1.svg", "https://a.example/2.png"), {
      url: "https://a.example/2.png"
    })
    assert.isUndefined(logos("https://a.example/1.svg", null))
  })

  it("keeps pairs that a palette sets, also weak ones", () => {
    const light = {
      body: "#dddddd",
      body_foreground: "#cccccc",
      card: "#eeeeee",
      card_foreground: "#dddddd",
      primary: "#333333",
      primary_foreground: "#444444"
    }
    assert.deepInclude(mailBrandOf({ theme: { light } }, "").colors.light, {
      background: light.body,
      on_background: light.body_foreground,
      card: light.card,
      text: light.card_foreground,
      primary: light.primary,
      on_primary: light.primary_foreground
    })
  })

  const alone = [
    "primary",
    "card",
    "body",
    "background",
    "foreground",
    "card_foreground",
    "primary_foreground"
  ] as const

  it.prop(
    "chooses colors of texts that can be read, if a palette sets no pair",
    [Schema.Literals(alone), BrandingColor],
    ([member, color]) => {
      const { dark, light } =
        mailBrandOf({ theme: { light: { [member]: color }, dark: { [member]: color } } }, "").colors
      for (const { background, card, on_background, on_primary, primary, text } of [light, dark]) {
        assert.isAtLeast(contrastOf(on_background, background), 4.5)
        assert.isAtLeast(contrastOf(text, card), 4.5)
        assert.isAtLeast(contrastOf(on_primary, primary), 4.5)
      }
    }
  )

  it("does not write the light text of a dark page on a white card", () => {
    const { light } = mailBrandOf({ theme: { light: { background: "#0f172a", foreground: "#f8fafc" } } }, "").colors
    assert.deepInclude(light, { background: "#0f172a", on_background: "#f8fafc", card: "#ffffff", text: "#000000" })
  })

  it.prop("accepts every document", [BrandingDocument], ([document]) => {
    const { footer, links } = mailBrandOf(document, "")
    for (const text of [...footer, ...links.map(({ url }) => url)]) assert.isString(text)
  })
})
