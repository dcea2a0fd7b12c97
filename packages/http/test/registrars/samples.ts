import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const account = { name: "Old account", registrar: "OPENSRS", credentials: { api_key: "domains-3" } }

export const samples: OperationSamples = {
  connectRegistrar: { body: account },
  rotateRegistrarCredential: { body: { credentials: { api_key: "domains-4" } } }
}

export const makeOwnedObjects: MakeOwnedObjects = Effect.fnUntraced(function*(organization) {
  const { fetch, key } = yield* TestPlatform
  const { body, status } = yield* fetch("POST", "/v1/connect/registrars", account, { key: yield* key(organization) })
  assert.strictEqual(status, 201, JSON.stringify(body))
  return { registrar_credential_id: body.registrar_credential_id }
})
