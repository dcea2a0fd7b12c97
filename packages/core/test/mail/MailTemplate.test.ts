import { assert, describe, it } from "@effect/vitest"
import {
  escapeHtml,
  type MailBrand,
  mailLocaleOf,
  mailLocales,
  mailPreview,
  type MailTemplate,
  mailTemplateCatalog,
  mailTemplates,
  parseSender,
  plainMailBrand,
  renderMail,
  templateProblems
} from "@namewright/core/mail"
import { DateTime } from "effect"

const { contactVerification } = mailTemplates

const values = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  verification_url: "https://example.com/v1/contacts/verify?token=a&b=c",
  expires_on: DateTime.makeUnsafe("2030-01-15T23:30:00Z")
}

describe("renderMail", () => {
  it("renders both parts in each language, with dates in its form", () => {
    const english = renderMail(contactVerification, values, "en")
    assert.strictEqual(english.subject, "Please confirm ada@example.com")
    assert.include(english.text, "Hello Ada Lovelace,\n\n")
    assert.include(english.text, "Confirm the address:\nhttps://example.com/v1/contacts/verify?token=a&b=c\n\n")
    assert.include(english.text, "until January 15, 2030")
    assert.include(english.html, "<html lang=\"en\">")
    const german = renderMail(contactVerification, values, "de")
    assert.strictEqual(german.subject, "Bitte bestätigen Sie ada@example.com")
    assert.include(german.text, "bis zum 15. Januar 2030")
    assert.include(german.html, "<html lang=\"de\">")
  })

  it("escapes values in HTML, in text and in attributes", () => {
    const name = "<img src=x onerror=\"alert('1')\"> & Söhne"
    const { html, text } = renderMail(contactVerification, { ...values, name }, "en")
    assert.include(text, name)
    assert.notInclude(html, "<img")
    assert.include(html, `Hello ${escapeHtml(name)},`)
    assert.include(html, "href=\"https://example.com/v1/contacts/verify?token=a&amp;b=c\"")
  })

  it("does not read placeholders in values", () => {
    const { text } = renderMail(contactVerification, { ...values, name: "{{email}}" }, "en")
    assert.include(text, "Hello {{email}},")
  })

  it("keeps values on one line, so that they add no headers and no paragraphs", () => {
    const email = "ada@example.com\r\nBcc: eve@example.com\u2028x"
    const { subject, text } = renderMail(contactVerification, { ...values, email }, "en")
    assert.strictEqual(subject, "Please confirm ada@example.com Bcc: eve@example.com x")
    assert.notInclude(text, "\nBcc")
  })

  it("cuts long subjects, and refuses URLs of other kinds", () => {
    assert.lengthOf(renderMail(contactVerification, { ...values, email: "a".repeat(500) }, "en").subject, 200)
    for (const verification_url of ["javascript:alert(1)", "no address"]) {
      assert.throws(() => renderMail(contactVerification, { ...values, verification_url }, "en"), /http address/)
    }
  })
})

describe("a brand", () => {
  const brand: MailBrand = {
    ...plainMailBrand,
    name: "Nord & Host",
    logo: { url: "https://nordhost.example/light.png", dark_url: "https://nordhost.example/dark.png" },
    signature: "Your Nordhost team",
    footer: ["Nordhost GmbH", "VAT <DE123456789>"],
    links: [{ label: { en: "Privacy", de: "Datenschutz" }, url: "https://nordhost.example/privacy?a&b" }],
    texts: { contact_verification: { greeting: { de: "Moin {{name}},\nwie geht es?" } } }
  }

  it("adds its name, pictures, signature and footer to both parts", () => {
    const { html, text } = renderMail(contactVerification, values, "en", brand)
    assert.include(html, "src=\"https://nordhost.example/light.png\" alt=\"Nord &amp; Host\"")
    assert.include(html, "src=\"https://nordhost.example/dark.png\"")
    assert.include(html, "<p>Your Nordhost team</p>")
    assert.include(
      html,
      "Nordhost GmbH<br>VAT &lt;DE123456789&gt;<br><a href=\"https://nordhost.example/privacy?a&amp;b\""
    )
    assert.isTrue(text.endsWith(
      "\n\nYour Nordhost team\n\n-- \nNordhost GmbH\nVAT <DE123456789>\nPrivacy: https://nordhost.example/privacy?a&b\n"
    ))
  })

  it("replaces texts of blocks in one language", () => {
    const german = renderMail(contactVerification, values, "de", brand)
    assert.include(german.text, "Moin Ada Lovelace,\nwie geht es?\n\n")
    assert.include(german.html, "<p>Moin Ada Lovelace,<br>wie geht es?</p>")
    assert.include(renderMail(contactVerification, values, "en", brand).text, "Hello Ada Lovelace,")
  })

  it("shows its name where it has no picture, and no head without a name", () => {
    const { logo: _, ...pictureless } = brand
    assert.include(renderMail(contactVerification, values, "en", pictureless).html, "<strong>Nord &amp; Host</strong>")
    const { name: __, ...nameless } = pictureless
    assert.notInclude(renderMail(contactVerification, values, "en", nameless).html, "<strong>")
  })
})

describe("the catalog", () => {
  it("lists every template with texts no longer than their maximum", () => {
    for (const { name } of Object.values<MailTemplate>(mailTemplates)) {
      const blocks = Object.values(mailTemplateCatalog[name]?.blocks ?? {})
      assert.isNotEmpty(blocks, name)
      for (const block of blocks) {
        for (const locale of mailLocales) assert.isAtMost(block.default[locale].length, block.max_len, name)
      }
    }
  })

  it("renders previews with samples, and none of unknown templates", () => {
    assert.include(mailPreview("contact_verification", "de")?.html ?? "", "<html lang=\"de\">")
    assert.isUndefined(mailPreview("toString", "en"))
  })
})

describe("the templates", () => {
  const all = Object.entries<MailTemplate>(mailTemplates)

  it("have every text in every language, and render with their samples", () => {
    for (const [key, template] of all) {
      assert.deepStrictEqual(templateProblems(template), [], key)
      const samples = Object.entries(template.variables).map(([name, { sample, type }]) => [
        name,
        type === "date" ? DateTime.makeUnsafe(sample) : sample
      ])
      for (const locale of mailLocales) {
        const { html, subject, text } = renderMail(template, Object.fromEntries(samples), locale)
        for (const part of [html, subject, text]) assert.notMatch(part, /\{\{|undefined/)
      }
    }
  })

  it("are refused with placeholders without a variable, links without a URL and missing texts", () => {
    const wrong: MailTemplate = {
      ...contactVerification,
      subject: { en: "For {{nobody}}", de: "" },
      blocks: { link: { label: "Link", link: "name", text: { en: "Here", de: "Hier" } } }
    }
    assert.deepStrictEqual(templateProblems(wrong), [
      "subject.en: no variable nobody",
      "subject.de: is empty",
      "link: no URL name"
    ])
  })
})

describe("mailLocaleOf", () => {
  it("prefers the locale to the country, and English to nothing", () => {
    assert.strictEqual(mailLocaleOf({ locale: "de_AT", country: "US" }), "de")
    assert.strictEqual(mailLocaleOf({ locale: "en", country: "DE" }), "en")
    assert.strictEqual(mailLocaleOf({ locale: "fr_CH", country: "CH" }), "en")
    assert.strictEqual(mailLocaleOf({ locale: null, country: "at" }), "de")
    assert.strictEqual(mailLocaleOf({ country: "FR" }), "en")
    assert.strictEqual(mailLocaleOf({}), "en")
  })
})

describe("parseSender", () => {
  it("reads an address with and without a name", () => {
    assert.deepStrictEqual(parseSender("a@example.com"), { name: "", address: "a@example.com" })
    assert.deepStrictEqual(parseSender(" Ä & Co. <a@example.com> "), { name: "Ä & Co.", address: "a@example.com" })
  })

  it("refuses anything else", () => {
    for (const text of ["", "a", "a@b@c", "<a@b>", "A <a@b>, B <c@d>", "A\r\nBcc: x <a@b>", "a@b c@d"]) {
      assert.isUndefined(parseSender(text), text)
    }
  })
})
