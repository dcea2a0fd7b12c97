import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { userBody } from "./userBody.ts"

export const samples: OperationSamples = {
  createCredential: { body: { api_key_name: "test" } },
  createUser: { body: userBody("new") },
  updateUser: { body: { first_name: "Ada" } },
  assignUserRole: { body: { role: "viewer" } },
  changeUserRoles: { body: { add: ["viewer"] } },
  createRole: { body: { name: "Sample role", permissions: [] } },
  updateRole: { body: { description: "Changed" } }
}

export const makeOwnedObjects: MakeOwnedObjects = Effect.fnUntraced(function*(organization) {
  const { fetch, key } = yield* TestPlatform
  const role = { name: "Owned role", permissions: [] }
  const { body, status } = yield* fetch("POST", "/v1/organizations/roles", role, { key: yield* key(organization) })
  assert.strictEqual(status, 201, JSON.stringify(body))
  return { label: body.label }
})
