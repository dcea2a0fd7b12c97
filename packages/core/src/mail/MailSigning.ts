import { Context, Effect } from "effect"
import type { MailSender } from "./MailAddress.ts"
import type { MailDkim } from "./MailMessage.ts"

/** Sender of a message when it is passed to a mail server. */
export interface OutgoingSender {
  readonly from: MailSender
  /** Key that signs the message; absent if the platform does not sign it. */
  readonly dkim?: MailDkim
}

/**
 * Port for senders whose mails the platform signs, implemented by the branding slice. It is asked with each attempt to send
 * a mail. Default: senders are unchanged, and nothing is signed.
 */
export const MailSigning = Context.Reference<(from: MailSender) => Effect.Effect<OutgoingSender>>(
  "@namewright/core/mail/MailSigning",
  { defaultValue: () => (from) => Effect.succeed({ from }) }
)
