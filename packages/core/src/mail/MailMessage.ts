import type { MailSender } from "./MailAddress.ts"

/** Rendered text of a mail. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Key for a DKIM signature (RFC 6376). */
export interface MailDkim {
  /** Domain of the signature, which is that of the sender. */
  readonly domain: string
  readonly selector: string
  /** PKCS #8 in PEM. */
  readonly private_key: string
}

/** A message as a mailer sends it, to one recipient. */
export interface MailMessage extends MailContent {
  readonly from: MailSender
  /** Address of the recipient, which may contain an internationalized domain. */
  readonly to: string
  /** Header `Message-ID` with its brackets; the same in every attempt, so that receivers can drop a second copy. */
  readonly message_id: string
  /** Present if the mailer has to sign the message. */
  readonly dkim?: MailDkim
}
