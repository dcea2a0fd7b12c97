import { assert, describe, layer } from "@effect/vitest"
import type { Worker } from "@namewright/core/embed"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import { ordered, tokenIn as declarationTokenIn, work } from "../domains/declaring.ts"
import { contactCaller, tokenIn } from "../emailverification/verifying.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { accepting, type FaultyMailServer, faultyMailServer, type SmtpStage } from "./FaultyMailServer.ts"
import { messageIdOf, partsOf, refusal } from "./MailServer.ts"

class MailHost extends Context.Service<MailHost, FaultyMailServer>()("@namewright/http/test/MailHost") {
  static readonly layer = Layer.effect(
    MailHost,
    Effect.acquireRelease(
      Effect.promise(faultyMailServer),
      (server) => Effect.promise(() => Promise.resolve(server[Symbol.asyncDispose]()))
    )
  )
}

const platform = Layer.unwrap(
  Effect.map(
    MailHost,
    ({ port }) => TestPlatform.layerWith({}, { mailer: smtpMailer({ url: `smtp://127.0.0.1:${port}` }) })
  )
).pipe(Layer.provideMerge(MailHost.layer))

/** A mail that is due, as its recipient and the customer use it. */
interface DueMail {
  readonly email: string
  /** What the customer is shown while the recipient has done nothing. */
  readonly isPending: Effect.Effect<boolean>
  /** Has another mail sent. */
  readonly again: Effect.Effect<{ readonly status: number }>
  /** Does what the mail asks for, with the link of a message. */
  readonly follow: (message: string) => Effect.Effect<{ readonly status: number }>
  readonly isDone: Effect.Effect<boolean, never, Worker>
}

const verification = Effect.fnUntraced(function*(label: string) {
  const email = `${label}@example.com`
  const call = yield* contactCaller(email)
  assert.strictEqual((yield* call("POST", call.path)).status, 201)
  const status = Effect.map(call("GET", call.path), ({ body }) => body.status)
  const mail: DueMail = {
    email,
    isPending: Effect.map(status, (shown) => shown === "pending"),
    again: call("POST", call.path),
    follow: (message) => call.link("POST", tokenIn(message)),
    isDone: Effect.map(status, (shown) => shown === "verified")
  }
  return mail
})

const declaration = Effect.fnUntraced(function*(label: string) {
  const call = yield* ordered(`${label}.no`)
  const statuses = Effect.map(
    call("GET", `/v1/domains/${call.domain.domain_id}`),
    ({ body }): string => body.registry_statuses.join()
  )
  const mail: DueMail = {
    email: call.email,
    isPending: Effect.map(statuses, (shown) => shown === "pendingCreate"),
    again: call.resend,
    follow: (message) => call.sign(declarationTokenIn(message), "Kari Nordmann"),
    isDone: Effect.andThen(TestClock.adjust("1 minute"), Effect.andThen(work, statuses)).pipe(
      Effect.map((shown) => shown === "ok")
    )
  }
  return mail
})

/** Messages to an address that the server has stored. */
const receivedBy = (email: string) =>
  Effect.map(MailHost, ({ received }) => received.filter(({ to }) => to.includes(email)))

const later = (time: "5 minutes" | "1 day") => Effect.andThen(TestClock.adjust(time), work)

/** Follows the newest of the messages to the address, and expects their number. */
const followed = Effect.fnUntraced(function*({ email, follow, isDone }: DueMail, messages: number) {
  const received = yield* receivedBy(email)
  assert.lengthOf(received, messages)
  const answer = yield* follow(partsOf(received.at(-1) ?? { raw: "" }))
  assert.include([200, 204], answer.status)
  assert.isTrue(yield* isDone)
  return received
})

for (const [title, due] of [["verification", verification], ["declaration", declaration]] as const) {
  const label = (fault: string) => `${fault}-${title}`

  describe(`a mail about a ${title}`, () => {
    layer(platform)((it) => {
      it.effect("arrives once after its server was down", () =>
        Effect.gen(function*() {
          const server = yield* MailHost
          yield* Effect.promise(server.stop)
          const mail = yield* due(label("down"))
          yield* work
          yield* later("1 day")
          assert.isTrue(yield* mail.isPending)
          assert.isEmpty(yield* receivedBy(mail.email))
          yield* Effect.promise(server.start)
          yield* later("1 day")
          yield* followed(mail, 1)
        }))

      for (const stage of ["connect", "sender", "recipient", "message"] as const) {
        it.effect(`arrives once after its server was busy at the stage "${stage}"`, () =>
          Effect.gen(function*() {
            const server = yield* MailHost
            server.behave((reached) => reached === stage ? refusal(421, "Busy") : undefined)
            const mail = yield* due(label(`busy-${stage}`))
            yield* work
            assert.isTrue(yield* mail.isPending)
            assert.isEmpty(yield* receivedBy(mail.email))
            server.behave(accepting)
            yield* later("5 minutes")
            yield* later("1 day")
            yield* followed(mail, 1)
          }))
      }

      it.effect("is not sent again after its recipient was refused, until the customer asks for another one", () =>
        Effect.gen(function*() {
          const server = yield* MailHost
          server.behave((reached) => reached === "recipient" ? refusal(550, "Unknown") : undefined)
          const mail = yield* due(label("refused"))
          yield* work
          server.behave(accepting)
          const attempts = server.stages.length
          yield* later("5 minutes")
          assert.lengthOf(server.stages, attempts)
          assert.isTrue(yield* mail.isPending)
          assert.isBelow((yield* mail.again).status, 300)
          yield* work
          yield* followed(mail, 1)
        }))

      for (const [stage, messages] of [["message", 1], ["stored", 2]] as const) {
        it.effect(`is given up after 60 seconds at the stage "${stage}", and arrives ${messages} x`, () =>
          Effect.gen(function*() {
            const server = yield* MailHost
            const reached = yield* Deferred.make<SmtpStage>()
            server.behave((current) => {
              if (current !== stage) return undefined
              Deferred.doneUnsafe(reached, Effect.succeed(current))
              return "silence"
            })
            const mail = yield* due(label(`slow-${stage}`))
            const working = yield* Effect.forkChild(work)
            yield* Deferred.await(reached)
            assert.isTrue(yield* mail.isPending, "requests are answered meanwhile")
            yield* TestClock.adjust("1 minute")
            yield* Fiber.join(working)
            server.behave(accepting)
            yield* later("5 minutes")
            yield* later("1 day")
            const received = yield* followed(mail, messages)
            assert.lengthOf([...new Set(received.map(messageIdOf))], 1)
          }))
      }
    })
  })
}
