import { assert, describe, it } from "@effect/vitest"
import { Mailer, type MailMessage } from "@namewright/core/mail"
import { Effect } from "effect"
import { createServer } from "node:net"
import { smtpMailer, smtpServer } from "../../src/mail/smtpMailer.ts"
import { type MailServer, mailServer, refusal } from "./MailServer.ts"

const message: MailMessage = {
  from: { name: "Example, Registrar", address: "noreply@example.com" },
  to: "ada@bücher.example",
  subject: "Bitte bestätigen",
  text: "Guten Tag\n",
  html: "<p>Guten Tag</p>\n",
  message_id: "<mail_1@example.com>"
}

const send = (url: string, members: Partial<MailMessage> = {}) =>
  Effect.runPromise(
    Mailer.use((mailer) => mailer.send({ ...message, ...members })).pipe(
      Effect.as(undefined),
      Effect.catchTag("MailSendFailed", Effect.succeed),
      Effect.provide(smtpMailer({ url }))
    )
  )

const urlOf = ({ port }: Pick<MailServer, "port">, credentials = "") => `smtp://${credentials}127.0.0.1:${port}`

describe("smtpMailer", () => {
  it("sends text and HTML with the headers of the message", async () => {
    await using server = await mailServer()
    assert.isUndefined(await send(urlOf(server)))
    const [mail] = server.received
    assert.strictEqual(mail?.from, "noreply@example.com")
    const raw = mail?.raw ?? ""
    assert.match(raw, /^From: "Example, Registrar" <noreply@example\.com>$/m)
    assert.match(raw, /^To: ada@xn--bcher-kva\.example$/m)
    assert.match(raw, /^Message-ID: <mail_1@example\.com>$/m)
    assert.match(raw, /^Subject: =\?UTF-8\?/m)
    assert.match(raw, /^Auto-Submitted: auto-generated$/m)
    assert.match(raw, /^Content-Type: multipart\/alternative/m)
    assert.match(raw, /Content-Type: text\/plain[^]*Guten Tag[^]*Content-Type: text\/html[^]*<p>Guten Tag<\/p>/)
  })

  it("sends to one recipient, whatever the address contains", async () => {
    await using server = await mailServer()
    await send(urlOf(server), { to: "ada@example.com, eve@example.com" })
    assert.isTrue(server.received.every(({ to }) => to.length === 1 && !to.includes("eve@example.com")))
  })

  it("logs in with the credentials of the URL", async () => {
    await using server = await mailServer({
      authOptional: false,
      onAuth: ({ password, username }, _session, done) =>
        username === "us/er" && password === "p@ss" ? done(null, { user: username }) : done(refusal(535, "No"))
    })
    assert.isUndefined(await send(urlOf(server, "us%2Fer:p%40ss@")))
    const failure = await send(urlOf(server, "us%2Fer:wrong@"))
    assert.isFalse(failure?.permanent)
    assert.notInclude(failure?.message ?? "", "wrong")
    assert.lengthOf(server.received, 1)
  })

  it("has no further attempt for a refused recipient and a refused content", async () => {
    await using recipients = await mailServer({
      onRcptTo: (_to, _session, done) => done(refusal(550, "Unknown person"))
    })
    const unknown = await send(urlOf(recipients))
    assert.isTrue(unknown?.permanent)
    assert.include(unknown?.message ?? "", "Unknown person")
    await using contents = await mailServer({
      onData: (stream, _session, done) => {
        stream.on("end", () => done(refusal(554, "Looks like spam")))
        stream.resume()
      }
    })
    assert.isTrue((await send(urlOf(contents)))?.permanent)
  })

  it("has further attempts after a temporary refusal, and a refusal of the sender", async () => {
    await using busy = await mailServer({ onRcptTo: (_to, _session, done) => done(refusal(451, "Greylisted")) })
    assert.isFalse((await send(urlOf(busy)))?.permanent)
    await using foreign = await mailServer({ onMailFrom: (_from, _session, done) => done(refusal(550, "Not yours")) })
    const refused = await send(urlOf(foreign))
    assert.isFalse(refused?.permanent)
    assert.include(refused?.message ?? "", "Not yours")
  })

  it("has further attempts if no server listens, or it hangs up", async () => {
    const server = await mailServer()
    await server[Symbol.asyncDispose]()
    assert.isFalse((await send(urlOf(server)))?.permanent)
    await using closing = await mailServer({ onConnect: (_session, done) => done(refusal(421, "Too many")) })
    assert.isFalse((await send(urlOf(closing)))?.permanent)
  })

  it("closes the connection of an interrupted attempt", async () => {
    const ended = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const silent = createServer((socket) => {
      begun.resolve()
      socket.on("error", () => {})
      socket.on("close", () => ended.resolve("closed"))
      socket.resume()
    })
    await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", () => resolve()))
    const address = silent.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const sending = Effect.runFork(
      Mailer.use((mailer) => mailer.send(message)).pipe(Effect.provide(smtpMailer({ url: urlOf({ port }) })))
    )
    await begun.promise
    sending.interruptUnsafe()
    assert.strictEqual(await ended.promise, "closed")
    await new Promise((resolve) => silent.close(resolve))
  })
})

describe("smtpServer", () => {
  it("requires TLS for a password, except on this machine", () => {
    assert.include(smtpServer("smtp://user:pw@mail.example.com"), { port: 587, secure: false, requireTLS: true })
    assert.include(smtpServer("smtps://user:pw@mail.example.com"), { port: 465, secure: true, requireTLS: false })
    assert.include(smtpServer("smtp://user:pw@[::1]:25"), { host: "::1", port: 25, requireTLS: false })
    assert.notProperty(smtpServer("smtp://mail.example.com"), "requireTLS")
  })

  it("refuses other addresses", () => {
    for (
      const text of [
        "",
        "mail.example.com",
        "https://example.com",
        "smtp://",
        "smtp://a/b",
        "smtp://a?b=c",
        "smtp://%ff@a"
      ]
    ) {
      assert.isUndefined(smtpServer(text), text)
      assert.throws(() => smtpMailer({ url: text }), /smtp:/)
    }
  })
})
