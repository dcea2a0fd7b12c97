import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

interface Entry {
  readonly server_request_id: string
  readonly method: string
  readonly path: string
  readonly status_code: number
  readonly duration: number
  readonly client_ip: string
  readonly performed_by_type: string
  readonly performed_by_id: string | null
  readonly request_body: any
  readonly response_body: any
  readonly request_started_at: string
  readonly request_completed_at: string
}

const history = "/v1/archive/request-history"

const caller = Effect.fnUntraced(function*() {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = yield* organization()
  const mine = yield* key(owner)
  /** A second after the request before, so that the order of requests is known. */
  const call = (method: string, path: string, body?: unknown) =>
    Effect.andThen(TestClock.adjust("1 second"), fetch(method, path, body, { key: mine }))
  const requests = (query = "") =>
    Effect.map(call("GET", `${history}${query}`), ({ body }) => body.items as ReadonlyArray<Entry>)
  return { call, owner, requests }
})

layer(TestPlatform.layer)(`GET ${history}`, (it) => {
  it.effect("200: a write with both bodies, the last request first, with the id of the response", () =>
    Effect.gen(function*() {
      const { call, owner, requests } = yield* caller()
      const created = yield* call("POST", "/v1/contacts", contactBody)
      yield* call("GET", "/v1/contacts?page_size=1")
      const [read, write] = yield* requests()
      assert.deepStrictEqual([read?.method, read?.path, read?.request_body, read?.response_body], [
        "GET",
        "/v1/contacts",
        null,
        null
      ])
      assert.deepStrictEqual([write?.method, write?.path, write?.status_code], ["POST", "/v1/contacts", 201])
      assert.deepStrictEqual(write?.request_body, contactBody)
      assert.deepStrictEqual(write?.response_body, created.body)
      assert.strictEqual(write?.server_request_id, created.headers.get("x-request-id"))
      assert.deepStrictEqual([write?.performed_by_type, write?.performed_by_id], ["organization", owner])
      assert.strictEqual(write?.client_ip, "::")
      assert.isTrue((write?.request_started_at ?? "") <= (write?.request_completed_at ?? "~"))
    }))

  it.effect("200: a refused read and a refused write with their problems, by a person", () =>
    Effect.gen(function*() {
      const { fetch, organization, person } = yield* TestPlatform
      const token = yield* person(yield* organization())
      yield* fetch("GET", "/v1/contacts/contact_01h455vb4pex5vsknk084sn02q", undefined, { token })
      yield* TestClock.adjust("1 second")
      yield* fetch("POST", "/v1/contacts", { first_name: 7 }, { token })
      const { body } = yield* fetch("GET", history, undefined, { token })
      const [invalid, missing] = body.items as ReadonlyArray<Entry>
      assert.deepStrictEqual([missing?.status_code, missing?.response_body.code], [404, "ERROR_CONTACT_NOT_FOUND"])
      assert.deepStrictEqual([invalid?.status_code, invalid?.request_body], [422, { first_name: 7 }])
      assert.isNotEmpty(invalid?.response_body.errors)
      assert.strictEqual(invalid?.performed_by_type, "user")
      assert.match(invalid?.performed_by_id ?? "", /^user_/)
    }))

  it.effect("200: no secrets, no bodies of authentication, none above 16 KiB", () =>
    Effect.gen(function*() {
      const { call, requests } = yield* caller()
      const hook = yield* call("POST", "/v1/webhooks", { url: "https://receiver.example/hook" })
      const made = yield* call("POST", "/v1/auth/client_credentials", { api_key_name: "second" })
      yield* call("POST", "/v1/contacts", { ...contactBody, first_name: "a".repeat(17_000) })
      const [large, credential, webhook] = yield* requests()
      assert.deepStrictEqual([large?.status_code, large?.request_body], [422, null])
      assert.deepStrictEqual([credential?.path, credential?.request_body, credential?.response_body], [
        "/v1/auth/client_credentials",
        null,
        null
      ])
      assert.strictEqual(made.status, 201)
      assert.isString(hook.body.secret)
      assert.strictEqual(webhook?.response_body.secret, "********")
    }))

  it.effect("200: all filters, 50 requests in a page by default", () =>
    Effect.gen(function*() {
      const { call, owner, requests } = yield* caller()
      const created = yield* call("POST", "/v1/contacts", contactBody)
      yield* call("GET", "/v1/contacts/contact_01h455vb4pex5vsknk084sn02q")
      const [, entry] = yield* requests()
      const { body } = yield* call("GET", history)
      assert.deepStrictEqual([body.page, body.page_size], [1, 50])
      for (
        const [query, count] of [
          ["method=POST", 1],
          ["method=PUT", 0],
          ["path=/v1/contacts/", 1],
          ["path=/v1/contacts", 2],
          ["status_code=404", 1],
          ["min_status_code=400", 1],
          ["max_status_code=299&method=POST", 1],
          ["path=/v1/contacts&min_duration=0", 2],
          ["path=/v1/contacts&min_duration=60000", 0],
          ["path=/v1/contacts&max_duration=60000.5", 2],
          ["path=/v1/contacts&client_ip=::", 2],
          ["client_ip=192.0.2.1", 0],
          [`server_request_id=${created.headers.get("x-request-id")}`, 1],
          [`path=/v1/contacts&performed_by_type=organization&performed_by_id=${owner}`, 2],
          ["performed_by_type=user", 0],
          ["path=/v1/contacts&request_started_before=2999-01-01T00:00:00Z", 2],
          ["request_started_after=2999-01-01T00:00:00Z", 0],
          [`method=POST&request_started_before=${entry?.request_started_at}`, 0]
        ] as const
      ) {
        assert.lengthOf(yield* requests(`?${query}`), count, query)
      }
    }))

  it.effect("200: requests of the own organization only", () =>
    Effect.gen(function*() {
      const mine = yield* caller()
      const other = yield* caller()
      yield* mine.call("GET", "/v1/contacts")
      assert.isEmpty(yield* other.requests("?path=/v1/contacts"))
      assert.lengthOf(yield* mine.requests("?path=/v1/contacts"), 1)
    }))

  it.effect("403: without `audit_logs:read`", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const reader = yield* key(yield* organization(), ["domains:read"])
      const answer = yield* fetch("GET", history, undefined, { key: reader })
      assert.deepStrictEqual([answer.status, answer.body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("422: invalid filters", () =>
    Effect.gen(function*() {
      const { call } = yield* caller()
      for (
        const query of [
          "method=get",
          "status_code=1000",
          "min_duration=-1",
          "performed_by_type=key",
          "request_started_after=yesterday",
          "sort_by=request_body",
          "page_size=1001"
        ]
      ) {
        assert.strictEqual((yield* call("GET", `${history}?${query}`)).status, 422, query)
      }
    }))
})
