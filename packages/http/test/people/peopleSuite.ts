import { assert, layer } from "@effect/vitest"
import { asSystem, UserCredentials, type UserId, UserOperations, Users } from "@namewright/core/access"
import { type PlatformOptions, type Storage, Worker } from "@namewright/core/embed"
import { mailbox } from "@namewright/core/mail"
import { AddressChanges, PasswordLinks, PasswordResets, UserSessions } from "@namewright/core/people"
import { RealmRecords, signInModels } from "@namewright/core/realm"
import type { OrganizationId } from "@namewright/core/shared"
import { Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { newOrganization } from "../support/newOrganization.ts"
import { services } from "../support/services.ts"

const address = "198.51.100.7"
const secret = (text: string) => Redacted.make(text)

/** Platform on a storage that sends its mails to a mailbox. */
export const peopleOn = (storage: Layer.Layer<Storage, unknown>) => {
  const mails = mailbox(Number.POSITIVE_INFINITY)
  const options: Partial<PlatformOptions> = {
    storage: Layer.orDie(storage),
    mailer: mails,
    signInPages: "https://names.example/realms/sandbox"
  }
  return { mails, platform: services(options) }
}

type People = ReturnType<typeof peopleOn>

/** Sends all mails that wait, and returns the tokens of the links to a page in those to an address, in order. */
const tokensTo = Effect.fnUntraced(function*({ mails }: People, to: string, page: string) {
  const worker = yield* Worker
  const ticking = yield* Effect.forkChild(worker.tick(Duration.minutes(10)))
  while (ticking.pollUnsafe() === undefined) {
    yield* TestClock.withLive(Effect.sleep("5 millis"))
    yield* TestClock.adjust("100 millis")
  }
  const link = new RegExp(`/${page}\\?token=([\\w-]+)`)
  return mails.messages(to).flatMap(({ text }) => link.exec(text)?.[1] ?? [])
})

let made = 0

const member = Effect.fnUntraced(function*(organization: OrganizationId, password?: string) {
  const username = `person-${process.pid}-${++made}`
  const users = yield* Users
  return yield* asSystem(
    organization,
    users.create({
      username,
      email: `${username}@example.org`,
      first_name: "Ada",
      last_name: "Lovelace",
      locale: "en",
      password: password === undefined ? null : secret(password)
    })
  )
})

const signsIn = Effect.fnUntraced(function*(username: string, password: string) {
  const credentials = yield* UserCredentials
  return Exit.isSuccess(yield* Effect.exit(credentials.verifyPassword(username, secret(password), address)))
})

const sessionOf = Effect.fnUntraced(function*(user_id: UserId) {
  const records = yield* RealmRecords
  yield* Effect.forEach(signInModels, (model) => records.put(model, `${model}-of-${user_id}`, {}, 3600, { user_id }))
})

const sessionsOf = Effect.fnUntraced(function*(user_id: UserId) {
  const records = yield* RealmRecords
  return (yield* Effect.forEach(signInModels, (model) => records.listOfUser(model, user_id))).flat().length
})

/** Services of people: invitations, passwords, addresses, sessions, administrators. */
export const peopleSuite = (name: string, people: People) =>
  layer(people.platform, { timeout: 60_000 })(`people (${name})`, (it) => {
    it.effect("set their first password once by the link of the latest invitation", () =>
      Effect.gen(function*() {
        const users = yield* Users
        const links = yield* PasswordLinks
        const organization = yield* newOrganization()
        const ada = yield* member(organization)
        assert.isFalse(yield* signsIn(ada.username, "correct horse battery staple"))
        for (let sent = 1; sent < 5; sent++) yield* asSystem(organization, users.invite(ada.user_id))
        const limited = yield* Effect.flip(asSystem(organization, users.invite(ada.user_id)))
        assert.strictEqual(limited._tag, "UserMailsLimited")
        const tokens = yield* tokensTo(people, ada.email, "password")
        assert.strictEqual(new Set(tokens).size, 5)
        const open = yield* Effect.filter(tokens, (token) => Effect.map(links.find(token, address), Option.isSome))
        assert.strictEqual(open.length, 1)
        const [token = ""] = open
        const short = yield* Effect.flip(links.setPassword(token, secret("short"), address))
        assert.strictEqual(short._tag, "InvalidInput")
        yield* links.setPassword(token, secret("correct horse battery staple"), address)
        assert.isTrue(yield* signsIn(ada.username, "correct horse battery staple"))
        const again = yield* Effect.flip(links.setPassword(token, secret("another fine password"), address))
        assert.strictEqual(again._tag, "UserLinkEnded")
      }))

    it.effect("replace a forgotten password, which ends their sessions and other links", () =>
      Effect.gen(function*() {
        const resets = yield* PasswordResets
        const links = yield* PasswordLinks
        const ada = yield* member(yield* newOrganization(), "correct horse battery staple")
        yield* sessionOf(ada.user_id)
        yield* resets.request(ada.username, address)
        yield* resets.request(ada.email, address)
        yield* resets.request("nobody-at-all", address)
        const [first = "", second = ""] = yield* tokensTo(people, ada.email, "password")
        assert.strictEqual(yield* sessionsOf(ada.user_id), signInModels.length)
        const open = yield* Effect.filter([first, second], (token) =>
          Effect.map(links.find(token, address), Option.isSome))
        yield* links.setPassword(open[0] ?? "", secret("another fine password"), address)
        assert.strictEqual(yield* sessionsOf(ada.user_id), 0)
        for (const token of [first, second]) {
          assert.isTrue(Option.isNone(yield* links.find(token, address)))
        }
        assert.deepStrictEqual(
          [
            yield* signsIn(ada.username, "correct horse battery staple"),
            yield* signsIn(ada.username, "another fine password")
          ],
          [false, true]
        )
      }))

    it.effect("change their address after both addresses have confirmed", () =>
      Effect.gen(function*() {
        const users = yield* Users
        const changes = yield* AddressChanges
        const operations = yield* UserOperations
        const organization = yield* newOrganization()
        const ada = yield* member(organization, "correct horse battery staple")
        const moved = `moved-${ada.email}`
        yield* asSystem(organization, users.update(ada.user_id, { email: moved }))
        assert.deepStrictEqual(yield* changes.pending(ada.user_id), Option.some(moved))
        const [token = ""] = yield* tokensTo(people, moved, "address")
        assert.isTrue(yield* changes.confirm(token), "an administrator needs the new address only")
        assert.strictEqual(Option.getOrThrow(yield* operations.find(ada.user_id)).email, moved)
        assert.strictEqual((yield* Effect.flip(changes.confirm(token)))._tag, "UserLinkEnded")
        assert.isTrue(yield* signsIn(moved, "correct horse battery staple"))
        assert.isFalse(yield* signsIn(ada.email, "correct horse battery staple"))
      }))

    it.effect("are signed out by the operator, and others are not", () =>
      Effect.gen(function*() {
        const sessions = yield* UserSessions
        const organization = yield* newOrganization()
        const [ada, eve] = [yield* member(organization), yield* member(organization)]
        yield* sessionOf(ada.user_id)
        yield* sessionOf(eve.user_id)
        yield* sessions.endAll(ada.user_id)
        assert.deepStrictEqual(
          [yield* sessionsOf(ada.user_id), yield* sessionsOf(eve.user_id)],
          [0, signInModels.length]
        )
      }))
  })

const rounds = 12

/** Calls about one person or organization at the same time. */
export const peopleRaces = (name: string, people: People) =>
  layer(people.platform, { timeout: 120_000 })(`people, many calls at once (${name})`, (it) => {
    it.effect("set one password by one link", () =>
      Effect.gen(function*() {
        const links = yield* PasswordLinks
        for (let round = 0; round < rounds; round++) {
          const ada = yield* member(yield* newOrganization())
          const [token = ""] = yield* tokensTo(people, ada.email, "password")
          const passwords = [1, 2, 3, 4].map((number) => `correct horse battery ${number}`)
          const outcomes = yield* Effect.forEach(
            passwords,
            (password) => Effect.exit(links.setPassword(token, secret(password), address)),
            { concurrency: "unbounded" }
          )
          const winners = passwords.filter((_, index) => Exit.isSuccess(outcomes[index]!))
          assert.strictEqual(winners.length, 1)
          const working = yield* Effect.filter(passwords, (password) => signsIn(ada.username, password))
          assert.deepStrictEqual(working, winners)
        }
      }))

    it.effect("keep one administrator where there is no owner", () =>
      Effect.gen(function*() {
        const users = yield* Users
        const operations = yield* UserOperations
        for (let round = 0; round < rounds; round++) {
          const organization = yield* newOrganization()
          const admins = [yield* member(organization), yield* member(organization)]
          yield* Effect.forEach(admins, ({ user_id }) => asSystem(organization, users.assignRole(user_id, "admin")))
          const outcomes = yield* Effect.forEach(
            admins,
            ({ user_id }) => Effect.exit(asSystem(organization, users.remove(user_id))),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 1)
          const left = yield* Effect.forEach(admins, ({ user_id }) => operations.find(user_id))
          assert.deepStrictEqual(left.flatMap(Option.toArray).map(({ role }) => role), ["admin"])
        }
      }))

    it.effect("confirm a change of address once, or cancel it", () =>
      Effect.gen(function*() {
        const users = yield* Users
        const changes = yield* AddressChanges
        const operations = yield* UserOperations
        for (let round = 0; round < rounds; round++) {
          const organization = yield* newOrganization()
          const ada = yield* member(organization, "correct horse battery staple")
          const moved = `moved-${ada.email}`
          yield* asSystem(organization, users.update(ada.user_id, { email: moved }))
          const [confirming = ""] = yield* tokensTo(people, moved, "address")
          const [canceling = ""] = yield* tokensTo(people, ada.email, "address")
          const outcomes = yield* Effect.all([
            Effect.exit(changes.confirm(confirming)),
            Effect.exit(changes.cancel(canceling)),
            Effect.exit(changes.confirm(confirming))
          ], { concurrency: "unbounded" })
          assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 1)
          const isCanceled = Exit.isSuccess(outcomes[1])
          assert.strictEqual(
            Option.getOrThrow(yield* operations.find(ada.user_id)).email,
            isCanceled ? ada.email : moved
          )
        }
      }))
  })
