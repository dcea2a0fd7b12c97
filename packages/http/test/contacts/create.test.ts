import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { contactBody } from "./contactBody.ts"

layer(TestPlatform.layer)("POST /v1/contacts", (it) => {
  it.effect("201: a contact with all of its members, in their stored forms", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      const { body, status } = yield* call("POST", "/v1/contacts", {
        ...contactBody,
        org: "Analytical Engines",
        title: "",
        fax: "+442079460001",
        street: "12 St James's Square\r\nFlat 3",
        disclose: true
      })
      assert.strictEqual(status, 201)
      assert.match(body.contact_id, /^contact_[0-9a-z]{26}$/)
      assert.match(body.created_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual(body, {
        contact_id: body.contact_id,
        organization_id: call.organization,
        first_name: "Ada",
        last_name: "Lovelace",
        org: "Analytical Engines",
        title: null,
        email: "ada@example.com",
        phone: "+44.2079460000",
        fax: "+44.2079460001",
        street: "12 St James's Square\nFlat 3",
        city: "London",
        state: null,
        postal_code: "SW1Y 4JH",
        country: "GB",
        disclose: true,
        created_on: body.created_on,
        updated_on: body.created_on,
        attribute_sets: [],
        tags: null,
        status_tags: null
      })
    }))

  it.effect("201: no disclosure unless it is asked for", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { disclose: _, ...input } = contactBody
      const { body, status } = yield* call("POST", "/v1/contacts", input)
      assert.deepStrictEqual([status, body.disclose], [201, false])
    }))

  it.effect("403: a key without contacts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:read", "contacts:delete"] })
      const { body, status } = yield* call("POST", "/v1/contacts", contactBody)
      assert.deepStrictEqual([status, body.permission], [403, "contacts:manage"])
    }))

  it.effect("422: a postal code that the country does not have", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/contacts", { ...contactBody, postal_code: "26133" })
      const message = "\"26133\" is not a postal code of GB; an example is EC1Y 8SY"
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body, {
        type: "request-validation-failed",
        title: "Request validation error.",
        status: 422,
        errors: [{
          loc: ["body", "postal_code"],
          msg: message,
          type: "invalid_postal_code",
          input: "26133",
          ctx: { message }
        }]
      })
    }))

  it.effect("422: every member that is wrong, the postal code among them, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/contacts", {
        first_name: "",
        last_name: "x".repeat(256),
        org: 7,
        email: "ada",
        phone: "030 123456",
        street: "1\n2\n3\n4",
        city: "Lon\ndon",
        postal_code: "26133",
        country: "NL",
        disclose: "no"
      })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.first_name", "string_too_short"],
        ["body.last_name", "string_too_long"],
        ["body.org", "string_type"],
        ["body.email", "invalid_email"],
        ["body.phone", "invalid_phone"],
        ["body.street", "too_many_lines"],
        ["body.city", "string_pattern_mismatch"],
        ["body.postal_code", "invalid_postal_code"],
        ["body.disclose", "bool_parsing"]
      ])
      const message = "\"26133\" is not a postal code of NL; an example is 1234 AB"
      const entry = body.errors.find((error: { type: string }) => error.type === "invalid_postal_code")
      assert.deepStrictEqual([entry.msg, entry.ctx, entry.input], [message, { message }, "26133"])
      assert.strictEqual((yield* call("GET", "/v1/contacts")).body.total, 0)
    }))

  it.effect("422: every member that is missing", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/contacts", {})
      const required = ["first_name", "last_name", "email", "phone", "street", "city", "postal_code", "country"]
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), required.map((field) => [`body.${field}`, "missing"]))
    }))
})
