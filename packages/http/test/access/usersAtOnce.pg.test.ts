import { assert, layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import { UserCredentials, UserOperations } from "@namewright/core/access"
import { Effect, Layer, Option, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { administratorsBelow, personCaller, storedUser } from "./people.ts"
import { userBody } from "./userBody.ts"

const platform = Layer.unwrap(
  Effect.map(
    reusedDatabase,
    (url) => TestPlatform.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) })
  )
)

const statuses = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status).toSorted()

layer(platform, { timeout: 60_000 })("users on PostgreSQL, many calls at once", (it) => {
  it.effect("keep one administrator under concurrent deletions and role changes", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const users = yield* administratorsBelow(call, 4)
      const answers = yield* Effect.forEach(users, ({ user_id }, index) =>
        index % 2 === 0
          ? call("DELETE", `/v1/users/${user_id}`)
          : call("PUT", `/v1/users/${user_id}/role`, { role: "viewer" }), { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ status }) => status === 409).length, 1)
      const roles = yield* Effect.forEach(users, ({ user_id }) => call("GET", `/v1/users/${user_id}/role`))
      assert.strictEqual(roles.filter(({ body }) => body.role === "admin").length, 1)
    }))

  it.effect("leave one owner under concurrent transfers", () =>
    Effect.gen(function*() {
      const operations = yield* UserOperations
      const call = yield* personCaller({ role: "owner" })
      const users = yield* administratorsBelow(call, 4)
      yield* Effect.forEach(users, ({ username }) =>
        Effect.flatMap(operations.find(username), (found) =>
          operations.makeOwner(Option.getOrThrow(found))), {
        concurrency: "unbounded"
      })
      const roles = yield* Effect.forEach(users, ({ user_id }) =>
        call("GET", `/v1/users/${user_id}/role`))
      assert.deepStrictEqual(
        roles.map(({ body }) =>
          body.role
        ).toSorted(),
        ["admin", "admin", "admin", "owner"]
      )
    }))

  it.effect("accept a name once", () =>
    Effect.gen(function*() {
      const call = yield* personCaller()
      const answers = yield* Effect.forEach(
        [1, 2, 3, 4, 5, 6],
        (n) => call("POST", "/v1/users", userBody("wanted", { email: `wanted-${n}@example.org` })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(statuses(answers), [200, 409, 409, 409, 409, 409])
    }))

  it.effect("lose no change of different members", () =>
    Effect.gen(function*() {
      const call = yield* personCaller({ role: "owner" })
      const { user_id } = yield* storedUser(call)
      const keys = ["a", "b", "c", "d", "e", "f"]
      const patches = keys.map((key) => call("PATCH", `/v1/users/${user_id}`, { user_attributes: [{ key, value: 1 }] }))
      yield* Effect.all([...patches, call("PUT", `/v1/users/${user_id}/role`, { role: "dns_manager" })], {
        concurrency: "unbounded"
      })
      assert.sameMembers(Object.keys((yield* call("GET", `/v1/users/${user_id}`)).body.user_attributes), keys)
      assert.deepStrictEqual((yield* call("GET", `/v1/users/${user_id}/role`)).body, { role: "dns_manager" })
    }))

  it.effect("stop guesses at the tenth password", () =>
    Effect.gen(function*() {
      const { verifyPassword } = yield* UserCredentials
      const guesses = yield* Effect.forEach(
        Array.from({ length: 25 }),
        () => Effect.flip(verifyPassword("somebody", Redacted.make("wrong"), "198.51.100.7")),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(guesses.filter(({ _tag }) => _tag === "SignInRefused").length, 10)
    }))
})
