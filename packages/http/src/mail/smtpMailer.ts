import { Mailer, MailSendFailed } from "@namewright/core/mail"
import { ConfigurationError } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Layer, Predicate, Redacted } from "effect"
import { loadNodemailer } from "./loadNodemailer.ts"
import { nodemailerMessage } from "./nodemailerMessage.ts"

/** Options of an SMTP server. */
export interface SmtpMailerOptions {
  /**
   * `smtp://user:password@host:port` with STARTTLS if the server offers it, by default port 587, or `smtps://` with TLS
   * from the start, by default port 465. Characters of user and password are percent-encoded.
   */
  readonly url: string | Redacted.Redacted
}

/** Time limits of nodemailer in milliseconds: of the connection, the greeting, and the wait for a response. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: Duration.toMillis("30 seconds") }

/** Server of an URL. Undefined if it is not an address of an SMTP server. */
export const smtpServer = (text: string) => {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return undefined
  if (url.search !== "" || url.hash !== "" || !/^\/?$/.test(url.pathname)) return undefined
  const secure = url.protocol === "smtps:"
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === undefined || pass === undefined) return undefined
  return {
    host,
    port: url.port === "" ? secure ? 465 : 587 : Number(url.port),
    secure,
    // A password is never sent in clear text, except to this machine.
    ...(user === "" ? {} : { auth: { user, pass }, requireTLS: !secure && !isLoopback(host) })
  }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.")

/**
 * Mailer over SMTP. Every message uses a connection of its own, which ends when the attempt does. The server's
 * certificate is verified. A refusal of the recipient or of the content (5xx) is permanent; any other failure is not,
 * such as a refusal of the sender or of the credentials, which an operator can correct.
 */
export const smtpMailer = ({ url }: SmtpMailerOptions): Layer.Layer<Mailer> => {
  const server = smtpServer(Redacted.isRedacted(url) ? Redacted.value(url) : url)
  if (server === undefined) {
    throw new ConfigurationError(["url: expected smtp://user:password@host:port or smtps://user:password@host:port"])
  }
  return Layer.succeed(Mailer, {
    sends: true,
    send: (message) =>
      Effect.gen(function*() {
        const { createTransport } = yield* loadNodemailer
        const content = nodemailerMessage(message, yield* DateTime.now)
        const transport = createTransport({ ...server, ...limits })
        yield* Effect.tryPromise({ try: (signal) => transport.sendMail({ ...content, signal }), catch: failureOf })
      })
  })
}

/** Commands whose refusal concerns this message, rather than the sender's account. */
const aboutMessage: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"])

const failureOf = (error: unknown): MailSendFailed => {
  const responseCode = Predicate.hasProperty(error, "responseCode") ? Number(error.responseCode) : 0
  const command = Predicate.hasProperty(error, "command") ? error.command : undefined
  return new MailSendFailed({
    permanent: responseCode >= 500 && responseCode <= 599 && aboutMessage.has(command),
    message: error instanceof Error ? error.message : String(error)
  })
}
