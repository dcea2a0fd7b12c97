import { assert, layer } from "@effect/vitest"
import { limits } from "@namewright/core/shared"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, contactCommand } from "./caller.ts"

layer(TestPlatform.layer)("POST /v1/jobs", (it) => {
  it.effect("201: one job per command", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/jobs", {
        label: "import",
        commands: [contactCommand("ada@example.org"), { ...contactCommand("bob@example.org"), version: "v1" }]
      })
      assert.strictEqual(status, 201)
      assert.match(body.batch_id, /^batch_[0-9a-z]{26}$/)
      assert.deepStrictEqual(body, {
        batch_id: body.batch_id,
        total_commands: 2,
        jobs_created: 2,
        jobs_duplicated: 0,
        jobs_failed: 0,
        duplicates: [],
        errors: [],
        status_url: `/v1/jobs/${body.batch_id}`
      })
      assert.strictEqual((yield* call("GET", body.status_url)).body.total, 2)
    }))

  it.effect("201: `type` is an alias of `command`", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { command, payload } = contactCommand("ada@example.org")
      const { body } = yield* call("POST", "/v1/jobs", { commands: [{ type: command, payload }] })
      assert.strictEqual(body.jobs_created, 1)
    }))

  it.effect("201: reports the problem of one command, and runs the others", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const wrong = { ...contactCommand("ada@example.org").payload, postal_code: "not one", country: "DE" }
      const { body } = yield* call("POST", "/v1/jobs", {
        commands: [{ command: "contact_create", payload: wrong }, contactCommand("bob@example.org")]
      })
      assert.deepStrictEqual([body.jobs_created, body.jobs_failed], [1, 1])
      assert.deepStrictEqual([body.errors[0].index, body.errors[0].instance_index], [0, null])
      assert.isString(body.errors[0].error)
    }))

  it.effect("201: the same idempotency key creates no second job", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const commands = [contactCommand("ada@example.org", { idempotency_key: "one" })]
      const first = (yield* call("POST", "/v1/jobs", { commands })).body
      const again = (yield* call("POST", "/v1/jobs", { commands })).body
      assert.deepStrictEqual([again.jobs_created, again.jobs_duplicated], [0, 1])
      assert.deepStrictEqual(
        [again.duplicates[0].index, again.duplicates[0].existing_batch_id],
        [0, first.batch_id]
      )
      // No job was created, so no batch is stored.
      assert.strictEqual((yield* call("GET", again.status_url)).status, 404)
    }))

  it.effect("201: a request with the same Idempotency-Key gets the same response", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const submit = call("POST", "/v1/jobs", { commands: [contactCommand("ada@example.org")] }, {
        "idempotency-key": "import-1"
      })
      const first = (yield* submit).body
      assert.deepStrictEqual((yield* submit).body, first)
      assert.strictEqual((yield* call("GET", "/v1/jobs")).body.total, 1)
    }))

  it.effect("400: no commands", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/jobs", { commands: [] })
      assert.deepStrictEqual([status, body.code], [400, "ERROR_BATCH_EMPTY"])
    }))

  it.effect("403: without the right of a contained command", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["jobs:manage", "domains:manage"] })
      const { body, status } = yield* call("POST", "/v1/jobs", { commands: [contactCommand("ada@example.org")] })
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.strictEqual((yield* call("GET", "/v1/jobs")).body.total, 0)
    }))

  it.effect("422: all problems of the batch and its commands, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/jobs", {
        label: "x".repeat(256),
        not_before: "tomorrow",
        paused: "yes",
        commands: [
          { ...contactCommand("ada@example.org"), idempotency_key: "a\0b" },
          { command: "contact_create", idempotency_key: "" }
        ]
      })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.label", "string_too_long"],
        ["body.not_before", "datetime_parsing"],
        ["body.paused", "bool_parsing"],
        ["body.commands.0.idempotency_key", "string_pattern_mismatch"],
        ["body.commands.1.idempotency_key", "string_too_short"],
        ["body.commands.1.payload", "missing"]
      ])
      assert.strictEqual((yield* call("GET", "/v1/jobs")).body.total, 0)
    }))

  it.effect("422: unknown commands, and payloads that violate their schemas", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/jobs", {
        commands: [
          { command: "contact_destroy", payload: {} },
          contactCommand("ada@example.org"),
          { command: "contact_create", payload: { ...contactCommand("no address").payload, first_name: "" } }
        ]
      })
      assert.strictEqual(status, 422)
      const issues = issuesOf(body)
      assert.deepInclude(issues, ["body.commands.0.command", "union_tag_invalid"])
      assert.isTrue(issues.some(([loc]) => loc === "body.commands.2.payload.first_name"))
      assert.strictEqual((yield* call("GET", "/v1/jobs")).body.total, 0)
    }))

  it.effect("422: a body that is not JSON, a missing one, and one with too many commands", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.deepStrictEqual(issuesOf((yield* call("POST", "/v1/jobs", [1])).body)[0]?.[0], "body")
      assert.deepStrictEqual(issuesOf((yield* call("POST", "/v1/jobs", {})).body), [["body.commands", "missing"]])
      const commands = Array.from({ length: limits.batchCommands + 1 }, () => 1)
      assert.deepStrictEqual(issuesOf((yield* call("POST", "/v1/jobs", { commands })).body), [
        ["body.commands", "too_long"]
      ])
    }))

  it.effect("422: a bulk command with too many instances, none of which is decoded", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const instances = Array.from({ length: limits.bulkInstances.maximum + 1 }, () => ({ domain_id: "none" }))
      const { body, status } = yield* call("POST", "/v1/jobs", {
        commands: [{ command: "domain_update_bulk", payload: { instances } }]
      })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body), [["body.commands.0.payload.instances", "too_long"]])
    }))

  it.effect("422: a body that nests thousands of levels, also with an Idempotency-Key", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
      const body = `{"commands":[],"more":${deep}}`
      for (const headers of [{}, { "idempotency-key": "deep" }]) {
        const answer = yield* call("POST", "/v1/jobs", body, headers)
        assert.deepStrictEqual([answer.status, issuesOf(answer.body)], [422, [["body", "json_invalid"]]])
      }
    }))

  it.effect("422: numbers that overflow and texts that no database stores, in members without a schema", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const command = JSON.stringify(contactCommand("ada@example.org"))
      const odd = String.raw`{"command":"contact_create","payload":{"number":1e400,"text":"\ud800"}}`
      const { body, status } = yield* call("POST", "/v1/jobs", `{"label":"\\u0000","commands":[${command},${odd}]}`)
      assert.strictEqual(status, 422)
      assert.includeDeepMembers(issuesOf(body), [
        ["body.commands.1.payload.number", "finite_number"],
        ["body.commands.1.payload.text", "string_unicode"]
      ])
      assert.strictEqual((yield* call("GET", "/v1/jobs")).body.total, 0)
    }))
})
