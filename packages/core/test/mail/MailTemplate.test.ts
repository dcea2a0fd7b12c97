import { assert, describe, it } from "@effect/vitest"
import {
  escapeHtml,
  mailLocaleOf,
  mailLocales,
  type MailTemplate,
  mailTemplates,
  parseSender,
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
