import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { userBody } from "./userBody.ts"

export const samples: OperationSamples = {
  createCredential: { body: { api_key_name: "test" } },
  updateCredential: { body: { api_key_description: "Changed" } },
  createUser: { body: userBody("new") },
  updateUser: { body: { first_name: "Ada" } },
  assignUserRole: { body: { role: "viewer" } },
  changeUserRoles: { body: { add: ["viewer"] } },
  createRole: { body: { name: "Sample role", permissions: [] } },
  updateRole: { body: { description: "Changed" } },
  createIpRestriction: { body: { ip_network: "192.0.2.0/24" } },
  updateIpRestriction: { body: { ip_network: "192.0.2.0/25" } }
}

export const makeOwnedObjects: MakeOwnedObjects = Effect.fnUntraced(function*(organization) {
  const { fetch, key, organization: suborganization } = yield* TestPlatform
  const role = { name: "Owned role", permissions: [] }
  const { body, status } = yield* fetch("POST", "/v1/organizations/roles", role, { key: yield* key(organization) })
  assert.strictEqual(status, 201, JSON.stringify(body))
  // A network of a suborganization does not restrict its parent, whose key makes the calls.
  const restriction = { ip_network: "192.0.2.0/24", organization_id: yield* suborganization({ parent: organization }) }
  const restricted = yield* fetch("POST", "/v1/organizations/ip-restrictions", restriction, {
    key: yield* key(organization)
  })
  assert.strictEqual(restricted.status, 200, JSON.stringify(restricted.body))
  return { label: body.label, ip_restriction_id: String(restricted.body.ip_restriction_id) }
})
