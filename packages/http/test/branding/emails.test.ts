import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const templates = "/v1/whitelabel-branding/email/templates"
const preview = "/v1/whitelabel-branding/email/preview"

layer(TestPlatform.layer)("Mails of a brand", (it) => {
  it.effect("200: lists every template with its texts, blocks and variables", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("GET", templates)
      assert.strictEqual(status, 200)
      const names = ["user_invitation", "password_reset", "contact_verification", "balance_low", "invoice_available"]
      assert.containsAllKeys(body, names)
      assert.deepInclude(body.user_invitation, { label: "Invitation of a user", version: 1, locales: ["en", "de"] })
      assert.deepStrictEqual(body.user_invitation.blocks.set, {
        label: "Link",
        default: { en: "Choose a password", de: "Passwort wählen" },
        max_len: 80,
        multiline: false
      })
      assert.deepStrictEqual(body.user_invitation.variables.organization, {
        type: "text",
        required: true,
        sample: "Example Ltd"
      })
    }))

  it.effect("200: renders the stored document in the language, and sends nothing", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* call("PUT", "/v1/whitelabel-branding/document", {
        brand: { name: "Nordhost" },
        theme: { light: { primary: "#0f766e" } },
        content: { email_blocks: { user_invitation: { greeting: { de: "Moin {{name}}," } } } }
      })
      const { body, status } = yield* call("POST", preview, {
        template_name: "user_invitation",
        language_code: "de_AT"
      })
      assert.strictEqual(status, 200)
      assert.strictEqual(body.subject, "Ihr Zugang bei Example Ltd")
      assert.include(body.text, "Moin ")
      assert.include(body.html, "<strong>Nordhost</strong>")
      assert.include(body.html, "background:#0f766e;color:#ffffff")
    }))

  it.effect("200: renders a draft without storing it, in English for other languages", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body } = yield* call("POST", preview, {
        template_name: "balance_low",
        language_code: "fr",
        branding_document: { brand: { name: "Draft" } }
      })
      assert.include(body.html, "<html lang=\"en\">")
      assert.include(body.html, "<strong>Draft</strong>")
      const stored = yield* call("GET", "/v1/whitelabel-branding/document")
      assert.notInclude(JSON.stringify(stored.body), "Draft")
    }))

  it.effect("404: a template that does not exist; 422: a draft with a logo that was not uploaded", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const missing = yield* call("POST", preview, { template_name: "toString", language_code: "en" })
      assert.deepStrictEqual([missing.status, missing.body.code], [404, "ERROR_WHITELABEL_EMAIL_NOT_FOUND"])
      const foreign = yield* call("POST", preview, {
        template_name: "balance_low",
        language_code: "en",
        branding_document: { brand: { logo: { light: "https://example.com/logo.png" } } }
      })
      assert.strictEqual(foreign.status, 422)
      assert.deepStrictEqual(issuesOf(foreign.body), [["body.branding_document.brand.logo.light", "value_error"]])
    }))
})
