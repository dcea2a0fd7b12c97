import { assert, layer } from "@effect/vitest"
import { asSystem, RoleStore } from "@namewright/core/access"
import { Organizations } from "@namewright/core/organizations"
import { Instant, type OrganizationId, permissions } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { administratorsBelow, personCaller, storedUser, unknownUser } from "./people.ts"

const pathOf = (user: { readonly user_id: string }) => `/v1/users/${user.user_id}/role`

const saveRole = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { save } = yield* RoleStore
  const now = yield* Instant.now
  yield* save(organization, {
    label: "bookkeeper",
    name: "Bookkeeper",
    description: null,
    permissions: ["billing:read"],
    created_on: now,
    updated_on: now
  })
})

layer(TestPlatform.layer)("PUT /v1/users/{user_id}/role", (it) => {
  it.effect("200: a built-in role by name, a custom one by label, or none", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ rights: permissions })
      yield* saveRole(call.organization)
      const user = yield* storedUser(call)
      for (const role of ["dns_manager", "bookkeeper", null, "bookkeeper"]) {
        const { body, status } = yield* call("PUT", pathOf(user), { role })
        assert.deepStrictEqual([status, body], [200, { role }])
        assert.deepStrictEqual((yield* call("GET", pathOf(user))).body, { role })
      }
    }))

  it.effect("200: the role admin, assigned and removed by the owner", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      yield* storedUser(call, { role: "admin" })
      const user = yield* storedUser(call)
      assert.deepStrictEqual((yield* call("PUT", pathOf(user), { role: "admin" })).body, { role: "admin" })
      assert.deepStrictEqual((yield* call("PUT", pathOf(user), { role: "viewer" })).body, { role: "viewer" })
    }))

  it.effect("200: the current role of the user, though the caller could not assign it", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const user = yield* storedUser(owner, { role: "admin" })
      const admin = yield* personCaller({ of: owner.organization, role: "admin" })
      assert.strictEqual((yield* admin("PUT", pathOf(user), { role: "admin" })).status, 200)
    }))

  it.effect("403: a key of an organization", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const user = yield* storedUser(yield* personCaller({ of: call.organization }))
      const { body, status } = yield* call("PUT", pathOf(user), { role: "dns_manager" })
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.include(body.detail, "signed-in")
    }))

  it.effect("403: the role admin, by another caller than the owner", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const admin = yield* personCaller({ of: owner.organization, role: "admin" })
      const user = yield* storedUser(owner)
      const given = yield* admin("PUT", pathOf(user), { role: "admin" })
      assert.deepStrictEqual([given.status, given.body.code], [403, "ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE"])
      yield* storedUser(owner, { role: "admin" })
      yield* owner("PUT", pathOf(user), { role: "admin" })
      const taken = yield* admin("PUT", pathOf(user), { role: null })
      assert.deepStrictEqual([taken.status, taken.body.code], [403, "ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE"])
    }))

  it.effect("403: permissions beyond the caller's, of the new or the current role", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const user = yield* storedUser(owner)
      const lesser = yield* personCaller({
        of: owner.organization,
        rights: permissions.filter((right) => !right.startsWith("billing:"))
      })
      const given = yield* lesser("PUT", pathOf(user), { role: "billing_manager" })
      assert.deepStrictEqual([given.status, given.body.permission], [403, "billing:read"])
      yield* owner("PUT", pathOf(user), { role: "billing_manager" })
      const taken = yield* lesser("PUT", pathOf(user), { role: "viewer" })
      assert.deepStrictEqual([taken.status, taken.body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.deepStrictEqual((yield* owner("GET", pathOf(user))).body, { role: "billing_manager" })
    }))

  it.effect("403: the owner stays the owner", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const organizations = yield* Organizations
      const person = { first_name: "F", last_name: "I", locale: "en" }
      const { users } = yield* asSystem(
        call.organization,
        organizations.create({ name: "Sub", users: [{ ...person, username: "stays", email: "stays@e.example" }] })
      )
      const { body, status } = yield* call("PUT", `/v1/users/${users[0]?.user_id}/role`, { role: "viewer" })
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("404: an unknown user, and a role that the user's organization does not have", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const call = yield* personCaller({ role: "owner" })
      yield* saveRole(call.organization)
      const nobody = yield* call("PUT", `/v1/users/${unknownUser}/role`, { role: "viewer" })
      assert.deepStrictEqual([nobody.status, nobody.body.code], [404, "ERROR_USER_NOT_FOUND"])
      const child = yield* personCaller({ of: yield* organization({ parent: call.organization }) })
      const user = yield* storedUser(child)
      const { body, status } = yield* call("PUT", pathOf(user), { role: "bookkeeper" })
      assert.deepStrictEqual([status, body.code, body.role_name], [404, "ERROR_ROLE_NOT_FOUND", "bookkeeper"])
    }))

  it.effect("409: the last administrator, where there is no owner", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const [user] = yield* administratorsBelow(call, 1)
      const { body, status } = yield* call("PUT", pathOf(user), { role: "viewer" })
      assert.deepStrictEqual([status, body.code], [409, "ERROR_USER_IS_LAST_ADMIN"])
    }))

  it.effect("422: the role owner, an absent role, and an invalid role", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const user = yield* storedUser(call)
      const issues = (body: unknown) =>
        Effect.map(call("PUT", pathOf(user), body), (answer) => [answer.status, issuesOf(answer.body)])
      assert.deepStrictEqual(yield* issues({ role: "owner" }), [422, [["body.role", "value_error"]]])
      assert.deepStrictEqual(yield* issues({}), [422, [["body.role", "missing"]]])
      assert.deepStrictEqual(yield* issues({ role: "Not A Role" }), [422, [["body.role", "string_pattern_mismatch"]]])
    }))
})
