import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessPlatform } from "../access/AccessPlatform.ts"
import { contactCommand, work } from "./caller.ts"

it.layer(AccessPlatform.layer)("A batch of a key that was revoked while the batch was paused", (it) => {
  it.effect("fails when another key resumes it, and changes nothing", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const owner = yield* organization()
      const [first, second] = [yield* credential(owner), yield* credential(owner)]
      const { body: batch } = yield* fetch(
        "POST",
        "/v1/jobs",
        { paused: true, commands: [contactCommand("ada@example.org")] },
        { key: first.api_key }
      )
      const revoked = yield* fetch("DELETE", `/v1/auth/client_credentials/${first.api_key_id}`, undefined, {
        key: second.api_key
      })
      assert.strictEqual(revoked.status, 204)
      const resumed = yield* fetch("POST", `/v1/jobs/${batch.batch_id}/resume`, undefined, { key: second.api_key })
      assert.isBelow(resumed.status, 300)
      yield* work
      const { body: jobs } = yield* fetch("GET", `/v1/jobs/${batch.batch_id}/jobs`, undefined, { key: second.api_key })
      const [job] = jobs.items
      assert.deepStrictEqual(
        [job.status, job.error_class, job.error_code, job.error_message],
        ["failed", "PermissionError", "ERROR_AUTHENTICATION", "The credential has been revoked"]
      )
      const { body: contacts } = yield* fetch("GET", "/v1/contacts", undefined, { key: second.api_key })
      assert.deepStrictEqual(contacts.items, [])
    }))
})
