import { Schema } from "effect"
import { CodedError, limits } from "../shared/index.ts"

const ofContact = { contact_id: Schema.optionalKey(Schema.String) }

/** The contact has no verification, or no verification has the token. */
export class ContactVerificationNotFound
  extends CodedError<ContactVerificationNotFound>()("ContactVerificationNotFound", {
    code: "ERROR_CONTACT_VERIFICATION_NOT_FOUND",
    fields: ofContact,
    message: ({ contact_id }) =>
      contact_id === undefined ? "No verification has this token" : `Contact ${contact_id} has no open verification`
  })
{}

/** The token is wrong, expired or already used. */
export class VerificationTokenInvalid extends CodedError<VerificationTokenInvalid>()("VerificationTokenInvalid", {
  code: "ERROR_INVALID_VERIFICATION_TOKEN",
  fields: { contact_id: Schema.String },
  message: ({ contact_id }) => `The token does not verify contact ${contact_id}: it is wrong, expired or already used`
}) {}

/** There is no such type of verification. */
export class VerificationTypeInvalid extends CodedError<VerificationTypeInvalid>()("VerificationTypeInvalid", {
  code: "ERROR_CONTACT_VERIFICATION_INVALID_TYPE",
  message: "The type of a verification is email or api"
}) {}

/** A verification by mail is completed by the holder of the address, not by the organization. */
export class VerificationTypeNotAllowed extends CodedError<VerificationTypeNotAllowed>()("VerificationTypeNotAllowed", {
  code: "ERROR_CONTACT_VERIFICATION_MISSING_PERMISSIONS",
  fields: ofContact,
  message: "Only the holder of the address completes a verification of the type email, with the link of the mail"
}) {}

/** The address got the most mails of a day. `retry_after` is in seconds. */
export class VerificationMailsLimited extends CodedError<VerificationMailsLimited>()("VerificationMailsLimited", {
  code: "ERROR_RATE_LIMITED",
  fields: { retry_after: Schema.Int },
  message: `An address gets at most ${limits.contactVerification.mailsPerDay} verification mails in 24 hours`
}) {}
