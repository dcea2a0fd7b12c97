import { assert, describe, it } from "@effect/vitest"
import { Mailer } from "@namewright/core/mail"
import { Effect, Exit, type Layer, Redacted, Result } from "effect"
import { describeMail, mailerOf } from "../../src/cli/mailerOf.ts"
import { mailSender, smtpUrl } from "../../src/cli/Reading.ts"

const file = { type: "sqlite", filename: "/var/lib/namewright/data.sqlite" } as const
const memory = { type: "sqlite", filename: ":memory:" } as const
const url = Redacted.make("smtp://mail.example.com")

const sends = (layer: Layer.Layer<Mailer, unknown> | undefined) =>
  Effect.runSync(
    Effect.exit(Effect.provide(Mailer.use((mailer) => Effect.succeed(mailer.sends)), layer ?? Mailer.layerNone))
  )

describe("mailerOf", () => {
  it("selects SMTP, a folder, or in a sandbox one beside the file", () => {
    const sender = { mailFrom: "noreply@example.com" }
    const production = { database: file, environment: "production" } as const
    assert.deepStrictEqual(sends(mailerOf({ ...production, ...sender, smtpUrl: url })), Exit.succeed(true))
    assert.deepStrictEqual(sends(mailerOf({ ...production, mailFolder: "sent-mails" })), Exit.succeed(true))
    assert.isUndefined(mailerOf(production))
    assert.isDefined(mailerOf({ database: file, environment: "sandbox" }))
    assert.isUndefined(mailerOf({ database: memory, environment: "sandbox" }))
  })

  it("refuses SMTP without a sender, and with a folder", () => {
    const choice = { database: file, environment: "sandbox", smtpUrl: url } as const
    assert.isTrue(Exit.isFailure(sends(mailerOf(choice))))
    assert.isTrue(Exit.isFailure(sends(mailerOf({ ...choice, mailFrom: "a@example.com", mailFolder: "mail" }))))
  })
})

describe("describeMail", () => {
  it("names the destination without its password", () => {
    const sandbox = { database: file, environment: "sandbox" } as const
    const secretUrl = Redacted.make("smtp://user:secret@mail.example.com:2525")
    const smtp = describeMail({ ...sandbox, mailFrom: "a@example.com", smtpUrl: secretUrl })
    assert.strictEqual(smtp, "by SMTP to mail.example.com:2525")
    assert.strictEqual(describeMail(sandbox), "files in /var/lib/namewright/mail")
    assert.include(describeMail({ ...sandbox, smtpUrl: url }), "--mail-from")
    assert.strictEqual(describeMail({ ...sandbox, database: memory }), "stored, not sent")
  })
})

describe("the settings of mail", () => {
  it("are checked", () => {
    assert.isTrue(Result.isSuccess(smtpUrl("smtps://user:pw@mail.example.com:465")))
    assert.isTrue(Result.isFailure(smtpUrl("mail.example.com:25")))
    assert.isTrue(Result.isSuccess(mailSender("Example Registrar <noreply@example.com>")))
    assert.isTrue(Result.isFailure(mailSender("Example Registrar")))
  })
})
