import { assert, layer } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { BrandingDocuments, BrandingDocumentStore } from "@namewright/core/branding"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { personCaller } from "../access/people.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const path = "/v1/whitelabel-branding/document"

const document = {
  version: 1,
  brand: { name: "Example Hosting" },
  theme: {
    radius: "0.5rem",
    font_family: "Inter, sans-serif",
    light: { primary: "#0B5fff", primary_foreground: "#fff", tag_colors: ["#123", "#456789"] }
  },
  content: {
    support: { email: "help@example.com", url: "https://example.com/help" },
    legal: { terms_url: "https://example.com/terms" },
    footer: { legal_entity: "Example GmbH", vat_id: "DE123456789", lines: ["Berlin", "Zürich"] },
    signature: "Kind regards\nExample Hosting",
    email_blocks: { balance_low: { greeting: { en: "Hi {{name}}", de: "Grüezi {{name}}" } } }
  }
}

const stored = { ...document, warnings: [] }

const versionsOf = (organization: OrganizationId) =>
  asSystem(organization, BrandingDocuments.use((documents) => documents.versions))

layer(TestPlatform.layer)("Branding document", (it) => {
  it.effect("200: an empty document before the first write", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("GET", path)
      assert.deepStrictEqual([status, body], [200, { version: 1, warnings: [] }])
    }))

  for (const method of ["PUT", "POST"]) {
    it.effect(`200: ${method} replaces the document as a whole, and answers with it`, () =>
      Effect.gen(function*() {
        const call = yield* caller()
        const saved = yield* call(method, path, document)
        assert.deepStrictEqual([saved.status, saved.body], [200, stored])
        assert.deepStrictEqual((yield* call("GET", path)).body, stored)
        const other = { brand: { name: "Other" } }
        yield* call(method, path, other)
        assert.deepStrictEqual((yield* call("GET", path)).body, { version: 1, ...other, warnings: [] })
      }))
  }

  it.effect("200: null and empty sections are absent, unknown members are ignored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PUT", path, {
        version: null,
        brand: { name: null, logo: { light: null }, motto: "x" },
        theme: null,
        content: { signature: "x", support: {} },
        warnings: [{ type: "x" }],
        more: 1
      })
      assert.deepStrictEqual([status, body], [200, { version: 1, content: { signature: "x" }, warnings: [] }])
    }))

  it.effect("200: warnings about a document that is saved all the same", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PUT", path, {
        theme: { light: { primary: "#ffffff", primary_foreground: "#eeeeee" } }
      })
      assert.strictEqual(status, 200)
      const [warning] = body.warnings
      assert.deepInclude(warning, { type: "low_contrast", loc: ["theme", "light", "primary_foreground"] })
      assert.deepStrictEqual((yield* call("GET", path)).body, body)
    }))

  it.effect("200: auth of the platform is kept by writes and by a restore, and cannot be written", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const auth = { client_id: "wl-1", authority: "https://auth.example.com" }
      yield* BrandingDocumentStore.use((store) => store.writeAuth(call.organization, auth))
      yield* call("PUT", path, document)
      const forged = { client_id: "x", authority: "https://evil.example" }
      assert.deepStrictEqual((yield* call("PUT", path, { auth: forged })).body, { version: 1, auth, warnings: [] })
      const restored = yield* asSystem(call.organization, BrandingDocuments.use((documents) => documents.restore(1)))
      assert.deepStrictEqual({ ...restored }, { ...stored, version: 1, auth } as unknown)
    }))

  it.effect("200: each change is a version of its author, and repeated writes are none", () =>
    Effect.gen(function*() {
      const person = yield* personCaller()
      const call = yield* caller({ of: person.organization })
      yield* person("PUT", path, document)
      yield* person("POST", path, document)
      yield* call("PUT", path, {})
      yield* asSystem(call.organization, BrandingDocuments.use((documents) => documents.restore(1)))
      const versions = (yield* versionsOf(call.organization)).map((
        { performed_by_id, performed_by_type, restored_from, version_number }
      ) => [version_number, performed_by_type, performed_by_id?.split("_")[0] ?? null, restored_from])
      assert.deepStrictEqual(versions, [
        [3, "system", null, 1],
        [2, "organization", "organization", null],
        [1, "user", "user", null]
      ])
      assert.deepStrictEqual((yield* call("GET", path)).body, stored)
      const { body } = yield* call("GET", "/v1/archive/object-logs?object_type=WHITELABEL_BRANDING")
      const actions = body.items.map(({ action, object_id }: Record<string, unknown>) => [action, object_id])
      assert.sameDeepMembers(actions, [
        ["CREATED", call.organization],
        ["UPDATED", call.organization],
        ["UPDATED", call.organization]
      ])
    }))

  it.effect("200: of the caller's own organization only", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
      yield* parent("PUT", path, document)
      assert.deepStrictEqual((yield* child("GET", path)).body, { version: 1, warnings: [] })
      assert.lengthOf(yield* versionsOf(child.organization), 0)
    }))

  it.effect("403: rights to view do not include writes, and others include neither", () =>
    Effect.gen(function*() {
      const viewer = yield* caller({ rights: ["whitelabel_branding:view"] })
      assert.strictEqual((yield* viewer("GET", path)).status, 200)
      const refused = yield* viewer("PUT", path, document)
      assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.lengthOf(yield* versionsOf(viewer.organization), 0)
      const other = yield* caller({ rights: ["organization:manage"] })
      assert.strictEqual((yield* other("GET", path)).status, 403)
    }))

  it.effect("422: more than 200,000 characters", () =>
    Effect.gen(function*() {
      const texts = Object.fromEntries(
        Array.from({ length: 101 }, (_, index) => [`block_${index}`, { en: "x".repeat(2000) }])
      )
      const { body, status } = yield* (yield* caller())("PUT", path, {
        content: { email_blocks: { balance_low: texts } }
      })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body", "too_long"]]])
    }))

  it.effect("422: every problem at once, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PUT", path, {
        version: 2,
        brand: { name: "" },
        theme: {
          radius: "1px;}",
          font_family: "x'); @import",
          light: { primary: "red", accent: "#12345", chart_colors: ["#12345g"] }
        },
        content: {
          support: { email: "x", url: "http://example.com", status_url: "javascript:alert(1)" },
          legal: { terms_url: "https://user:secret@example.com" },
          footer: { lines: ["a\nb"] }
        }
      })
      assert.strictEqual(status, 422)
      assert.sameMembers(issuesOf(body).map(([loc]) => loc), [
        "body.version",
        "body.brand.name",
        "body.theme.radius",
        "body.theme.font_family",
        "body.theme.light.primary",
        "body.theme.light.accent",
        "body.theme.light.chart_colors.0",
        "body.content.support.email",
        "body.content.support.url",
        "body.content.support.status_url",
        "body.content.legal.terms_url",
        "body.content.footer.lines.0"
      ])
      assert.lengthOf(yield* versionsOf(call.organization), 0)
    }))

  it.effect("422: addresses that are not of uploaded assets", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PUT", path, {
        brand: { logo: { light: "https://example.com/logo.svg", favicon: "data:image/png,x" } },
        theme: { font_url: "https://example.com/font.woff2" }
      })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body), [
        ["body.brand.logo.light", "value_error"],
        ["body.brand.logo.favicon", "value_error"],
        ["body.theme.font_url", "value_error"]
      ])
      assert.lengthOf(yield* versionsOf(call.organization), 0)
    }))
})
