import { Context, Data, Effect, Layer, Predicate } from "effect"
import { callHost } from "../telemetry/index.ts"
import type { MailMessage } from "./MailMessage.ts"

/** The message was not accepted. The text is for operators and contains no secrets. */
export class MailSendFailed extends Data.TaggedError("MailSendFailed")<{
  readonly message: string
  /** True if another attempt cannot succeed, for example because the recipient does not exist. */
  readonly permanent: boolean
}> {}

/**
 * Port: passes one message to a mail server. Success means that the server has accepted it. A message may be passed
 * again with the same `message_id`, after a crash or a lost response. An attempt is interrupted after 60 seconds.
 */
export class Mailer extends Context.Service<Mailer, {
  /** True if this process sends mails. */
  readonly sends: boolean
  readonly send: (message: MailMessage) => Effect.Effect<void, MailSendFailed>
}>()("@namewright/core/mail/Mailer") {
  /** Mailer of processes that send no mails. Mails stay stored until another process sends them. */
  static readonly layerNone = Layer.succeed(Mailer, {
    sends: false,
    send: () => Effect.fail(new MailSendFailed({ permanent: false, message: "This process sends no mails" }))
  })
}

/** A mailer made of a function that returns a promise. */
export interface MailerDriver {
  /**
   * Resolves when the message was accepted. A rejection is retried; reject with a `MailSendFailed` that is `permanent`
   * if another attempt cannot succeed. The signal is aborted after 60 seconds.
   */
  readonly send: (message: MailMessage, call: { readonly signal: AbortSignal }) => Promise<void> | void
}

const isSendFailed = (error: unknown): error is MailSendFailed => Predicate.isTagged(error, "MailSendFailed")

/** The mailer of a driver. */
export const layerMailerDriver = (driver: MailerDriver): Layer.Layer<Mailer> =>
  Layer.succeed(Mailer, {
    sends: true,
    send: (message) =>
      Effect.mapError(callHost((signal) => driver.send(message, { signal })), (error) =>
        isSendFailed(error)
          ? error
          : new MailSendFailed({ permanent: false, message: error instanceof Error ? error.message : String(error) }))
  })
