import { assert, layer } from "@effect/vitest"
import { newUserId, type User, UserExists, UserStore } from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"

/** A person as it may be stored, an owner. */
export const newUser = Effect.fnUntraced(function*(organization_id: OrganizationId, username: string, email: string) {
  const now = yield* Instant.now
  const user: User = {
    user_id: yield* newUserId,
    organization_id,
    username,
    email,
    first_name: "Zoë",
    last_name: "Example",
    locale: "nl_NL",
    phone: null,
    role: "owner",
    user_attributes: { theme: "dark", columns: ["name", 3, null] },
    created_on: now,
    updated_on: now
  }
  return user
})

/** The promises every storage adapter keeps for users. */
export const userStoreContract = <E>(name: string, storage: Layer.Layer<UserStore, E>) =>
  layer(storage)(`UserStore (${name})`, (it) => {
    it.effect("finds and lists users of their organization as they were inserted", () =>
      Effect.gen(function*() {
        const store = yield* UserStore
        const organization = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const zoe = yield* newUser(organization, "zoe", "zoe@a.example")
        const adam = yield* newUser(organization, "adam", "adam@a.example")
        yield* store.insert(zoe)
        yield* store.insert(adam)
        assert.deepStrictEqual(yield* store.find(organization, zoe.user_id), Option.some(zoe))
        assert.deepStrictEqual(yield* store.find(stranger, zoe.user_id), Option.none())
        assert.deepStrictEqual(yield* store.list(organization), [zoe, adam])
        assert.deepStrictEqual(yield* store.list(stranger), [])
      }))

    it.effect("takes a username and an email once on the whole platform, whatever their case", () =>
      Effect.gen(function*() {
        const store = yield* UserStore
        yield* store.insert(yield* newUser(yield* newOrganizationId, "Unique", "Unique@b.example"))
        const insert = (username: string, email: string) =>
          Effect.gen(function*() {
            yield* store.insert(yield* newUser(yield* newOrganizationId, username, email))
          })
        assert.instanceOf(yield* Effect.flip(insert("uniquE", "else@b.example")), UserExists)
        assert.instanceOf(yield* Effect.flip(insert("else", "uniquE@b.example")), UserExists)
        yield* insert("else", "else@b.example")
      }))
  })
