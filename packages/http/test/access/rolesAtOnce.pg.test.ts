import { assert, layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import { Effect, Layer, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { personCaller, storedUser } from "./people.ts"

const platform = Layer.unwrap(
  Effect.map(
    reusedDatabase,
    (url) => TestPlatform.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) })
  )
)

const path = "/v1/organizations/roles"
const keys = "/v1/auth/client_credentials"

const statusesOf = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status)
const concurrently = { concurrency: "unbounded" } as const

layer(platform, { timeout: 60_000 })("roles on PostgreSQL, many calls at once", (it) => {
  it.effect("are deleted or held, never both, and the count of holders is exact", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const outcomes = new Set<number>()
      for (let round = 0; round < 12; round++) {
        const user = yield* storedUser(call)
        const { body: role } = yield* call("POST", path, { name: `Role ${round}`, permissions: ["dns:read"] })
        const remove = call("DELETE", `${path}/${role.label}`)
        const holders = [
          call("POST", keys, { api_key_name: "a", role: role.label }),
          call("PUT", `/v1/users/${user.user_id}/role`, { role: role.label }),
          call("POST", keys, { api_key_name: "b", role: role.label })
        ]
        // The deletion starts first in every second round.
        const [removed, held] = yield* round % 2 === 0
          ? Effect.all([remove, Effect.all(holders, concurrently)], concurrently)
          : Effect.map(
            Effect.all([Effect.all(holders, concurrently), remove], concurrently),
            ([first, second]) => [second, first] as const
          )
        outcomes.add(removed.status)
        const created = statusesOf(held).filter((status) => status < 300).length
        if (removed.status === 204) {
          assert.deepStrictEqual(statusesOf(held), [404, 404, 404])
        } else {
          assert.deepStrictEqual([removed.status, created], [409, 3])
          const again = yield* remove
          assert.deepStrictEqual([again.status, again.body.binding_count], [409, 3])
        }
      }
      assert.isNotEmpty([...outcomes])
    }))

  it.effect("accept a name once", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const names = ["Wanted", "wanted", "WANTED", "Wanted!", "-wanted", "Wanted"]
      const answers = yield* Effect.forEach(
        names,
        (name) => call("POST", path, { name, permissions: [] }),
        concurrently
      )
      assert.deepStrictEqual(statusesOf(answers).toSorted(), [201, 409, 409, 409, 409, 409])
    }))

  it.effect("lose no change of different members", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      yield* call("POST", path, { name: "Both", permissions: [] })
      const changes = [{ name: "Renamed" }, { permissions: ["dns:read"] }, { description: "Described" }]
      const answers = yield* Effect.forEach(changes, (change) => call("PATCH", `${path}/both`, change), concurrently)
      assert.deepStrictEqual(statusesOf(answers), [200, 200, 200])
      const { description, name, permissions } = (yield* call("GET", `${path}/both`)).body
      assert.deepStrictEqual([name, permissions, description], ["Renamed", ["dns:read"], "Described"])
    }))
})
