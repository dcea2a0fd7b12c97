import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

export const samples: OperationSamples = {
  createNote: { body: { text: "Renew in May" } }
}

export const makeOwnedObjects: MakeOwnedObjects = Effect.fnUntraced(function*(organization) {
  const { fetch, key } = yield* TestPlatform
  const { body } = yield* fetch("POST", "/v1/notes", samples["createNote"]?.body, { key: yield* key(organization) })
  return { note_id: body.note_id }
})
