import { assert, layer } from "@effect/vitest"
import { UserCredentials } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { userBody } from "./userBody.ts"

const path = "/v1/users"

layer(TestPlatform.layer)("POST /v1/users", (it) => {
  it.effect("200: a user of the caller's organization, a viewer", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", path, {
        ...userBody("Ada.Lovelace+1@x", { email: "ada@example.org" }),
        phone: "+49 30 1234567",
        locale: "en",
        user_attributes: [{ key: "theme", value: "dark" }, { key: "columns", value: ["name", 3] }, { key: "empty" }]
      })
      assert.strictEqual(status, 200)
      assert.match(body.user_id, /^user_[0-9a-z]{26}$/)
      assert.deepStrictEqual(body, {
        user_id: body.user_id,
        organization_id: call.organization,
        username: "Ada.Lovelace+1@x",
        email: "ada@example.org",
        first_name: "Ada",
        last_name: "Lovelace",
        locale: "en",
        phone: "+49 30 1234567",
        status: "active",
        created_on: "1970-01-01T00:00:00Z",
        updated_on: "1970-01-01T00:00:00Z"
      })
      assert.deepStrictEqual((yield* call("GET", `${path}/${body.user_id}/role`)).body, { role: "viewer" })
      const read = yield* call("GET", `${path}/${body.user_id}`)
      assert.deepStrictEqual(read.body.user_attributes, { theme: "dark", columns: ["name", 3], empty: null })
    }))

  it.effect("200: a password, with which the user can sign in and which nothing shows", () =>
    Effect.gen(function*() {
      const { verifyPassword } = yield* UserCredentials
      const call = yield* caller()
      const password = "correct horse battery"
      const { body, status } = yield* call("POST", path, userBody("signs-in", { password }))
      assert.strictEqual(status, 200)
      assert.notInclude(JSON.stringify(body), "horse")
      const account = yield* verifyPassword("signs-in", Redacted.make(password), undefined)
      assert.strictEqual(account.user.user_id, body.user_id)
      const without = yield* call("POST", path, userBody("does-not", { password: null }))
      assert.strictEqual(without.status, 200)
    }))

  it.effect("403: rights of a viewer that the caller does not have", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["users:manage"] })
      const { body, status } = yield* call("POST", path, userBody("beyond"))
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.match(body.permission, /:read$/)
    }))

  it.effect("409: a username or an address of another user, in any organization", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const elsewhere = yield* caller()
      yield* call("POST", path, userBody("taken", { email: "held@example.org" }))
      for (
        const given of [
          userBody("TAKEN"),
          userBody("another", { email: "Held@Example.org" }),
          userBody("held@example.org", { email: "third@example.org" })
        ]
      ) {
        const { body, status } = yield* elsewhere("POST", path, given)
        assert.deepStrictEqual([status, body.code, body.username], [409, "ERROR_USER_EXISTS", given.username])
      }
      assert.strictEqual((yield* elsewhere("GET", "/v1/organizations/users")).body.total, 0)
    }))

  it.effect("422: everything that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", path, {
        username: "no spaces",
        email: "nobody",
        first_name: "",
        locale: "en-GB",
        phone: "110",
        user_attributes: [{ key: "" }]
      })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.username", "string_pattern_mismatch"],
        ["body.email", "value_error"],
        ["body.first_name", "string_too_short"],
        ["body.last_name", "missing"],
        ["body.locale", "string_pattern_mismatch"],
        ["body.phone", "string_pattern_mismatch"],
        ["body.user_attributes.0.key", "string_too_short"]
      ])
    }))

  it.effect("422: a password that is easily guessed, without repeating it", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (
        const [password, type] of [
          ["too weak", "string_too_short"],
          ["long".repeat(40), "string_too_long"],
          ["ADA.lovelace", "value_error"],
          ["ada.lovelace@EXAMPLE.org", "value_error"],
          ["abababababab", "value_error"]
        ] as const
      ) {
        const { body, status } = yield* call("POST", path, userBody("ada.lovelace", { password }))
        assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.password", type]]])
        assert.notInclude(JSON.stringify(body), password)
      }
      assert.strictEqual((yield* call("GET", "/v1/organizations/users")).body.total, 0)
    }))
})

layer(TestPlatform.layerWith({}, { passwordHasher: undefined }))("POST /v1/users, without passwords", (it) => {
  it.effect("422: a password, where people sign in elsewhere", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", path, userBody("ada", { password: "correct horse battery" }))
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.password", "value_error"]]])
      assert.strictEqual((yield* call("POST", path, userBody("ada"))).status, 200)
    }))
})
