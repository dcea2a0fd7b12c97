import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { issuesOf } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

const period = { unit: "y", value: 1 }

/** Conditional writes: method, path below the domain, and body. */
const writes: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["PATCH", "", { renewal_mode: "expire" }],
  ["POST", "/renew", { period }],
  ["DELETE", ""],
  ["POST", "/restore", {}],
  ["DELETE", "/transfer"],
  ["POST", "/transfer/outbound", { action: "approve" }],
  ["PUT", "/dnssec", []],
  ["DELETE", "/dnssec"],
  ["POST", "/dnssec/enable"],
  ["POST", "/dnssec/disable"]
]

layer(TestPlatform.layer)("If-Match of domains and contacts", (it) => {
  for (const [method, path, body] of writes) {
    it.effect(`412: ${method} of ${path === "" ? "a domain" : path} with another or a weak tag; 422 with several`, () =>
      Effect.gen(function*() {
        const call = yield* registrant
        const name = `if-match-${method}${path.replaceAll("/", "-")}.com`.toLowerCase()
        yield* call.register(name)
        const domain = `/v1/domains/${name}`
        const before = yield* call("GET", domain)
        const tag = before.headers.get("etag") ?? ""
        assert.match(tag, /^"[0-9a-f]{32}"$/)
        for (const stale of ["\"1\"", `W/${tag}`]) {
          const refused = yield* call(method, `${domain}${path}`, body, { "if-match": stale })
          assert.deepStrictEqual([refused.status, refused.body], [412, {
            type: "precondition-failed",
            title: "Precondition Failed",
            status: 412,
            code: "ERROR_PRECONDITION_FAILED",
            detail: `${name} has changed since it was read`,
            domain_name: name,
            entity_tag: tag.slice(1, -1)
          }])
        }
        const several = yield* call(method, `${domain}${path}`, body, { "if-match": `${tag}, "1"` })
        assert.deepStrictEqual([several.status, issuesOf(several.body)], [422, [["header.if-match", "value_error"]]])
        assert.deepStrictEqual((yield* call("GET", domain)).body, before.body)
      }))
  }

  it.effect("each response with a domain has the tag for the next write", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const created = yield* call("POST", "/v1/domains", {
        name: "tag-chain.com",
        renewal_mode: "renew",
        period,
        contacts: call.contacts
      })
      const domain = "/v1/domains/tag-chain.com"
      let tag = created.headers.get("etag") ?? ""
      for (
        const [method, path, body] of [
          ["PATCH", "", { renewal_mode: "expire" }],
          ["POST", "/renew", { period }],
          ["PATCH", "", { statuses: ["clientHold"] }]
        ] as const
      ) {
        const { headers, status } = yield* call(method, `${domain}${path}`, body, { "if-match": tag })
        assert.strictEqual(status, 200)
        assert.notStrictEqual(headers.get("etag"), tag)
        tag = headers.get("etag") ?? ""
        assert.strictEqual((yield* call("GET", domain)).headers.get("etag"), tag)
      }
      assert.strictEqual((yield* call("PATCH", domain, { renewal_mode: "renew" }, { "if-match": "*" })).status, 200)
      assert.strictEqual((yield* call("DELETE", domain, undefined, { "if-match": tag })).status, 412)
    }))

  it.effect("a contact is deleted at its tag only", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
      const path = `/v1/contacts/${contact_id}`
      const tag = (yield* call("GET", path)).headers.get("etag") ?? ""
      const stale = yield* call("DELETE", path, undefined, { "if-match": "\"1\"" })
      assert.deepStrictEqual([stale.status, stale.body], [412, {
        type: "precondition-failed",
        title: "Precondition Failed",
        status: 412,
        code: "ERROR_PRECONDITION_FAILED",
        detail: `Contact ${contact_id} has changed since it was read`,
        contact_id,
        entity_tag: tag.slice(1, -1)
      }])
      assert.strictEqual((yield* call("DELETE", path, undefined, { "if-match": tag })).status, 204)
    }))
})
