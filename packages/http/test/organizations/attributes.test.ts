import { assert, layer } from "@effect/vitest"
import { OrganizationOperations } from "@namewright/core/organizations"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const own = "/v1/organizations/attributes"

const caller = Effect.fnUntraced(function*(of?: OrganizationId) {
  const { fetch, key, organization } = yield* TestPlatform
  const id = of ?? (yield* organization())
  const name = yield* key(id)
  return {
    id,
    get: (path: string, headers?: Record<string, string>) => fetch("GET", path, undefined, { key: name, headers }),
    patch: (path: string, body: unknown) => fetch("PATCH", path, body, { key: name })
  }
})

const pairs = (body: ReadonlyArray<{ key: string; value: unknown }>) => body.map(({ key, value }) => [key, value])

layer(TestPlatform.layer)("GET and PATCH organization attributes", (it) => {
  it.effect("200: written as object or as bare list, read as a list under each path", () =>
    Effect.gen(function*() {
      const { get, id, patch } = yield* caller()
      const made = yield* patch(own, { attributes: [{ key: "b", value: [1, { c: null }] }, { key: "a", value: "x" }] })
      assert.strictEqual(made.status, 200)
      assert.deepStrictEqual(pairs(made.body), [["a", "x"], ["b", [1, { c: null }]]])
      const changed = yield* patch(`/v1/organizations/${id}/attributes`, [{ key: "a", value: null }])
      assert.deepStrictEqual(pairs(changed.body), [["b", [1, { c: null }]]])
      const swapped = yield* patch(`/v1/organizations/attributes/${id}`, [{ key: "c", value: false }])
      assert.deepStrictEqual(pairs(swapped.body), [["b", [1, { c: null }]], ["c", false]])
      for (const path of [own, `/v1/organizations/${id}/attributes`, `/v1/organizations/attributes/${id}`]) {
        assert.deepStrictEqual((yield* get(path)).body, swapped.body)
      }
      const { created_on, organization_attribute_id, updated_on, ...attribute } = swapped.body[1]
      assert.deepStrictEqual(attribute, { key: "c", value: false, private: false, protected: false })
      assert.isTrue(Number.isInteger(organization_attribute_id))
      assert.strictEqual(created_on, updated_on)
    }))

  it.effect("200: the keys that are asked for, in every notation", () =>
    Effect.gen(function*() {
      const { get, patch } = yield* caller()
      yield* patch(own, [{ key: "a", value: 1 }, { key: "b", value: 2 }, { key: "c", value: 3 }])
      for (const query of ["keys=a&keys=c&keys=x", "keys[]=a&keys[]=c", "keys[0]=a&keys[1]=c"]) {
        assert.deepStrictEqual(pairs((yield* get(`${own}?${query}`)).body), [["a", 1], ["c", 3]])
      }
      assert.deepStrictEqual((yield* get(`${own}?keys=x`)).body, [])
    }))

  it.effect("200: wrapped in an object when asked to", () =>
    Effect.gen(function*() {
      const { get, patch } = yield* caller()
      yield* patch(own, [{ key: "a", value: 1 }])
      assert.deepStrictEqual(pairs((yield* get(`${own}?wrap=true`)).body.attributes), [["a", 1]])
      const { body } = yield* get(own, { accept: "application/vnd.wrapped+json" })
      assert.deepStrictEqual(pairs(body.attributes), [["a", 1]])
    }))

  it.effect("200: private ones for the parent alone", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller(yield* organization({ parent: parent.id }))
      const path = `/v1/organizations/${child.id}/attributes`
      yield* parent.patch(path, [{ key: "hidden", value: 1, private: true }, { key: "shown", value: 2 }])
      assert.deepStrictEqual(pairs((yield* child.get(own)).body), [["shown", 2]])
      assert.strictEqual((yield* parent.get(path)).body.length, 2)
      assert.deepStrictEqual(pairs((yield* child.get(`/v1/organizations/${child.id}`)).body.attributes), [["shown", 2]])
    }))

  it.effect("403: a suborganization that would hide an attribute", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const child = yield* caller(yield* organization({ parent: yield* organization() }))
      const { body, status } = yield* child.patch(own, [{ key: "a", value: 1, private: true }])
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("404: attributes of strangers", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { get, patch } = yield* caller()
      for (const id of [yield* organization(), yield* newOrganizationId]) {
        for (const path of [`/v1/organizations/${id}/attributes`, `/v1/organizations/attributes/${id}`]) {
          const read = yield* get(path)
          const written = yield* patch(path, [])
          assert.deepStrictEqual([read.status, written.status], [404, 404])
          assert.strictEqual(read.body.code, "ERROR_ORGANIZATION_NOT_FOUND")
        }
      }
    }))

  it.effect("409: protected ones, and nothing else of the request stored", () =>
    Effect.gen(function*() {
      const { setAttribute } = yield* OrganizationOperations
      const { get, id, patch } = yield* caller()
      yield* setAttribute(id, { key: "plan", value: "gold", private: false, protected: true })
      for (const attribute of [{ key: "plan", value: "lead" }, { key: "plan", value: null }]) {
        const { body, status } = yield* patch(own, [{ key: "other", value: 1 }, attribute])
        assert.deepStrictEqual([status, body.code, body.key], [409, "ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED", "plan"])
      }
      const claimed = yield* patch(own, [{ key: "mine", value: 1, protected: true }])
      assert.deepStrictEqual([claimed.status, claimed.body.key], [409, "mine"])
      assert.deepStrictEqual(pairs((yield* get(own)).body), [["plan", "gold"]])
    }))

  it.effect("422: every problem of a request", () =>
    Effect.gen(function*() {
      const { get, patch } = yield* caller()
      const sent = yield* patch(own, {
        attributes: [
          { key: "", value: 1 },
          { value: 1 },
          { key: "k".repeat(256), value: "v".repeat(16 * 1024) },
          { key: "p", value: 1, private: "yes" }
        ]
      })
      assert.strictEqual(sent.status, 422)
      assert.deepStrictEqual(issuesOf(sent.body), [
        ["body.attributes.0.key", "string_too_short"],
        ["body.attributes.1.key", "missing"],
        ["body.attributes.2.key", "string_too_long"],
        ["body.attributes.2.value", "string_too_long"],
        ["body.attributes.3.private", "bool_parsing"]
      ])
      const decided = yield* patch(own, [
        { key: "a", value: 1 },
        { key: "a", value: 2 },
        { key: "b" },
        { key: "balance_alert_threshold", value: "lots" }
      ])
      assert.deepStrictEqual(issuesOf(decided.body), [
        ["body.attributes.1.key", "value_error"],
        ["body.attributes.2.value", "missing"],
        ["body.attributes.3.value", "decimal_parsing"]
      ])
      assert.deepStrictEqual((yield* get(own)).body, [])
    }))
})
