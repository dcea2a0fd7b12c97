import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

const label = { operationId: "createTag", body: { type: "DOMAIN", label: "vip" } }

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

const accepted = (requestState: string, note?: string) => ({
  params: {
    requestState,
    inputResponses: { approval: { action: "accept", content: note === undefined ? {} : { note } } }
  }
})

const answered = (requestState: string, action: "decline" | "cancel") => ({
  params: { requestState, inputResponses: { approval: { action } } }
})

/** Half of a surrogate pair, in each member of a call that can be a text. */
const half = "\ud800"
const torn: ReadonlyArray<readonly [pointer: string, tool: string, input: object]> = [
  ["operationId", "call_operation", { operationId: half }],
  ["pathParams.tag_id", "call_operation", { operationId: "getTag", pathParams: { tag_id: half } }],
  ["query.search", "call_operation", { operationId: "listTags", query: { search: half } }],
  ["query.search.1", "call_operation", { operationId: "listTags", query: { search: ["a", half] } }],
  ["query.\ufffd", "call_operation", { operationId: "listTags", query: { [half]: "a" } }],
  ["body.label", "call_operation", { ...label, body: { ...label.body, label: `a${half}` } }],
  ["organizationContext", "call_operation", { ...label, organizationContext: half }],
  ["confirmationToken", "call_operation", { ...label, confirmationToken: half }],
  ["query", "search_operations", { query: half }],
  ["operationId", "describe_operation", { operationId: half }],
  ["search", "portfolio_query", { search: half }],
  ["batchId", "job_batch_status", { batchId: half }],
  ["batchId", "job_batch_control", { batchId: half, action: "pause" }],
  ["selector.search", "bulk_preview", { templateType: "domain_update_bulk", template: {}, selector: { search: half } }],
  [
    "template.renewal_mode",
    "bulk_submit",
    { templateType: "domain_update_bulk", template: { renewal_mode: half }, selector: {} }
  ]
]

/** Names that every object of JavaScript has. */
const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]

layer(AgentEndpoint.layer)("call_operation", (it) => {
  it.effect("refuses lists and bodies that are too long before their entries are decoded", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const refused = (length: number) =>
        Effect.map(
          agent.content("call_operation", {
            operationId: "patchZoneRecords",
            pathParams: { zone_name: "a.example" },
            body: { ops: Array.from({ length }, () => ({})) }
          }),
          ({ data }) => data.errors.map(({ loc, type }: any) => `${loc.join(".")} ${type}`)
        )
      assert.deepStrictEqual(yield* refused(1001), ["body.ops too_long"])
      assert.deepStrictEqual(yield* refused(200_000), ["body too_long"])
      assert.sameMembers(yield* refused(1), ["body.ops.0.op missing", "body.ops.0.record missing"])
    }))

  it.effect("refuses a suborganization for an operation that cannot act for one, before it asks anybody", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const { data } = yield* agent.content("call_operation", {
        ...label,
        organizationContext: "organization_01h455vb4pex5vsknk084sn02q"
      })
      assert.deepStrictEqual(data.errors.map(({ loc, type }: any) => [loc.join("."), type]), [
        ["header.x-organization-context", "extra_forbidden"]
      ])
    }))

  describe("texts that are valid in JSON alone", () => {
    it.effect.each(torn)(
      "are refused with their pointer: %s of %s",
      ([pointer, tool, input]) =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const result = yield* agent.call(tool, input)
          assert.isTrue(result.isError, JSON.stringify(result))
          assert.include(result.content[0].text, `${pointer}: The text has half of a surrogate pair.`)
        })
    )

    it.effect.each(inherited)("are names like all others: %s", (name) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        assert.strictEqual((yield* agent.content("search_operations", { query: name })).total >= 0, true)
        for (const tool of ["call_operation", "describe_operation"]) {
          const { isError, structuredContent } = yield* agent.call(tool, { operationId: name })
          assert.isTrue(isError)
          assert.include(structuredContent.message, `There is no operation "${name}"`)
        }
        const read = yield* agent.content("call_operation", { operationId: "listTags", query: { [name]: ["a", "b"] } })
        assert.oneOf(read.httpStatus, [200, 422])
        const body = JSON.parse(`{"type":"DOMAIN","label":"vip","${name}":1}`)
        const created = yield* agent.rest("POST", "/v1/tags", label.body)
        const pathParams = { tag_id: created.body.tag_id }
        for (const call of [{ operationId: "createTag", body }, { operationId: "updateTag", pathParams, body }]) {
          const asked = yield* agent.call("call_operation", call)
          assert.isTrue(asked.resultType === "input_required" || asked.structuredContent?.httpStatus === 422, name)
        }
      }))
  })

  describe("a write by a client with forms", () => {
    it.effect("is carried out when the same call is repeated with the accepted form", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const asked = yield* agent.call("call_operation", label)
        assert.strictEqual(asked.resultType, "input_required")
        const { method, params } = asked.inputRequests.approval
        assert.deepStrictEqual([method, params.mode], ["elicitation/create", "form"])
        assert.include(params.message, "POST /v1/tags")
        assert.include(params.message, "Risk: writes data")
        assert.include(params.message, "Sends label: \"vip\"")
        assert.deepStrictEqual(params.requestedSchema.properties.note.type, "string")
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 0)

        const done = yield* agent.content("call_operation", label, accepted(asked.requestState, "fine"))
        assert.deepStrictEqual([done.status, done.operationId, done.httpStatus, done.data.label], [
          "ok",
          "createTag",
          201,
          "vip"
        ])
        assert.isFalse(done.truncated)
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 1)
      }))

    it.effect.each(["decline", "cancel"] as const)(
      "is not carried out after %s, and can be accepted later",
      (action) =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { requestState } = yield* agent.call("call_operation", label)
          const { operationId, status } = yield* agent.content("call_operation", label, answered(requestState, action))
          assert.deepStrictEqual([status, operationId], ["declined", "createTag"])
          assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 0)
          const done = yield* agent.content("call_operation", label, accepted(requestState))
          assert.strictEqual(done.httpStatus, 201)
        })
    )

    it.effect("asks again if the answer was lost", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const { requestState } = yield* agent.call("call_operation", label)
        for (const inputResponses of [undefined, {}, { other: { action: "accept" } }, { approval: "yes" }]) {
          const again = yield* agent.call("call_operation", label, { params: { requestState, inputResponses } })
          assert.strictEqual(again.resultType, "input_required")
          assert.strictEqual(again.requestState, requestState)
        }
        const done = yield* agent.content("call_operation", label, accepted(requestState))
        assert.strictEqual(done.httpStatus, 201)
      }))
  })

  describe("a write by any other client", () => {
    it.effect("is carried out once when the same call is repeated with the token", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const asked = yield* agent.content("call_operation", label, formless)
        const { confirmationToken, expiresAt, message, operationId, safety, status } = asked
        assert.deepStrictEqual([status, operationId], ["confirmation_required", "createTag"])
        assert.deepStrictEqual(safety, { read: false, write: true, cost: false, destructive: false, access: false })
        assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        assert.include(message, "POST /v1/tags")
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 0)

        const done = yield* agent.content("call_operation", { ...label, confirmationToken }, formless)
        assert.deepStrictEqual([done.status, done.httpStatus], ["ok", 201])
        const replayed = yield* agent.content("call_operation", { ...label, confirmationToken }, formless)
        assert.strictEqual(replayed.status, "confirmation_required")
        assert.notStrictEqual(replayed.confirmationToken, confirmationToken)
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 1)
      }))

    it.effect.each(
      [
        ["only asks by links", { capabilities: { elicitation: { url: {} } } }],
        ["is of an older revision", { envelope: false }]
      ] as const
    )("is confirmed by a token where the client %s", ([, sending]) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const { confirmationToken, status } = yield* agent.content("call_operation", label, sending)
        assert.strictEqual(status, "confirmation_required")
        const done = yield* agent.content("call_operation", { ...label, confirmationToken }, sending)
        assert.strictEqual(done.httpStatus, 201)
      }))
  })
})
