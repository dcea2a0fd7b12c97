import { assert, describe, layer } from "@effect/vitest"
import { asSystem, RoleStore, UserId } from "@namewright/core/access"
import { Organizations } from "@namewright/core/organizations"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { personCaller, storedUser, unknownUser } from "./people.ts"

const attributes = [{ key: "theme", value: "dark" }, { key: "rows", value: 20 }]

layer(TestPlatform.layer)("reading users", (it) => {
  describe("GET /v1/users/{user_id}", () => {
    it.effect("200: with its attributes, all of them or those that are asked for", () =>
      Effect.gen(function*() {
        const call = yield* personCaller()
        const user = yield* storedUser(call, { user_attributes: attributes })
        const shown = (query: string) =>
          Effect.map(call("GET", `/v1/users/${user.user_id}${query}`), ({ body, status }) => [status, body])
        assert.deepStrictEqual(yield* shown(""), [200, { ...user, user_attributes: { theme: "dark", rows: 20 } }])
        const some = [200, { ...user, user_attributes: { rows: 20 } }]
        assert.deepStrictEqual(yield* shown("?attributes=rows,unknown"), some)
        assert.deepStrictEqual(yield* shown("?attributes=rows&attributes=unknown"), some)
      }))

    it.effect("200: a user of a suborganization, and 404 the other way round", () =>
      Effect.gen(function*() {
        const { organization } = yield* TestPlatform
        const parent = yield* personCaller()
        const child = yield* personCaller({ of: yield* organization({ parent: parent.organization }) })
        const below = yield* storedUser(child)
        const above = yield* storedUser(parent)
        assert.strictEqual((yield* parent("GET", `/v1/users/${below.user_id}`)).status, 200)
        const { body, status } = yield* child("GET", `/v1/users/${above.user_id}`)
        assert.deepStrictEqual([status, body.code, body.user_id], [404, "ERROR_USER_NOT_FOUND", above.user_id])
      }))

    it.effect("404: an unknown user", () =>
      Effect.gen(function*() {
        const call = yield* caller()
        const { body, status } = yield* call("GET", `/v1/users/${unknownUser}`)
        assert.strictEqual(status, 404)
        assert.deepStrictEqual(body, {
          type: "user-not-found",
          title: "User Management Error",
          status: 404,
          code: "ERROR_USER_NOT_FOUND",
          detail: `No user ${unknownUser}`,
          user_id: unknownUser
        })
      }))

    it.effect("422: an id of another kind", () =>
      Effect.gen(function*() {
        const call = yield* caller()
        const { body, status } = yield* call("GET", `/v1/users/${call.organization}`)
        assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.user_id", "typeid_parsing"]]])
      }))
  })

  describe("GET /v1/users/me", () => {
    it.effect("200: the calling user, with any permissions", () =>
      Effect.gen(function*() {
        const call = yield* personCaller()
        const user = yield* storedUser(call, { user_attributes: attributes })
        const own = { of: call.organization, user_id: UserId.make(user.user_id) }
        const me = yield* personCaller({ ...own, rights: ["dns:read", "domains:manage", "contacts:read"] })
        const { body, status } = yield* me("GET", "/v1/users/me")
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body, {
          ...user,
          role: (yield* call("GET", `/v1/users/${user.user_id}/role`)).body.role,
          permissions: ["contacts:read", "dns:read", "domains:manage", "domains:read"],
          user_attributes: { theme: "dark", rows: 20 },
          organization: { currency: "EUR", parent_organization_id: null }
        })
        const nobody = yield* personCaller({ ...own, rights: [] })
        assert.deepStrictEqual((yield* nobody("GET", "/v1/users/me?attributes=theme")).body.user_attributes, {
          theme: "dark"
        })
      }))

    it.effect("200: with the parent of a suborganization, for which that one pays", () =>
      Effect.gen(function*() {
        const { organization } = yield* TestPlatform
        const parent = yield* organization()
        const call = yield* personCaller({ of: yield* organization({ parent }) })
        const user = yield* storedUser(call)
        const me = yield* personCaller({ of: call.organization, user_id: UserId.make(user.user_id) })
        const { body } = yield* me("GET", "/v1/users/me")
        assert.deepStrictEqual(body.organization, { currency: null, parent_organization_id: parent })
      }))

    it.effect("403: a key of an organization, with the reason", () =>
      Effect.gen(function*() {
        const call = yield* caller()
        const { body, status } = yield* call("GET", "/v1/users/me")
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.include(body.detail, "keys of organizations are refused")
      }))
  })

  describe("GET /v1/users/{user_id}/permissions", () => {
    it.effect("200: those of the role and what they imply, sorted", () =>
      Effect.gen(function*() {
        const { save } = yield* RoleStore
        const call = yield* personCaller({ role: "owner" })
        const now = yield* Instant.now
        const role = { name: "Robot", description: null, created_on: now, updated_on: now }
        yield* save(call.organization, { ...role, label: "robot", permissions: ["tags:read", "dns:manage"] })
        const permissions = (role: string | null) =>
          Effect.gen(function*() {
            const { user_id } = yield* storedUser(call)
            yield* call("PUT", `/v1/users/${user_id}/role`, { role })
            return (yield* call("GET", `/v1/users/${user_id}/permissions`)).body
          })
        assert.deepStrictEqual(yield* permissions("robot"), {
          permissions: ["dns:manage", "dns:read", "tags:read"]
        })
        assert.deepStrictEqual(yield* permissions("billing_manager"), {
          permissions: ["billing:manage", "billing:read"]
        })
        assert.deepStrictEqual(yield* permissions(null), { permissions: [] })
        assert.lengthOf((yield* permissions("admin")).permissions, 48)
      }))
  })

  describe("GET /v1/users/{user_id}/role", () => {
    it.effect("200: the role of an owner as of everybody", () =>
      Effect.gen(function*() {
        const call = yield* personCaller()
        const organizations = yield* Organizations
        const { users } = yield* asSystem(
          call.organization,
          organizations.create({
            name: "Sub",
            users: [{ username: "first", email: "f@e.example", first_name: "F", last_name: "I", locale: "en" }]
          })
        )
        const { body } = yield* call("GET", `/v1/users/${users[0]?.user_id}/role`)
        assert.deepStrictEqual(body, { role: "owner" })
      }))
  })
})
