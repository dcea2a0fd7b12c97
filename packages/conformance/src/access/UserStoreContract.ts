import { assert, layer } from "@effect/vitest"
import { newUserId, type User, UserExists, type UserSortField, UserStore } from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId, type PageRequest, Transaction } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

/** User to be stored, an owner. */
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

/** Contract of storage adapters for users. */
export const userStoreContract = <E>(name: string, storage: Layer.Layer<UserStore | Transaction, E>) =>
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

    it.effect("accepts a username and an email once on the whole platform, case-insensitive", () =>
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

    it.effect("refuses a username that is the email address of another user, and the reverse", () =>
      Effect.gen(function*() {
        const store = yield* UserStore
        const organization = yield* newOrganizationId
        yield* store.insert(yield* newUser(organization, "Both@c.example", "both@C.example"))
        yield* store.insert(yield* newUser(organization, "apart", "apart@c.example"))
        const insert = (username: string, email: string) =>
          Effect.gen(function*() {
            yield* store.insert(yield* newUser(organization, username, email))
          })
        assert.instanceOf(yield* Effect.flip(insert("APART@c.example", "new@c.example")), UserExists)
        yield* insert("taken@c.example", "other@c.example")
        assert.instanceOf(yield* Effect.flip(insert("new", "Taken@c.example")), UserExists)
        yield* insert("new", "new@c.example")
      }))

    it.effect("finds people in whatever organization, changes and removes them", () =>
      Effect.gen(function*() {
        const store = yield* UserStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const zoe = yield* newUser(organization, "zoe.d", "zoe@d.example")
        const adam = yield* newUser(organization, "adam.d", "adam@d.example")
        yield* store.insert(zoe)
        yield* store.insert(adam)
        yield* TestClock.adjust("1 hour")
        const changed: User = {
          ...zoe,
          username: "zoe.e",
          email: "zoe@e.example",
          phone: "+49 30 1234567",
          role: null,
          user_attributes: {},
          updated_on: yield* Instant.now
        }
        yield* atomically(store.update(changed))
        assert.deepStrictEqual(yield* store.findById(zoe.user_id), Option.some(changed))
        assert.deepStrictEqual(yield* store.findById(adam.user_id), Option.some(adam))
        for (const username of ["ADAM.d", "Adam@D.example"]) {
          assert.instanceOf(yield* Effect.flip(atomically(store.update({ ...changed, username }))), UserExists)
        }
        assert.deepStrictEqual(yield* store.findById(zoe.user_id), Option.some(changed))
        yield* store.insert(yield* newUser(organization, "zoe.d", "zoe@d.example"))
        yield* atomically(store.remove(zoe.user_id))
        assert.deepStrictEqual(yield* store.findById(zoe.user_id), Option.none())
        yield* store.insert(yield* newUser(organization, "zoe.e", "zoe@e.example"))
      }))

    it.effect("shows pages of an organization, searched in names, usernames and addresses", () =>
      Effect.gen(function*() {
        const store = yield* UserStore
        const organization = yield* newOrganizationId
        yield* store.insert(yield* newUser(yield* newOrganizationId, "stranger.f", "stranger@f.example"))
        const people = [["bert", "c@f.example", "Öztürk"], ["anna", "B@f.example", "50%"], [
          "Carl",
          "a@f.example",
          "Ng"
        ]]
        for (const [username = "", email = "", last_name = ""] of people) {
          const user = yield* newUser(organization, `${username}.f`, email)
          yield* store.insert({ ...user, last_name })
          yield* TestClock.adjust("1 second")
        }
        const names = (
          by: UserSortField,
          order: "asc" | "desc",
          search?: string,
          page: PageRequest = { page: 1, page_size: 10 }
        ) =>
          Effect.map(
            store.page(organization, { search }, { by, order }, page),
            ({ items, total }) => [total, ...items.map(({ username }) => username.slice(0, 4).toLowerCase())]
          )
        assert.deepStrictEqual(yield* names("created_on", "asc"), [3, "bert", "anna", "carl"])
        assert.deepStrictEqual(yield* names("username", "asc"), [3, "anna", "bert", "carl"])
        assert.deepStrictEqual(yield* names("email", "desc"), [3, "bert", "anna", "carl"])
        assert.deepStrictEqual(yield* names("username", "asc", undefined, { page: 2, page_size: 2 }), [3, "carl"])
        assert.deepStrictEqual(yield* names("username", "asc", "ÖZTÜRK"), [1, "bert"])
        assert.deepStrictEqual(yield* names("username", "asc", "zoë öz"), [1, "bert"])
        assert.deepStrictEqual(yield* names("username", "asc", "0%"), [1, "anna"])
        assert.deepStrictEqual(yield* names("username", "asc", "A@F"), [1, "carl"])
        assert.deepStrictEqual(yield* names("username", "asc", "stranger"), [0])
      }))

    it.effect("locks one user, or all administrators", () =>
      Effect.gen(function*() {
        const store = yield* UserStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const zoe = yield* newUser(organization, "zoe.g", "zoe@g.example")
        const adam: User = { ...yield* newUser(organization, "adam.g", "adam@g.example"), role: "admin" }
        const vera: User = { ...yield* newUser(organization, "vera.g", "vera@g.example"), role: "viewer" }
        const guest: User = { ...yield* newUser(organization, "guest.g", "guest@g.example"), role: null }
        const stranger = yield* newUser(yield* newOrganizationId, "stranger.g", "stranger@g.example")
        for (const user of [zoe, adam, vera, guest, stranger]) yield* store.insert(user)
        assert.deepStrictEqual(yield* atomically(store.lock(vera.user_id)), Option.some(vera))
        assert.deepStrictEqual(yield* atomically(store.lock(yield* newUserId)), Option.none())
        assert.sameDeepMembers([...yield* atomically(store.lockAdministrators(organization))], [zoe, adam])
      }))
  })
