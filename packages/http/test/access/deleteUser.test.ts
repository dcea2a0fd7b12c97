import { assert, layer } from "@effect/vitest"
import { asSystem, UserCredentials, UserId } from "@namewright/core/access"
import { Organizations } from "@namewright/core/organizations"
import { Effect, Option } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { administratorsBelow, personCaller, storedUser, unknownUser } from "./people.ts"
import { userBody } from "./userBody.ts"

layer(TestPlatform.layer)("DELETE /v1/users/{user_id}", (it) => {
  it.effect("204: the user is deleted, and its logins are free", () =>
    Effect.gen(function*() {
      const { find } = yield* UserCredentials
      const call = yield* caller()
      const { body: user } = yield* call("POST", "/v1/users", userBody("leaves"))
      const path = `/v1/users/${user.user_id}`
      const deleted = yield* call("DELETE", path)
      assert.deepStrictEqual([deleted.status, deleted.body], [204, undefined])
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      assert.deepStrictEqual(yield* find(UserId.make(user.user_id)), Option.none())
      assert.strictEqual((yield* call("POST", "/v1/users", userBody("leaves"))).status, 200)
    }))

  it.effect("403: the owner", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const organizations = yield* Organizations
      const person = { first_name: "F", last_name: "I", locale: "en" }
      const { users } = yield* asSystem(
        call.organization,
        organizations.create({ name: "Sub", users: [{ ...person, username: "owns", email: "owns@e.example" }] })
      )
      const { body, status } = yield* call("DELETE", `/v1/users/${users[0]?.user_id}`)
      assert.deepStrictEqual([status, body.code, body.type], [403, "ERROR_CANNOT_DELETE_OWNER", "cannot-delete-owner"])
    }))

  it.effect("403: a user with more permissions than the caller", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const user = yield* storedUser(call, { role: "dns_manager" })
      const lesser = yield* caller({ of: call.organization, rights: ["users:delete", "dns:read"] })
      const { body, status } = yield* lesser("DELETE", `/v1/users/${user.user_id}`)
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("404: an unknown user", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("DELETE", `/v1/users/${unknownUser}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_USER_NOT_FOUND"])
    }))

  it.effect("409: oneself", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const { user_id } = yield* storedUser(call)
      const self = yield* personCaller({ of: call.organization, user_id: UserId.make(user_id) })
      const { body, status } = yield* self("DELETE", `/v1/users/${user_id}`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_USER_CANNOT_DELETE_SELF"])
    }))

  it.effect("409: the last administrator, where there is no owner", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const [first, second] = yield* administratorsBelow(call, 2)
      assert.strictEqual((yield* call("DELETE", `/v1/users/${first.user_id}`)).status, 204)
      const { body, status } = yield* call("DELETE", `/v1/users/${second.user_id}`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_USER_IS_LAST_ADMIN"])
    }))

  it.effect("204 or 409: of two administrators who are deleted concurrently, one remains", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const users = yield* administratorsBelow(call, 2)
      const answers = yield* Effect.forEach(users, ({ user_id }) => call("DELETE", `/v1/users/${user_id}`), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [204, 409])
    }))
})
