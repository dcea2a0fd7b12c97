import { assert, describe, it } from "@effect/vitest"
import { systemActor } from "@namewright/core/access"
import { layerPlatform } from "@namewright/core/embed"
import { JobKinds, newJobId } from "@namewright/core/jobs"
import {
  mailAttempts,
  mailbox,
  mailKind,
  type MailMessage,
  Mails,
  MailSendFailed,
  MailStore
} from "@namewright/core/mail"
import { CurrentActor, newOrganizationId, OrganizationId, Transaction } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { verificationMail } from "./verificationMail.ts"

const send = (platform: TestPlatform, cause: string) =>
  platform.runtime.runPromise(Mails.use((mails) => mails.send(verificationMail(cause))))

const stored = (platform: TestPlatform, cause: string) =>
  platform.runtime.runPromise(
    Effect.map(Mails.use((mails) => mails.findByCause(cause)), (found) => Option.getOrUndefined(found)?.mail)
  )

/** A mailer that fails with these errors, one for each message, and then sends. It keeps the messages. */
const failing = (...failures: ReadonlyArray<Error>) => {
  const passed: Array<MailMessage> = []
  const send = async (message: MailMessage) => {
    const failure = failures[passed.length]
    passed.push(message)
    if (failure !== undefined) throw failure
  }
  return { passed, send }
}

const busy = new Error("421 Try later")

/** Runs the job of a mail for its first attempt, without the queue. */
const attempted = Effect.fnUntraced(function*(cause: string) {
  const { mail } = Option.getOrThrow(yield* Mails.use((mails) => mails.findByCause(cause)))
  const run = (yield* JobKinds).kind(mailKind)?.run ?? (() => Effect.die("No kind"))
  return yield* run({
    job_id: yield* newJobId,
    batch_id: null,
    organization_id: null,
    kind: mailKind,
    resource_key: "",
    payload: { mail_id: mail.mail_id },
    attempt: 1,
    created_on: mail.created_on
  }).pipe(Effect.provideService(CurrentActor, systemActor(yield* newOrganizationId)))
})

describe("Mails", () => {
  it("sends a mail of the sender of the options, and stores that it is sent", async () => {
    await using platform = await testPlatform({ mailFrom: "Example <noreply@example.net>" })
    assert.isTrue(await send(platform, "test/1"))
    assert.deepStrictEqual(platform.mails(), [])
    await platform.clock.settle()
    const [message] = platform.mails("ada@example.com")
    assert.deepStrictEqual(message?.from, { name: "Example", address: "noreply@example.net" })
    assert.strictEqual(message?.subject, "Bitte bestätigen Sie ada@example.com")
    assert.match(message?.message_id ?? "", /^<mail_[0-9a-z]{26}@example\.net>$/)
    assert.deepStrictEqual(platform.mails("eve@example.com"), [])
    const mail = await stored(platform, "test/1")
    assert.deepStrictEqual([mail?.status, mail?.attempts, mail?.error_message], ["sent", 1, null])
  })

  it("sends one mail for each cause, also of concurrent and later requests", async () => {
    await using platform = await testPlatform()
    const results = await Promise.all(["a", "a", "b", "a"].map((cause) => send(platform, cause)))
    assert.deepStrictEqual(results.filter((isNew) => isNew).length, 2)
    await platform.clock.advance({ days: 1 })
    assert.isFalse(await send(platform, "a"))
    await platform.clock.advance({ days: 1 })
    assert.lengthOf(platform.mails(), 2)
  })

  it("sends nothing of a transaction that is rolled back", async () => {
    await using platform = await testPlatform()
    const rolledBack = Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const mails = yield* Mails
      yield* Effect.exit(atomically(Effect.andThen(mails.send(verificationMail("test/1")), Effect.fail("no"))))
    })
    await platform.runtime.runPromise(rolledBack)
    await platform.clock.advance({ hours: 1 })
    assert.deepStrictEqual(platform.mails(), [])
    assert.isTrue(await send(platform, "test/1"))
  })

  it("attempts a mail again, after growing pauses and with the same Message-ID", async () => {
    const mailer = failing(busy, busy, busy)
    await using platform = await testPlatform({ mailer })
    await send(platform, "test/1")
    await platform.clock.settle()
    const first = await stored(platform, "test/1")
    assert.deepStrictEqual([first?.status, first?.attempts, first?.error_message], ["pending", 1, "421 Try later"])
    await platform.clock.advance({ seconds: 40 })
    assert.lengthOf(mailer.passed, 1)
    await platform.clock.advance({ minutes: 15 })
    assert.lengthOf(mailer.passed, 4)
    assert.lengthOf(new Set(mailer.passed.map(({ message_id }) => message_id)), 1)
    assert.deepStrictEqual(mailer.passed[3], mailer.passed[0])
    const last = await stored(platform, "test/1")
    assert.deepStrictEqual([last?.status, last?.attempts, last?.error_message], ["sent", 4, null])
  })

  it("ends a mail after its last attempt, about two days later", async () => {
    const mailer = failing(...Array.from({ length: 100 }, () => busy))
    await using platform = await testPlatform({ mailer })
    await send(platform, "test/1")
    await platform.clock.advance({ hours: 30 })
    assert.strictEqual((await stored(platform, "test/1"))?.status, "pending")
    await platform.clock.advance({ days: 2 })
    const mail = await stored(platform, "test/1")
    assert.deepStrictEqual([mail?.status, mail?.attempts], ["failed", mailAttempts])
    assert.lengthOf(mailer.passed, mailAttempts)
  })

  it("does not attempt a mail again that was refused for good", async () => {
    const mailer = failing(new MailSendFailed({ permanent: true, message: "550 \0No such person" }))
    await using platform = await testPlatform({ mailer })
    await send(platform, "test/1")
    await platform.clock.advance({ days: 3 })
    const mail = await stored(platform, "test/1")
    assert.deepStrictEqual(
      [mail?.status, mail?.attempts, mail?.error_message],
      ["failed", 1, "550 \ufffdNo such person"]
    )
    assert.lengthOf(mailer.passed, 1)
  })

  it("attempts a failed mail again if its job is repeated, by an operator or after the end of its process", async () => {
    const mailer = failing(new MailSendFailed({ permanent: true, message: "550 No such person" }))
    await using platform = await testPlatform({ mailer })
    await send(platform, "test/1")
    const failed = await platform.runtime.runPromise(Effect.flip(attempted("test/1")))
    assert.deepInclude(failed, { _tag: "JobFailure", error_class: "ValidationError", message: "550 No such person" })
    assert.deepInclude(await stored(platform, "test/1"), { status: "failed", attempts: 1 })
    for (const _ of [1, 2]) await platform.runtime.runPromise(attempted("test/1"))
    assert.lengthOf(mailer.passed, 2)
    assert.deepInclude(await stored(platform, "test/1"), { status: "sent", attempts: 2, error_message: null })
  })

  it("does not let one recipient's mail wait for another's", async () => {
    const passed: Array<string> = []
    const mailer = {
      send: async ({ to }: MailMessage) => {
        if (to === "ada@example.com") throw busy
        passed.push(to)
      }
    }
    await using platform = await testPlatform({ mailer })
    await send(platform, "test/1")
    await platform.runtime.runPromise(
      Mails.use((mails) => mails.send({ ...verificationMail("test/2"), to: "eve@example.com" }))
    )
    await platform.clock.settle()
    assert.deepStrictEqual(passed, ["eve@example.com"])
  })

  it.effect("gives up an attempt after a minute, and aborts its signal", () =>
    Effect.gen(function*() {
      const begun = Promise.withResolvers<void>()
      let aborted = false
      const mailer = {
        send: (_: MailMessage, { signal }: { readonly signal: AbortSignal }) =>
          new Promise<void>((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              aborted = true
              reject(new Error("aborted"))
            })
            begun.resolve()
          })
      }
      yield* Effect.gen(function*() {
        const mails = yield* Mails
        yield* mails.send(verificationMail("test/1"))
        const running = yield* Effect.forkChild(Effect.exit(attempted("test/1")))
        yield* Effect.promise(() => begun.promise)
        yield* TestClock.adjust("59 seconds")
        assert.isFalse(aborted)
        yield* TestClock.adjust("1 second")
        assert.isTrue(Exit.isFailure(yield* Fiber.join(running)))
        assert.isTrue(aborted)
        const failed = Option.getOrThrow(yield* mails.findByCause("test/1")).mail
        assert.strictEqual(failed.status, "pending")
        assert.include(failed.error_message ?? "", "60 seconds")
      }).pipe(
        Effect.provide(Layer.orDie(layerPlatform({ storage: memoryDatabase(), mailer })))
      )
    }))

  it("stores content that only the encryption secret opens", async () => {
    await using platform = await testPlatform({ keyEncryptionSecret: "s".repeat(32) })
    await send(platform, "test/1")
    const found = await platform.runtime.runPromise(MailStore.use((store) => store.findByCause("test/1")))
    const content = Option.getOrUndefined(found)?.content ?? ""
    assert.match(content, /^aes256gcm\./)
    assert.notInclude(content, "secret-token")
    await platform.clock.settle()
    assert.include(platform.mails()[0]?.text ?? "", "secret-token")
  })

  it("of an organization are jobs of the organization, and not in its lists", async () => {
    await using platform = await testPlatform()
    const { organization_id } = await platform.create.organization()
    await platform.runtime.runPromise(
      Mails.use((mails) =>
        mails.send({ ...verificationMail("test/1"), organization_id: OrganizationId.make(organization_id) })
      )
    )
    await platform.clock.settle()
    assert.lengthOf(platform.mails(), 1)
    const batches = await platform.as(organization_id, "admin").batches.page()
    assert.strictEqual(batches.total, 0)
  })

  it("are removed after 90 days", async () => {
    await using platform = await testPlatform()
    await send(platform, "test/1")
    await platform.clock.advance({ days: 89 })
    assert.isDefined(await stored(platform, "test/1"))
    await platform.clock.advance({ days: 2 })
    assert.isUndefined(await stored(platform, "test/1"))
  })
})

describe("the option mailer", () => {
  it("defaults in production to none: mails wait", async () => {
    await using platform = await testPlatform({ mailer: undefined, environment: "production" })
    await send(platform, "test/1")
    await platform.clock.advance({ hours: 2 })
    const mail = await stored(platform, "test/1")
    assert.deepStrictEqual([mail?.status, mail?.attempts], ["pending", 0])
  })

  it("defaults in a sandbox to one that sends nothing", async () => {
    await using platform = await testPlatform({ mailer: undefined })
    await send(platform, "test/1")
    await platform.clock.settle()
    assert.strictEqual((await stored(platform, "test/1"))?.status, "sent")
  })

  it("is checked, as is the sender", async () => {
    const wrong = { mailer: { sends: true }, mailFrom: "nobody" } as object
    const problem = await testPlatform(wrong).catch(String)
    assert.include(problem, "mailer: expected { send")
    assert.include(problem, "mailFrom: expected a sender")
  })
})

describe("mailbox", () => {
  it("keeps the newest messages", async () => {
    const mails = mailbox(2)
    await using platform = await testPlatform({ mailer: mails })
    for (const cause of ["1", "2", "3"]) await send(platform, cause)
    await platform.clock.settle()
    assert.lengthOf(mails.messages(), 2)
  })
})
