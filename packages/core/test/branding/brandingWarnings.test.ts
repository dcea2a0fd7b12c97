import { assert, describe, it } from "@effect/vitest"
import { brandingWarnings } from "../../src/branding/brandingWarnings.ts"
import { contrastOf } from "../../src/branding/contrastOf.ts"

const types = (document: Parameters<typeof brandingWarnings>[0]) =>
  brandingWarnings(document).map(({ loc, type }) => [type, loc.join(".")])

describe("contrastOf", () => {
  // Ratios of the contrast checker of webaim.org.
  it("is that of WCAG 2.2, whatever the order and the notation", () => {
    assert.strictEqual(contrastOf("#000", "#ffffff"), 21)
    assert.strictEqual(contrastOf("#fff", "#FFFFFF"), 1)
    assert.approximately(contrastOf("#777777", "#ffffff"), 4.478, 0.001)
    assert.approximately(contrastOf("#ffffff", "#767676"), 4.542, 0.001)
    assert.approximately(contrastOf("#f00", "#fff"), 3.998, 0.001)
  })
})

describe("brandingWarnings", () => {
  it("names pairs below 4.5:1 of each palette, and shows the ratio rounded down", () => {
    const palette = { primary: "#777777", primary_foreground: "#ffffff", card: "#767676", card_foreground: "#fff" }
    assert.deepStrictEqual(brandingWarnings({ theme: { dark: palette } }), [{
      type: "low_contrast",
      loc: ["theme", "dark", "primary_foreground"],
      msg: "The contrast with primary is 4.47:1, below 4.5:1"
    }])
    assert.deepStrictEqual(types({ theme: { light: { link: "#eee", background: "#fff" } } }), [
      ["low_contrast", "theme.light.link"]
    ])
  })

  it("compares no color with one that the palette does not set", () => {
    const light = { primary: "#fff", secondary: null, secondary_foreground: "#fff" }
    assert.deepStrictEqual(types({ theme: { light, dark: { primary_foreground: "#fff" } } }), [])
  })

  it("names texts that are longer than their places, and not those that just fit", () => {
    const lines = ["x".repeat(100), "x".repeat(101)]
    assert.deepStrictEqual(
      types({
        brand: { name: "x".repeat(41) },
        content: {
          footer: { lines, legal_entity: "x".repeat(101), vat_id: "DE1" },
          signature: "x".repeat(501),
          email_blocks: { balance_low: { reason: { en: "x".repeat(501), de: "x".repeat(500) } } }
        }
      }),
      [
        ["long_text", "brand.name"],
        ["long_text", "content.footer.legal_entity"],
        ["long_text", "content.footer.lines.1"],
        ["long_text", "content.signature"],
        ["long_text", "content.email_blocks.balance_low.reason.en"]
      ]
    )
    assert.deepStrictEqual(types({ brand: { name: "x".repeat(40) } }), [])
  })

  it("names texts of mails and of blocks that do not exist", () => {
    const email_blocks = {
      balance_low: { greeting: { en: "Hi" }, constructor: { en: "Hi" } },
      newsletter: { greeting: { en: "Hi" } }
    }
    assert.deepStrictEqual(types({ content: { email_blocks } }), [
      ["unknown_email_block", "content.email_blocks.balance_low.constructor"],
      ["unknown_email_block", "content.email_blocks.newsletter.greeting"]
    ])
  })

  it("names labels of links that are too long, languages that mails do not have, and variables that a mail does not have", () => {
    const user_invitation = {
      set: { en: "x".repeat(81), de: "x".repeat(80) },
      greeting: { fr: "Bonjour {{name}}", en: "Hello {{name}}, {{constructor}}" }
    }
    assert.deepStrictEqual(types({ content: { email_blocks: { user_invitation } } }), [
      ["long_text", "content.email_blocks.user_invitation.set.en"],
      ["unknown_language", "content.email_blocks.user_invitation.greeting.fr"],
      ["unknown_placeholder", "content.email_blocks.user_invitation.greeting.en"]
    ])
  })
})
