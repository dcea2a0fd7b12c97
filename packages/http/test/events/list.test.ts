import { assert, layer } from "@effect/vitest"
import { EventLog } from "@namewright/core/events"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"

const record = Effect.fnUntraced(function*(organization_id: OrganizationId, name: string) {
  const { record } = yield* EventLog
  return yield* record({
    organization_id,
    object_type: "DOMAIN",
    object_id: `domain_of_${name}`,
    object_name: name,
    type: "RENEWAL",
    subtype: "SUCCESS",
    event_data: { message: `${name} is renewed` }
  })
})

layer(TestPlatform.layer)("GET /v1/events", (it) => {
  it.effect("200: pages of the newest, the pending ones alone", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization()
      const mine = yield* key(owner, ["events:manage"])
      const old = yield* record(owner, "old.example")
      yield* TestClock.adjust("1 minute")
      const young = yield* record(owner, "young.example")

      const first = yield* fetch("GET", "/v1/events?page_size=1", undefined, { key: mine })
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(
        [first.body.total, first.body.page, first.body.page_size, first.body.items[0].event_id],
        [2, 1, 1, young]
      )

      assert.strictEqual((yield* fetch("PATCH", `/v1/events/${young}`, undefined, { key: mine })).status, 204)
      const pending = yield* fetch("GET", "/v1/events", undefined, { key: mine })
      assert.deepStrictEqual(pending.body.items.map((event: { event_id: string }) => event.event_id), [old])
    }))

  it.effect("200: nothing of other organizations", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      yield* record(yield* organization(), "a.example")
      const stranger = yield* key(yield* organization())
      const { body } = yield* fetch("GET", "/v1/events?acknowledged=any", undefined, { key: stranger })
      assert.deepStrictEqual([body.total, body.items], [0, []])
    }))

  it.effect("200: the events of a suborganization for its parent, only if requested", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization()
      const sub = yield* organization({ parent })
      const [own, below] = [yield* record(parent, "parent.example"), yield* record(sub, "sub.example")]
      const shown = Effect.fnUntraced(function*(caller: OrganizationId, query: string) {
        const { body, status } = yield* fetch("GET", `/v1/events?${query}`, undefined, { key: yield* key(caller) })
        assert.deepStrictEqual([status, body.total], [200, body.items.length])
        return body.items.map((event: { event_id: string }) => event.event_id)
      })
      assert.deepStrictEqual(yield* shown(parent, ""), [own])
      assert.deepStrictEqual(yield* shown(parent, `organization_id=${sub}`), [below])
      assert.deepStrictEqual(yield* shown(parent, `organization_id=${sub}&object_id=parent.example`), [])
      assert.deepStrictEqual(yield* shown(parent, `organization_id=${sub}&acknowledged=true`), [])
      assert.deepStrictEqual(yield* shown(sub, `organization_id=${sub}`), [below])
    }))

  it.effect("404: the events of the parent, of a sister organization, and of another parent's", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const [parent, stranger] = [yield* organization(), yield* organization()]
      const [sub, sister] = [yield* organization({ parent }), yield* organization({ parent })]
      const asked = [[sub, parent], [sub, sister], [stranger, parent], [stranger, sub]] as const
      for (const [caller, of] of asked) {
        const path = `/v1/events?organization_id=${of}`
        const { body, status } = yield* fetch("GET", path, undefined, { key: yield* key(caller) })
        assert.deepStrictEqual([status, body.code, body.items], [404, "ERROR_ORGANIZATION_NOT_FOUND", undefined])
      }
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const { body, status } = yield* fetch("GET", "/v1/events?page=0&sort_by=age", undefined, { key: mine })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(
        body.errors.map((error: { loc: Array<string>; type: string }) => [error.loc.join("."), error.type]),
        [["query.page", "greater_than_equal"], ["query.sort_by", "enum"]]
      )
    }))
})
