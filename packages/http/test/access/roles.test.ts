import { assert, layer } from "@effect/vitest"
import { permissions } from "@namewright/core/shared"
import { Effect } from "effect"
import { operations } from "../../src/platform/operations.ts"
import { rulesOf } from "../../src/shared/OperationRules.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { personCaller, storedUser } from "./people.ts"

const path = "/v1/organizations/roles"
const reader = { name: "DNS reader", permissions: ["dns:read"] }

layer(TestPlatform.layer)("roles", (it) => {
  it.effect("a role is created, listed, read, changed and deleted", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const created = yield* call("POST", path, {
        name: " Front Desk ",
        description: null,
        permissions: ["tags:read", "dns:manage", "tags:read", "whitelabel_branding:read"]
      })
      const { created_on, updated_on, ...role } = created.body
      assert.deepStrictEqual([created.status, role], [201, {
        label: "front_desk",
        name: "Front Desk",
        description: null,
        built_in: false,
        permissions: ["dns:manage", "tags:read", "whitelabel_branding:view"]
      }])
      assert.strictEqual(created_on, updated_on)
      const all = yield* call("GET", path)
      assert.deepStrictEqual(all.body.map(({ label }: { label: string }) => label), [
        "owner",
        "admin",
        "viewer",
        "domain_manager",
        "dns_manager",
        "billing_manager",
        "front_desk"
      ])
      assert.deepStrictEqual(all.body.at(-1), created.body)
      assert.deepStrictEqual((yield* call("GET", `${path}/front_desk`)).body, created.body)
      const changed = yield* call("PATCH", `${path}/front_desk`, { name: "Desk", permissions: [] })
      assert.deepStrictEqual([changed.status, changed.body], [200, { ...created.body, name: "Desk", permissions: [] }])
      assert.strictEqual((yield* call("DELETE", `${path}/front_desk`)).status, 204)
      const gone = yield* call("GET", `${path}/front_desk`)
      assert.deepStrictEqual([gone.status, gone.body.code, gone.body.role_name], [
        404,
        "ERROR_ROLE_NOT_FOUND",
        "front_desk"
      ])
    }))

  it.effect("200: the permissions of every operation can be granted, sorted", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", "/v1/organizations/role-permissions")
      const granted: ReadonlyArray<string> = body.permissions
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(granted, [...permissions])
      assert.deepStrictEqual(granted, granted.toSorted())
      const annotated = new Set([...operations.values()].flatMap((endpoint) => rulesOf(endpoint).rights))
      assert.isAbove(annotated.size, 20)
      for (const right of annotated) assert.include(granted, right)
      const everything = yield* call("POST", path, { name: "Everything", permissions: granted })
      assert.deepStrictEqual([everything.status, everything.body.permissions], [201, granted])
    }))

  it.effect("403: permissions that the caller lacks, in a new and in a changed role", () =>
    Effect.gen(function*() {
      const admin = yield* caller()
      yield* admin("POST", path, reader)
      const lesser = yield* caller({ of: admin.organization, rights: ["organization:manage", "dns:manage"] })
      const body = { name: "Payer", permissions: ["dns:read", "billing:read"] }
      const given = yield* lesser("POST", path, body)
      assert.deepStrictEqual([given.status, given.body.permission], [403, "billing:read"])
      const grown = yield* lesser("PATCH", `${path}/dns_reader`, { permissions: ["dns:read", "billing:read"] })
      assert.deepStrictEqual([grown.status, grown.body.permission], [403, "billing:read"])
      assert.strictEqual((yield* lesser("PATCH", `${path}/dns_reader`, { permissions: ["dns:manage"] })).status, 200)
    }))

  it.effect("a change applies to the next request of a key and of a person", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const { fetch, person } = yield* TestPlatform
      yield* owner("POST", path, { name: "Tags", permissions: ["tags:read"] })
      const { body } = yield* owner("POST", "/v1/auth/client_credentials", { api_key_name: "a", role: "tags" })
      const token = yield* person(owner.organization, { role: "tags" })
      const statuses = Effect.all([
        Effect.map(fetch("GET", "/v1/tags", undefined, { key: body.api_key }), ({ status }) => status),
        Effect.map(fetch("GET", "/v1/tags", undefined, { token }), ({ status }) => status)
      ])
      assert.deepStrictEqual(yield* statuses, [200, 200])
      yield* owner("PATCH", `${path}/tags`, { permissions: [] })
      assert.deepStrictEqual(yield* statuses, [403, 403])
      yield* owner("PATCH", `${path}/tags`, { permissions: ["tags:delete"] })
      assert.deepStrictEqual(yield* statuses, [200, 200])
      const inUse = yield* owner("DELETE", `${path}/tags`)
      assert.deepStrictEqual([inUse.status, inUse.body.code, inUse.body.binding_count], [409, "ERROR_ROLE_IN_USE", 2])
    }))

  it.effect("409: a taken name, and changes of a built-in role", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* call("POST", path, reader)
      const codes = (method: string, at: string, body?: unknown) =>
        Effect.map(call(method, at, body), (answer) => [answer.status, answer.body.code, answer.body.role_name])
      const duplicate = "ERROR_DUPLICATE_ROLE_NAME"
      assert.deepStrictEqual(yield* codes("POST", path, reader), [409, duplicate, "DNS reader"])
      const admin = { name: "ADMIN", permissions: [] }
      assert.deepStrictEqual(yield* codes("POST", path, admin), [409, duplicate, "ADMIN"])
      const renamed = yield* codes("PATCH", `${path}/dns_reader`, { name: "Viewer" })
      assert.deepStrictEqual(renamed, [409, duplicate, "Viewer"])
      const immutable = [409, "ERROR_BUILT_IN_ROLE_IMMUTABLE", "viewer"]
      assert.deepStrictEqual(yield* codes("PATCH", `${path}/viewer`, { name: "Reader" }), immutable)
      assert.deepStrictEqual(yield* codes("DELETE", `${path}/viewer`), immutable)
    }))

  it.effect("422: all problems at once", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const issues = (method: string, at: string, body: unknown) =>
        Effect.map(call(method, at, body), (answer) => [answer.status, issuesOf(answer.body)])
      const wrong = { name: "日本", permissions: ["dns:read", "admin", "dns:everything", "owner"] }
      assert.deepStrictEqual(yield* issues("POST", path, wrong), [422, [
        ["body.name", "string_pattern_mismatch"],
        ["body.permissions.1", "enum"],
        ["body.permissions.2", "enum"],
        ["body.permissions.3", "enum"]
      ]])
      assert.deepStrictEqual(yield* issues("POST", path, {}), [422, [
        ["body.name", "missing"],
        ["body.permissions", "missing"]
      ]])
      const long = { name: "n".repeat(65), permissions: ["dns:write"] }
      assert.deepStrictEqual(yield* issues("PATCH", `${path}/x`, long), [422, [
        ["body.name", "string_too_long"],
        ["body.permissions.0", "enum"]
      ]])
      assert.deepStrictEqual((yield* issues("GET", `${path}/Not%20A%20Label`, undefined))[0], 422)
    }))

  it.effect("404: roles of another organization, also for its parent", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
      yield* child("POST", path, reader)
      for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const) {
        assert.strictEqual((yield* parent(method, `${path}/dns_reader`, body)).status, 404)
      }
      assert.strictEqual((yield* child("GET", `${path}/dns_reader`)).body.name, "DNS reader")
      assert.lengthOf((yield* parent("GET", path)).body, 6)
    }))

  it.effect("the role of a user as a list, for older clients", () =>
    Effect.gen(function*() {
      const owner = yield* personCaller({ role: "owner" })
      const user = yield* storedUser(owner)
      yield* owner("POST", path, reader)
      const roles = `/v1/users/${user.user_id}/roles`
      const change = (body: unknown) =>
        Effect.map(owner("PATCH", roles, body), (answer) => [answer.status, answer.body.relations])
      assert.deepStrictEqual((yield* owner("GET", roles)).body, { relations: ["viewer"] })
      assert.deepStrictEqual(yield* change({ add: ["dns_reader"] }), [200, ["dns_reader"]])
      assert.deepStrictEqual(yield* change({ remove: ["viewer"] }), [200, ["dns_reader"]])
      assert.deepStrictEqual(yield* change({ remove: ["dns_reader"], add: [] }), [200, []])
      assert.deepStrictEqual((yield* owner("GET", roles)).body, { relations: [] })
      assert.deepStrictEqual(yield* change({ add: ["none"] }), [404, undefined])
      const refused = [{}, { add: [] }, { add: ["viewer"], remove: ["dns_reader"] }, { add: ["viewer", "dns_manager"] }]
      for (const body of [...refused, { add: ["owner"] }]) {
        assert.strictEqual((yield* owner("PATCH", roles, body)).status, 422, JSON.stringify(body))
      }
      const admin = yield* personCaller({ of: owner.organization, role: "admin" })
      const code = (yield* admin("PATCH", roles, { add: ["admin"] })).body.code
      assert.strictEqual(code, "ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE")
      const key = yield* caller({ of: owner.organization })
      assert.strictEqual((yield* key("PATCH", roles, { add: ["viewer"] })).status, 403)
    }))
})
