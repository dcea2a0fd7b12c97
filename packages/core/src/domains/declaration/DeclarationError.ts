import { Schema } from "effect"
import { CodedError, limits } from "../../shared/index.ts"

const ofDomain = { domain_name: Schema.String }

/** No declaration has the token, or the domain was registered without one. */
export class DeclarationNotFound extends CodedError<DeclarationNotFound>()("DeclarationNotFound", {
  code: "ERROR_NORID_DECLARATION_NOT_FOUND",
  fields: { domain_name: Schema.optionalKey(Schema.String) },
  message: ({ domain_name }) =>
    domain_name === undefined ? "No declaration has this token" : `${domain_name} has no declaration`
}) {}

/** The declaration was not signed in time. */
export class DeclarationExpired extends CodedError<DeclarationExpired>()("DeclarationExpired", {
  code: "ERROR_NORID_DECLARATION_EXPIRED",
  fields: ofDomain,
  message: ({ domain_name }) => `The declaration for ${domain_name} was not signed in time`
}) {}

/** The declaration is signed already. */
export class DeclarationState extends CodedError<DeclarationState>()("DeclarationState", {
  code: "ERROR_NORID_DECLARATION_STATE",
  fields: ofDomain,
  message: ({ domain_name }) => `The declaration for ${domain_name} is not pending`
}) {}

/** The holder is a natural person with another name than the signer. */
export class DeclarationNameMismatch extends CodedError<DeclarationNameMismatch>()("DeclarationNameMismatch", {
  code: "ERROR_NORID_DECLARATION_NAME_MISMATCH",
  fields: ofDomain,
  message: ({ domain_name }) => `The declaration for ${domain_name} must be signed with the name of its holder`
}) {}

/** The holder got the most mails of a day. `retry_after` is in seconds. */
export class DeclarationMailsLimited extends CodedError<DeclarationMailsLimited>()("DeclarationMailsLimited", {
  code: "ERROR_RATE_LIMITED",
  fields: { retry_after: Schema.Int },
  message: `A declaration is mailed at most ${limits.declaration.mailsPerDay} times in 24 hours`
}) {}
