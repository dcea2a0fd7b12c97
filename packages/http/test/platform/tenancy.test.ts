import { assert, describe, layer } from "@effect/vitest"
import { operationNeedsUser, operationRights as documentedRights } from "@namewright/core/access"
import { covers, type OrganizationId, type Permission, permissions } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { openApiDocument } from "../../src/platform/openapi/openApiDocument.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { HeldObjects, sampleParameters, sharedParameters } from "./HeldObjects.ts"
import { operationRights, type OperationRow } from "./operationRights.ts"

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
}

const operations: ReadonlyArray<Operation> = Object.entries<any>(
  openApiDocument({ base_url: "https://api.example.net", environment: "sandbox" }).paths
).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, { operationId }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path
  }))
)

/** Operations that need no credential. */
const open = new Set(["issueToken"])
const closed = operations.filter(({ id }) => !open.has(id))

const rowOf = ({ id }: Operation): OperationRow => {
  const row = operationRights[id]
  if (row === undefined) throw new Error(`Give ${id} a row in operationRights.ts`)
  return row
}

const parametersOf = (path: string) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

const filled = (operation: Operation, values: Readonly<Record<string, string>>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Give the path parameter ${name} a sample`)
    return encodeURIComponent(value)
  }) + (rowOf(operation).query ?? "")

/** Everything but one right and those that include it. */
const allBut = (missing: Permission) => permissions.filter((one) => !covers(new Set([one]), missing))

/** A caller of the kind that the operation asks for, as a request shows it. */
const callerOf = Effect.fnUntraced(function*(
  operation: Operation,
  organization: OrganizationId,
  rights?: ReadonlyArray<Permission>
) {
  const { key, person } = yield* TestPlatform
  return rowOf(operation).byPeople === true
    ? { token: yield* person(organization, { rights }) }
    : { key: yield* key(organization, rights) }
})

layer(HeldObjects.layer.pipe(Layer.provideMerge(TestPlatform.layer)))("every operation", (it) => {
  it("has a row that says what the platform documents", () => {
    assert.sameMembers(Object.keys(operationRights), closed.map(({ id }) => id))
    for (const operation of closed) {
      assert.deepStrictEqual(documentedRights(operation.method, operation.path), rowOf(operation).rights, operation.id)
    }
  })

  describe("401: without a credential", () => {
    it.effect.each(closed)("$id", (operation) =>
      Effect.gen(function*() {
        const { fetch } = yield* TestPlatform
        const { body, status } = yield* fetch(
          operation.method,
          filled(operation, sampleParameters),
          rowOf(operation).body
        )
        assert.deepStrictEqual([status, body.code], [401, "ERROR_AUTHENTICATION"])
      }))
  })

  const guarded = closed.flatMap((operation) => rowOf(operation).rights.map((right) => ({ ...operation, right })))

  describe("403: with every right but the one", () => {
    it.effect.each(guarded)("$id needs $right", ({ right, ...operation }) =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* TestPlatform
        const limited = yield* callerOf(operation, yield* organization(), allBut(right))
        const { body, status } = yield* fetch(
          operation.method,
          filled(operation, sampleParameters),
          rowOf(operation).body,
          limited
        )
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"], JSON.stringify(body))
      }))
  })

  describe("403: with a key, where people call", () => {
    it.effect.each(closed.filter((operation) => rowOf(operation).byPeople === true))(
      "$id",
      (operation) =>
        Effect.gen(function*() {
          const { fetch, key, organization } = yield* TestPlatform
          assert.isTrue(operationNeedsUser(operation.method, operation.path))
          const path = filled(operation, sampleParameters)
          const { body, status } = yield* fetch(operation.method, path, rowOf(operation).body, {
            key: yield* key(yield* organization())
          })
          assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.match(body.detail, /signed in/)
        })
    )
  })

  const addressed = closed.flatMap((operation) =>
    parametersOf(operation.path).filter((name) => !sharedParameters.has(name)).map((name) => ({ ...operation, name }))
  )

  describe("404: with a credential of another organization", () => {
    it.effect.each(addressed)("$id of another $name", ({ name, ...operation }) =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* TestPlatform
        const objects = yield* HeldObjects
        const stranger = yield* organization()
        const path = filled(operation, { ...sampleParameters, organization_id: stranger, [name]: objects[name] ?? "" })
        const caller = yield* callerOf(operation, stranger)
        const { body, status } = yield* fetch(operation.method, path, rowOf(operation).body, caller)
        assert.strictEqual(status, 404, JSON.stringify(body))
        assert.match(body.code, /_NOT_FOUND$/)
        assert.notInclude(JSON.stringify(body), "held.com")
      }))
  })
})
