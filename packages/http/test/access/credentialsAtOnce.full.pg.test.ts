import { assert, layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import { Effect, Layer, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { personCaller } from "./people.ts"

const platform = Layer.unwrap(
  Effect.map(
    reusedDatabase,
    (url) => TestPlatform.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) })
  )
)

const path = "/v1/auth/client_credentials"

layer(platform, { timeout: 60_000 })("credentials on PostgreSQL, many calls at once", (it) => {
  it.effect("lose no change of different members", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      for (let round = 0; round < 10; round++) {
        const { api_key_id } = (yield* call("POST", path, { api_key_name: "a" })).body
        const changes = [
          { api_key_name: "renamed" },
          { restrictions: { names: ["example.com"] } },
          { role: "viewer" },
          { api_key_description: "Described" }
        ]
        const answers = yield* Effect.forEach(changes, (change) => call("PATCH", `${path}/${api_key_id}`, change), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 200, 200])
        const { items } = (yield* call("GET", `${path}?page_size=1000`)).body
        const key = items.find((item: { readonly api_key_id: string }) => item.api_key_id === api_key_id)
        assert.deepInclude(key, Object.assign({}, ...changes))
      }
    }))
})
