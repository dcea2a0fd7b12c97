import { assert, layer } from "@effect/vitest"
import { permissions } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { type Operation, operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { operationSamples } from "./operationSamples.ts"
import { OwnedObjects, sampleParameters } from "./OwnedObjects.ts"

const Rights = Schema.Array(Schema.Literals(permissions)).check(Schema.isMaxLength(12))

/** What a set of rights permits, by the sentences of the specification: managing and deleting include reading. */
const permitted = (rights: ReadonlyArray<string>): ReadonlySet<string> => {
  const all = new Set(rights)
  for (const right of rights) {
    const [resource = "", scope] = right.split(":")
    if (scope === "manage" || scope === "delete") {
      all.add(`${resource}:${resource === "whitelabel_branding" ? "view" : "read"}`)
    }
  }
  if (all.has("organization:read")) all.add("audit_logs:read")
  return all
}

/** Operations whose bodies need further rights: rights that they grant, and rights of commands. */
const needsMoreRights: ReadonlySet<string> = new Set(["createCredential", "createUser", "submitBatch"])

const isForUsers = ({ rules: { caller } }: Operation) => caller === "user" || caller === "person"

const addressOf = ({ operationId, path }: Operation) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sampleParameters[name] ?? "")) +
  (operationSamples[operationId]?.query ?? "")

layer(OwnedObjects.layer.pipe(Layer.provideMerge(TestPlatform.layer)), { timeout: 120_000 })(
  "every operation with any rights",
  (it) => {
    it.effect.prop(
      "is permitted as a plain set of rights says, to keys and people",
      [Rights],
      ([rights]) =>
        Effect.gen(function*() {
          const { fetch, key, organization, person } = yield* TestPlatform
          const home = yield* organization()
          const byKey = { key: yield* key(home, rights) }
          const byPerson = { token: yield* person(home, { rights }) }
          const held = permitted(rights)
          const wrong: Array<string> = []
          for (const operation of operationCatalog) {
            const { method, operationId } = operation
            const isPermitted = operation.rights.every((right) => held.has(right))
            for (const caller of isForUsers(operation) ? [byPerson] : [byKey, byPerson]) {
              const { body, status } = yield* fetch(
                method,
                addressOf(operation),
                operationSamples[operationId]?.body,
                caller
              )
              const isRefused = status === 403 && body.code === "ERROR_PERMISSION_DENIED"
              const isRight = isPermitted ? !isRefused || needsMoreRights.has(operationId) : isRefused
              if (!isRight) {
                wrong.push(`${operationId} by ${Object.keys(caller)}: ${status} ${body?.code} ${body?.detail}`)
              }
            }
          }
          assert.deepStrictEqual(wrong, [], JSON.stringify(rights))
        }),
      { arbitrary: { runs: 30 } }
    )
  }
)
