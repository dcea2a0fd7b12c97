import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { requestRecord } from "../../src/platform/requestRecord.ts"

/** The body of a request as the history keeps it. */
const keptBody = (body: string): string | null =>
  requestRecord({
    request: HttpServerRequest.fromWeb(new Request("https://names.example/v1/tags", { method: "POST" })),
    answer: HttpServerResponse.empty(),
    current: { id: "1", route: undefined, actor: undefined, body, headers: {} },
    actor: {
      principal: { type: "user", id: "user_1" },
      organization_id: "organization_1" as never,
      parent_organization_id: null,
      organization_active: true,
      role: "admin",
      permissions: new Set()
    },
    started: 0,
    duration: 1
  }).request_body

const isJson = Schema.is(Schema.fromJsonString(Schema.Json))

describe("the body of a request", () => {
  it("is kept as it is if JavaScript can represent its numbers", () => {
    for (const body of [`{"a":1e99}`, `[1.5,{"b":-3}]`, `{"name": "e100x"}`, `{"a":12345678901234567890}`]) {
      assert.deepStrictEqual(JSON.parse(keptBody(body) ?? "null"), JSON.parse(body))
    }
  })

  it("has null for numbers beyond, so that the history can be read", () => {
    for (const number of ["1e999", "-1E+400", "10e308", `1${"0".repeat(400)}`, `1${"0".repeat(250)}e99`]) {
      const kept = keptBody(`{"vanity_nameserver_set_id":${number}}`)
      assert.strictEqual(kept, `{"vanity_nameserver_set_id":null}`, number)
      assert.isTrue(isJson(kept))
    }
  })
})
