import { Layer, Predicate } from "effect"
import { layerMailerDriver, mailbox, Mailer, type MailerDriver } from "../mail/index.ts"
import { problemsOfLayer } from "../shared/index.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"

const isDriver = (value: unknown): value is MailerDriver =>
  Predicate.isObject(value) && Predicate.isFunction(value["send"])

/** Problems of the option `mailer`. */
export const mailerProblems = (option: unknown): ReadonlyArray<string> =>
  Layer.isLayer(option)
    ? problemsOfLayer(option).map((problem) => `.${problem}`)
    : isDriver(option)
    ? []
    : [
      "expected { send: async (message) => {} }, mailbox(), or a layer such as smtpMailer({ url }) of @namewright/http"
    ]

/** The mailer of the option. A sandbox without one sends nothing, and does not let mails wait for a mailer. */
export const mailerLayer = ({ environment, mailer }: PlatformOptions) => {
  if (mailer !== undefined) return isDriver(mailer) ? layerMailerDriver(mailer) : mailer
  return environment === "production" ? Mailer.layerNone : layerMailerDriver(mailbox(0))
}
