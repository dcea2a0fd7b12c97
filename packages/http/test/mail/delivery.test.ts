import { assert, describe, it } from "@effect/vitest"
import { Mails, mailTemplates } from "@namewright/core/mail"
import { testPlatform } from "@namewright/testing"
import { DateTime, Effect, Option } from "effect"
import { smtpMailer } from "../../src/mail/smtpMailer.ts"
import { mailServer, refusal } from "./MailServer.ts"

const mail = {
  cause: "test/1",
  organization_id: null,
  to: "ada@example.com",
  locale: "en" as const,
  template: mailTemplates.contactVerification,
  values: {
    name: "Ada",
    email: "ada@example.com",
    verification_url: "https://example.com/?token=t",
    expires_on: DateTime.makeUnsafe("2030-01-15T09:00:00Z")
  }
}

const send = Mails.use((mails) => mails.send(mail))

const stored = Effect.map(
  Mails.use((mails) => mails.findByCause("test/1")),
  (found) => Option.getOrUndefined(found)?.mail
)

describe("mails over SMTP", () => {
  it("arrive once, after the server was down and busy", async () => {
    const down = await mailServer()
    await down[Symbol.asyncDispose]()
    let refusals = 2
    await using platform = await testPlatform({ mailer: smtpMailer({ url: `smtp://127.0.0.1:${down.port}` }) })
    const { runtime } = platform
    await runtime.runPromise(send)
    await platform.clock.settle()
    const failed = await runtime.runPromise(stored)
    assert.deepStrictEqual([failed?.status, failed?.attempts], ["pending", 1])
    assert.include(failed?.error_message ?? "", "ECONNREFUSED")

    await using server = await mailServer({
      onMailFrom: (_from, _session, done) => refusals-- > 0 ? done(refusal(421, "Busy")) : done()
    }, down.port)
    await platform.clock.advance({ hours: 1 })
    assert.isFalse(await runtime.runPromise(send))
    await platform.clock.advance({ days: 3 })
    assert.lengthOf(server.received, 1)
    const sent = await runtime.runPromise(stored)
    assert.deepStrictEqual([sent?.status, sent?.attempts], ["sent", 4])
    assert.include(server.received[0]?.raw ?? "", `Message-ID: ${sent?.message_id}`)
  })

  it("fail at once if the recipient is unknown", async () => {
    await using server = await mailServer({ onRcptTo: (_to, _session, done) => done(refusal(550, "Unknown")) })
    await using platform = await testPlatform({ mailer: smtpMailer({ url: `smtp://127.0.0.1:${server.port}` }) })
    await platform.runtime.runPromise(send)
    await platform.clock.settle()
    const failed = await platform.runtime.runPromise(stored)
    assert.deepStrictEqual([failed?.status, failed?.attempts], ["failed", 1])
  })
})
