import { assert, layer } from "@effect/vitest"
import { OrganizationAttributes, OrganizationOperations } from "@namewright/core/organizations"
import { InvalidInput, newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { as, newChild, newParent, organizationsPlatform } from "./OrganizationsPlatform.ts"

const hundred = (from: number) => Array.from({ length: 100 }, (_, index) => ({ key: `${from + index}`, value: 1 }))

const keysOf = (attributes: ReadonlyArray<{ readonly key: string }>) => attributes.map(({ key }) => key)

const issuesOf = (error: unknown) =>
  error instanceof InvalidInput ? error.issues.map((issue) => [issue.loc.join("."), issue.type]) : error

layer(organizationsPlatform)("OrganizationAttributes", (it) => {
  it.effect("makes, changes and deletes by key, and answers all there are", () =>
    Effect.gen(function*() {
      const { list, update } = yield* OrganizationAttributes
      const parent = yield* newParent()
      const made = yield* update(undefined, [{ key: "b", value: { deep: [1] } }, { key: "a", value: "text" }])
        .pipe(as(parent))
      assert.deepStrictEqual(made.map(({ key, value }) => [key, value]), [["a", "text"], ["b", { deep: [1] }]])
      const changed = yield* update(parent, [{ key: "a", value: null }, { key: "c", value: false }, { key: "b" }])
        .pipe(as(parent))
      assert.deepStrictEqual(changed.map(({ key, value }) => [key, value]), [["b", { deep: [1] }], ["c", false]])
      assert.deepStrictEqual(keysOf(yield* list(undefined, ["c", "x"]).pipe(as(parent))), ["c"])
      assert.deepStrictEqual(yield* list(undefined, []).pipe(as(parent)), changed)
    }))

  it.effect("hides private ones from the suborganization, and keeps it from writing them", () =>
    Effect.gen(function*() {
      const { list, update } = yield* OrganizationAttributes
      const parent = yield* newParent()
      const child = yield* newChild(parent)
      yield* update(child, [{ key: "hidden", value: 1, private: true }, { key: "shown", value: 2 }]).pipe(as(parent))
      assert.deepStrictEqual(keysOf(yield* list(undefined, []).pipe(as(child, parent))), ["shown"])
      assert.deepStrictEqual(keysOf(yield* list(child, []).pipe(as(parent))), ["hidden", "shown"])

      const overwritten = yield* Effect.flip(
        update(undefined, [{ key: "hidden", value: null }]).pipe(as(child, parent))
      )
      assert.deepInclude(overwritten, { _tag: "OrganizationAttributeProtected", key: "hidden" })
      const hides = yield* Effect.flip(
        update(undefined, [{ key: "shown", value: 3, private: true }]).pipe(as(child, parent))
      )
      assert.strictEqual(hides._tag, "PermissionDenied")
      const kept = yield* update(child, [{ key: "hidden", value: 9 }]).pipe(as(parent))
      assert.isTrue(kept[0]?.private)
    }))

  it.effect("leaves protected ones to the operator", () =>
    Effect.gen(function*() {
      const { list, update } = yield* OrganizationAttributes
      const { setAttribute } = yield* OrganizationOperations
      const parent = yield* newParent()
      yield* setAttribute(parent, { key: "plan", value: "gold", private: false, protected: true })
      for (const value of ["lead", null]) {
        const failed = yield* Effect.flip(
          update(undefined, [{ key: "other", value: 1 }, { key: "plan", value }]).pipe(as(parent))
        )
        assert.deepInclude(failed, { _tag: "OrganizationAttributeProtected", key: "plan" })
      }
      const claimed = yield* Effect.flip(
        update(undefined, [{ key: "new", value: 1, protected: true }]).pipe(as(parent))
      )
      assert.deepInclude(claimed, { key: "new" })
      const [plan, ...others] = yield* list(undefined, []).pipe(as(parent))
      assert.deepStrictEqual([plan?.value, plan?.protected, others], ["gold", true, []])
      const unknown = yield* Effect.flip(
        setAttribute(yield* newOrganizationId, { key: "plan", value: 1, private: false, protected: true })
      )
      assert.strictEqual(unknown._tag, "UnknownOrganization")
    }))

  it.effect("names every problem of a request and stores nothing of it", () =>
    Effect.gen(function*() {
      const { list, update } = yield* OrganizationAttributes
      const parent = yield* newParent()
      const failed = yield* Effect.flip(
        update(undefined, [
          { key: "fine", value: 1 },
          { key: "fine", value: 2 },
          { key: "empty" },
          { key: "balance_alert_threshold", value: "12.345" }
        ]).pipe(as(parent))
      )
      assert.deepStrictEqual(issuesOf(failed), [
        ["body.attributes.1.key", "value_error"],
        ["body.attributes.2.value", "missing"],
        ["body.attributes.3.value", "decimal_parsing"]
      ])
      assert.deepStrictEqual(yield* list(undefined, []).pipe(as(parent)), [])
    }))

  it.effect("bounds how many there are", () =>
    Effect.gen(function*() {
      const { update } = yield* OrganizationAttributes
      const parent = yield* newParent()
      for (const from of [0, 100, 200, 300, 400]) yield* update(undefined, hundred(from)).pipe(as(parent))
      const failed = yield* Effect.flip(update(undefined, [{ key: "one more", value: 1 }]).pipe(as(parent)))
      assert.deepStrictEqual(issuesOf(failed), [["body.attributes", "too_long"]])
      yield* update(undefined, [{ key: "one more", value: 1 }, { key: "0", value: null }]).pipe(as(parent))
    }))

  it.effect("finds no attributes of strangers", () =>
    Effect.gen(function*() {
      const { list, update } = yield* OrganizationAttributes
      const [parent, stranger] = [yield* newParent(), yield* newParent()]
      assert.strictEqual((yield* Effect.flip(list(stranger, []).pipe(as(parent))))._tag, "UnknownOrganization")
      assert.strictEqual((yield* Effect.flip(update(stranger, []).pipe(as(parent))))._tag, "UnknownOrganization")
    }))
})
