import { assert, layer } from "@effect/vitest"
import {
  type NewRequestRecord,
  type RequestFilter,
  type RequestSortField,
  RequestStore
} from "@namewright/core/archive"
import { Instant, newOrganizationId, type SortOrder } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Struct } from "effect"
import { TestClock } from "effect/testing"

const lastFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 50 }

/** Contract of storage adapters for the request history. */
export const requestStoreContract = <E>(name: string, storage: Layer.Layer<RequestStore, E>) =>
  layer(storage)(`RequestStore (${name})`, (it) => {
    /** Requests of a new organization, a minute apart. */
    const written = Effect.fnUntraced(function*(parts: ReadonlyArray<Partial<NewRequestRecord>>) {
      const { insert, list } = yield* RequestStore
      const organization_id = yield* newOrganizationId
      const requests: Array<NewRequestRecord> = []
      for (const part of parts) {
        yield* TestClock.adjust("1 minute")
        const now = yield* Instant.now
        requests.push({
          server_request_id: `${organization_id}-${requests.length}`,
          organization_id,
          method: "GET",
          path: "/v1/domains",
          status_code: 200,
          duration: 1.25,
          client_ip: "192.0.2.1",
          performed_by_type: "system",
          performed_by_id: null,
          request_body: null,
          response_body: null,
          request_started_at: now,
          request_completed_at: now,
          ...part
        })
      }
      yield* insert(requests)
      const ids = requests.map(({ server_request_id }) => server_request_id)
      const found = (
        filter: RequestFilter,
        by: RequestSortField = "created_on",
        order: SortOrder = "desc",
        page = firstPage
      ) =>
        Effect.map(list(organization_id, filter, { by, order }, page), ({ items, total }) => {
          assert.isAtLeast(total, items.length)
          return items.map(({ server_request_id }) => ids.indexOf(server_request_id))
        })
      return { requests, found, organization_id }
    })

    it.effect("lists requests as they were written, the last first, in pages", () =>
      Effect.gen(function*() {
        const { list } = yield* RequestStore
        const bodies = {
          request_body: { name: "\u{1f600} \"'\\ \0" },
          response_body: [{ ok: true }, "two"]
        }
        const { found, organization_id, requests } = yield* written([
          {},
          {
            performed_by_type: "user",
            performed_by_id: "user_1",
            request_body: JSON.stringify(bodies.request_body),
            response_body: JSON.stringify(bodies.response_body)
          },
          { duration: 0.001, status_code: 503, client_ip: "2001:db8::1" }
        ])
        const { items, total } = yield* list(organization_id, {}, lastFirst, firstPage)
        const expected = requests.map((request, index) => ({
          ...Struct.omit(request, ["organization_id"]),
          ...(index === 1 ? bodies : {})
        }))
        assert.deepStrictEqual([total, items], [3, expected.toReversed()])
        assert.deepStrictEqual(yield* found({}, "created_on", "asc", { page: 2, page_size: 2 }), [2])
      }))

    it.effect("finds nothing of other organizations", () =>
      Effect.gen(function*() {
        const { list } = yield* RequestStore
        const { requests } = yield* written([{}])
        const other = yield* newOrganizationId
        for (const filter of [{}, { server_request_id: requests[0]?.server_request_id }, { method: "GET" as const }]) {
          assert.strictEqual((yield* list(other, filter, lastFirst, firstPage)).total, 0)
        }
      }))

    it.effect("filters by every member: numbers inclusively, times exclusively, paths by their beginning", () =>
      Effect.gen(function*() {
        const { found, requests } = yield* written([
          {},
          { method: "POST", path: "/v1/contacts", status_code: 201, duration: 20 },
          { performed_by_type: "user", performed_by_id: "user_1", client_ip: "2001:db8::1" },
          { path: "/v1/domains/ä%_.example", status_code: 404, duration: 300.5 }
        ])
        const [first, second] = requests
        assert.deepStrictEqual(yield* found({ method: "POST" }), [1])
        assert.deepStrictEqual(yield* found({ path: "/v1/domains" }), [3, 2, 0])
        assert.deepStrictEqual(yield* found({ path: "/v1/domains/" }), [3])
        assert.deepStrictEqual(yield* found({ path: "/v1/domains/ä%_" }), [3])
        assert.deepStrictEqual(yield* found({ path: "/v1/domains/_" }), [])
        assert.deepStrictEqual(yield* found({ path: "/V1" }), [])
        assert.deepStrictEqual(yield* found({ status_code: 201 }), [1])
        assert.deepStrictEqual(yield* found({ min_status_code: 201 }), [3, 1])
        assert.deepStrictEqual(yield* found({ min_status_code: 201, max_status_code: 201 }), [1])
        assert.deepStrictEqual(yield* found({ min_duration: 20 }), [3, 1])
        assert.deepStrictEqual(yield* found({ max_duration: 20, min_duration: 1.26 }), [1])
        assert.deepStrictEqual(yield* found({ client_ip: "2001:db8::1" }), [2])
        assert.deepStrictEqual(yield* found({ server_request_id: second?.server_request_id }), [1])
        assert.deepStrictEqual(yield* found({ performed_by_type: "user" }), [2])
        assert.deepStrictEqual(yield* found({ performed_by_id: "user_1" }), [2])
        assert.deepStrictEqual(yield* found({ performed_by_id: "" }), [])
        assert.deepStrictEqual(yield* found({ request_started_after: first?.request_started_at }), [3, 2, 1])
        assert.deepStrictEqual(yield* found({ request_started_before: second?.request_started_at }), [0])
      }))

    it.effect("sorts by every field, requests without a value lowest, ties by start", () =>
      Effect.gen(function*() {
        const late = DateTime.makeUnsafe("2999-01-01T00:00:00Z")
        const { found } = yield* written([
          {
            method: "PUT",
            path: "/b",
            status_code: 500,
            duration: 10,
            performed_by_type: "user",
            performed_by_id: "user_1",
            request_completed_at: late
          },
          { method: "DELETE", path: "/a", status_code: 404, duration: 9 },
          {
            method: "DELETE",
            path: "/A",
            status_code: 204,
            duration: 11,
            performed_by_type: "organization",
            performed_by_id: "o"
          }
        ])
        assert.deepStrictEqual(yield* found({}, "method", "asc"), [1, 2, 0])
        assert.deepStrictEqual(yield* found({}, "method", "desc"), [0, 2, 1])
        assert.deepStrictEqual(yield* found({}, "path", "asc"), [2, 1, 0])
        assert.deepStrictEqual(yield* found({}, "status_code", "asc"), [2, 1, 0])
        assert.deepStrictEqual(yield* found({}, "duration", "asc"), [1, 0, 2])
        assert.deepStrictEqual(yield* found({}, "server_request_id", "desc"), [2, 1, 0])
        assert.deepStrictEqual(yield* found({}, "performed_by_type", "asc"), [2, 1, 0])
        assert.deepStrictEqual(yield* found({}, "performed_by_id", "asc"), [1, 2, 0])
        assert.deepStrictEqual(yield* found({}, "request_started_at", "asc"), [0, 1, 2])
        assert.deepStrictEqual(yield* found({}, "request_completed_at", "desc"), [0, 2, 1])
      }))

    it.effect("removes the oldest requests before a time, in bounded steps", () =>
      Effect.gen(function*() {
        const { removeBefore } = yield* RequestStore
        yield* removeBefore(DateTime.makeUnsafe("9999-01-01T00:00:00Z"), 100_000)
        const { found, requests } = yield* written([{}, {}, {}])
        const before = requests[2]?.request_started_at ?? DateTime.makeUnsafe(0)
        assert.strictEqual(yield* removeBefore(before, 1), 1)
        assert.deepStrictEqual(yield* found({}), [2, 1])
        assert.strictEqual(yield* removeBefore(before, 10), 1)
        assert.strictEqual(yield* removeBefore(before, 10), 0)
        assert.deepStrictEqual(yield* found({}), [2])
      }))
  })
