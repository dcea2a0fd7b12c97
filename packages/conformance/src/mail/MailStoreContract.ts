import { assert, layer } from "@effect/vitest"
import { MailStore, newMailId, type StoredMail } from "@namewright/core/mail"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const newMail = Effect.fnUntraced(function*(members: Partial<StoredMail> = {}): Effect.fn.Return<StoredMail> {
  const mail_id = yield* newMailId
  return {
    mail_id,
    cause: `test/${mail_id}`,
    organization_id: yield* newOrganizationId,
    template: "contact_verification",
    locale: "de",
    sender_name: "Beispiel",
    sender_address: "noreply@example.com",
    recipient: "ada@bücher.example",
    message_id: `<${mail_id}@example.com>`,
    status: "pending",
    attempts: 0,
    error_message: null,
    created_on: yield* Instant.now,
    sent_on: null,
    content: "plain.{}",
    ...members
  }
})

/** Contract of the storage of mails. */
export const mailStoreContract = <E>(name: string, storage: Layer.Layer<MailStore | Transaction, E>) =>
  layer(storage)(`MailStore (${name})`, (it) => {
    it.effect("finds a mail by its id and its cause, as it was stored", () =>
      Effect.gen(function*() {
        const store = yield* MailStore
        const mail = yield* newMail({ organization_id: null })
        assert.isTrue(yield* store.insert(mail))
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(mail.mail_id)), mail)
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.findByCause(mail.cause)), mail)
        assert.isTrue(Option.isNone(yield* store.find(yield* newMailId)))
        assert.isTrue(Option.isNone(yield* store.findByCause("test/unknown")))
      }))

    it.effect("stores one mail for each cause, also of concurrent ones", () =>
      Effect.gen(function*() {
        const store = yield* MailStore
        const mails = yield* Effect.forEach([1, 2, 3, 4], () => newMail({ cause: "test/same" }))
        const stored = yield* Effect.forEach(mails, store.insert, { concurrency: "unbounded" })
        assert.strictEqual(stored.filter((isStored) => isStored).length, 1)
        const kept = Option.getOrUndefined(yield* store.findByCause("test/same"))
        assert.strictEqual(kept?.mail_id, mails[stored.indexOf(true)]?.mail_id)
      }))

    it.effect("lists when an address got mails of a template, without other addresses and organizations", () =>
      Effect.gen(function*() {
        const store = yield* MailStore
        const organization_id = yield* newOrganizationId
        const created: Array<Instant.Instant> = []
        const own = { organization_id, recipient: "Ada@example.org" }
        const others = [
          { ...own, recipient: "grace@example.org" },
          { ...own, template: "password_reset" },
          { recipient: own.recipient },
          { ...own, organization_id: null }
        ]
        for (const members of [own, ...others, { ...own, recipient: "ada@example.org" }, own]) {
          yield* TestClock.adjust("1 minute")
          const mail = yield* newMail(members)
          yield* store.insert(mail)
          if (!others.includes(members)) created.unshift(mail.created_on)
        }
        const of = (atMost: number) =>
          store.createdFor(organization_id, "contact_verification", "ada@example.org", atMost)
        assert.deepStrictEqual(yield* of(10), created)
        assert.deepStrictEqual(yield* of(2), created.slice(0, 2))
      }))

    it.effect("makes a second transaction with an address wait for the first", () =>
      Effect.gen(function*() {
        const store = yield* MailStore
        const { atomically } = yield* Transaction
        const organization_id = yield* newOrganizationId
        const mail = yield* newMail({ organization_id, recipient: "eve@example.org" })
        const mailed = Effect.andThen(
          store.lockAddress("eve@example.org"),
          store.createdFor(organization_id, mail.template, "eve@example.org", 1)
        )
        const locked = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* mailed
          yield* Deferred.succeed(locked, undefined)
          // Enough turns for the other transaction to interleave, if it could.
          yield* Effect.repeat(store.find(mail.mail_id), { times: 20 })
          yield* store.insert(mail)
        })))
        yield* Deferred.await(locked)
        const seen = yield* atomically(mailed)
        yield* Fiber.join(first)
        assert.deepStrictEqual(seen, [mail.created_on])
      }))

    it.effect("counts attempts, and changes no mail that is sent", () =>
      Effect.gen(function*() {
        const store = yield* MailStore
        const mail = yield* newMail()
        const id = mail.mail_id
        const now = yield* Instant.now
        yield* store.insert(mail)
        yield* store.recordAttempt(id, { status: "pending", error_message: "421 Busy", sent_on: null })
        yield* store.recordAttempt(id, { status: "failed", error_message: "550 Unknown", sent_on: null })
        const failed: StoredMail = { ...mail, status: "failed", attempts: 2, error_message: "550 Unknown" }
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(id)), failed)
        yield* store.recordAttempt(id, { status: "sent", error_message: null, sent_on: now })
        yield* store.recordAttempt(id, { status: "failed", error_message: "Late", sent_on: null })
        const sent: StoredMail = { ...mail, status: "sent", attempts: 3, sent_on: now }
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(id)), sent)
      }))

    it.effect("removes the oldest mails, at most so many at once", () =>
      Effect.gen(function*() {
        const store = yield* MailStore
        yield* TestClock.adjust("100 days")
        const mails: Array<StoredMail> = []
        for (let count = 0; count < 4; count++) {
          const mail = yield* newMail()
          yield* store.insert(mail)
          mails.push(mail)
          yield* TestClock.adjust("1 day")
        }
        const [, , third, fourth] = mails
        const before = third?.created_on ?? (yield* Instant.now)
        // Mails of the other cases are older.
        while ((yield* store.removeBefore(DateTime.subtract(before, { days: 10 }), 100)) > 0);
        assert.strictEqual(yield* store.removeBefore(before, 1), 1)
        assert.strictEqual(yield* store.removeBefore(before, 10), 1)
        assert.strictEqual(yield* store.removeBefore(before, 10), 0)
        for (const kept of [third, fourth]) {
          assert.isTrue(Option.isSome(yield* store.find(kept?.mail_id ?? (yield* newMailId))))
        }
      }))
  })
