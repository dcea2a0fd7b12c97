import { Schema } from "effect"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"
import { MailLocale } from "./MailLocale.ts"

export const MailId = TypeId.schema("mail").pipe(Schema.brand("MailId"))
export type MailId = typeof MailId.Type
export const newMailId = TypeId.generator("mail", (text) => MailId.make(text))

/**
 * `pending`: not accepted by a mail server yet. `failed`: refused for good, or on every attempt; it is not sent again.
 */
export const MailStatus = Schema.Literals(["pending", "sent", "failed"])
export type MailStatus = typeof MailStatus.Type

/** A stored mail. */
export const Mail = Schema.Struct({
  mail_id: MailId,
  /** Key of what the mail is sent for, such as `contact_verification/<id>`. No two mails have the same. */
  cause: Schema.String,
  /** Organization on whose behalf it is sent; null for the installation. */
  organization_id: Schema.NullOr(OrganizationId),
  /** Name of its template. */
  template: Schema.String,
  locale: MailLocale,
  sender_name: Schema.String,
  sender_address: Schema.String,
  recipient: Schema.String,
  message_id: Schema.String,
  status: MailStatus,
  attempts: Schema.Int,
  /** Failure of the last attempt. */
  error_message: Schema.NullOr(Schema.String),
  created_on: Instant.Instant,
  sent_on: Schema.NullOr(Instant.Instant)
})
export type Mail = typeof Mail.Type

/** A mail with its content: a sealed JSON object of subject, text and HTML, since mails contain tokens. */
export interface StoredMail extends Mail {
  readonly content: string
}
