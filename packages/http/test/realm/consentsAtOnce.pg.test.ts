import { assert, layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import { ApiKeys, asSystem, systemActor } from "@namewright/core/access"
import { RealmRecords } from "@namewright/core/realm"
import { CurrentActor } from "@namewright/core/shared"
import { DateTime, Effect, Exit, Layer, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { personCaller, storedUser } from "../access/people.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const platform = Layer.unwrap(
  Effect.map(
    reusedDatabase,
    (url) => TestPlatform.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) })
  )
)

const rounds = 20

layer(platform, { timeout: 60_000 })("consents on PostgreSQL that end while their programs create keys", (it) => {
  it.effect("leave no key", () =>
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const records = yield* RealmRecords
      const { organization } = yield* personCaller({ role: "owner" })
      const call = yield* personCaller({ of: organization, role: "owner" })
      const { user_id } = yield* storedUser(call, { role: "admin" })
      const expires_at = DateTime.add(yield* DateTime.now, { days: 1 })
      for (let round = 0; round < rounds; round++) {
        const grant_id = `consent-${round}`
        yield* records.put("Grant", grant_id, { clientId: "editor" }, 60, { user_id })
        const actor = {
          ...systemActor(organization),
          principal: { type: "user", id: user_id },
          agent: { client_id: "editor", scopes: [], user_id, grant_id, sees_auth_codes: true }
        } as const
        const create = keys.create({ api_key_name: "by-program", role: "viewer", expires_at }).pipe(
          Effect.provideService(CurrentActor, actor),
          Effect.exit
        )
        const [first, , second] = yield* Effect.all([create, records.removeGrant(grant_id), create], {
          concurrency: "unbounded"
        })
        const { items } = yield* asSystem(organization, keys.list({ page: 1, page_size: 100 }))
        assert.deepStrictEqual(items.filter(({ status }) => status === "active"), [])
        const created = [first, second].filter(Exit.isSuccess).map(({ value }) => value.api_key_id)
        assert.includeMembers(items.map(({ api_key_id }) => api_key_id), created)
      }
    }))
})
