import { assert, layer } from "@effect/vitest"
import { UserId } from "@namewright/core/access"
import { permissions } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { personCaller, storedUser, unknownUser } from "./people.ts"

layer(TestPlatform.layer)("PATCH /v1/users/{user_id}", (it) => {
  it.effect("200: given members change, the others do not", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const person = yield* personCaller({ of: call.organization })
      const user = yield* storedUser(person, { phone: "+49 30 1234567", user_attributes: [{ key: "a", value: 1 }] })
      yield* TestClock.adjust("1 minute")
      const { body, status } = yield* call("PATCH", `/v1/users/${user.user_id}`, {
        username: "renamed",
        email: "renamed@example.org",
        last_name: "King",
        locale: "en_US"
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        ...user,
        username: "renamed",
        email: "renamed@example.org",
        last_name: "King",
        locale: "en_US",
        updated_on: body.updated_on,
        user_attributes: { a: 1 }
      })
      assert.notStrictEqual(body.updated_on, user.updated_on)
      assert.deepStrictEqual((yield* call("GET", `/v1/users/${user.user_id}`)).body, body)
      assert.deepStrictEqual((yield* call("GET", `/v1/users/${user.user_id}/role`)).body, { role: "viewer" })
    }))

  it.effect("200: null clears a phone number, and is ignored for required members", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const user = yield* storedUser(call, { phone: "+49 30 1234567" })
      const { body, status } = yield* call("PATCH", `/v1/users/${user.user_id}`, {
        phone: null,
        username: null,
        email: null,
        first_name: null,
        last_name: null,
        locale: null,
        user_attributes: null
      })
      assert.deepStrictEqual([status, body], [200, {
        ...user,
        phone: null,
        updated_on: body.updated_on,
        user_attributes: {}
      }])
    }))

  it.effect("200: attributes change by key, and null deletes", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const user = yield* storedUser(call, {
        user_attributes: [{ key: "kept", value: 1 }, { key: "changed", value: 2 }, { key: "gone", value: 3 }]
      })
      const { body } = yield* call("PATCH", `/v1/users/${user.user_id}`, {
        user_attributes: [{ key: "changed", value: [4] }, { key: "gone", value: null }, { key: "new", value: {} }]
      })
      assert.deepStrictEqual(body.user_attributes, { kept: 1, changed: [4], new: {} })
    }))

  it.effect("200: the caller itself, though it has a permission that it may not grant", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const user = yield* storedUser(call)
      const self = yield* personCaller({
        of: call.organization,
        user_id: UserId.make(user.user_id),
        rights: ["users:manage"]
      })
      assert.strictEqual((yield* self("PATCH", `/v1/users/${user.user_id}`, { first_name: "Grace" })).status, 200)
    }))

  it.effect("403: a user with more permissions than the caller", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const admin = yield* storedUser(owner, { role: "admin" })
      const lesser = yield* personCaller({
        of: owner.organization,
        rights: permissions.filter((right) => !right.startsWith("billing:"))
      })
      const { body, status } = yield* lesser("PATCH", `/v1/users/${admin.user_id}`, { email: "mine@example.org" })
      assert.deepStrictEqual([status, body.code, body.permission], [403, "ERROR_PERMISSION_DENIED", "billing:manage"])
      assert.strictEqual((yield* owner("GET", `/v1/users/${admin.user_id}`)).body.email, admin.email)
    }))

  it.effect("404: an unknown user", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PATCH", `/v1/users/${unknownUser}`, {})
      assert.deepStrictEqual([status, body.code], [404, "ERROR_USER_NOT_FOUND"])
    }))

  it.effect("409: the name or the address of another, and nothing has changed", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const user = yield* storedUser(call)
      const other = yield* storedUser(yield* personCaller())
      for (const patch of [{ username: other.username }, { email: other.email }, { username: other.email }]) {
        const { body, status } = yield* call("PATCH", `/v1/users/${user.user_id}`, { ...patch, first_name: "Grace" })
        assert.deepStrictEqual([status, body.code], [409, "ERROR_USER_EXISTS"])
      }
      assert.deepStrictEqual((yield* call("GET", `/v1/users/${user.user_id}`)).body, { ...user, user_attributes: {} })
    }))

  it.effect("422: more attributes than a user can have, together with those it has", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const many = (prefix: string, count: number) =>
        Array.from({ length: count }, (_, n) => ({ key: `${prefix}${n}`, value: n }))
      const user = yield* storedUser(call, { user_attributes: many("a", 60) })
      const patch = (count: number) => call("PATCH", `/v1/users/${user.user_id}`, { user_attributes: many("b", count) })
      const { body, status } = yield* patch(5)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.user_attributes", "too_long"]]])
      assert.strictEqual((yield* patch(4)).status, 200)
    }))

  it.effect("422: everything that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PATCH", `/v1/users/${unknownUser}`, { username: "a", email: 1, phone: "" })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.username", "string_too_short"],
        ["body.email", "string_type"],
        ["body.phone", "string_pattern_mismatch"]
      ])
    }))
})
