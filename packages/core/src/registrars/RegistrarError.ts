import { Schema } from "effect"
import { CodedError, limits } from "../shared/index.ts"

export class RegistrarCredentialNotFound
  extends CodedError<RegistrarCredentialNotFound>()("RegistrarCredentialNotFound", {
    code: "ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND",
    fields: { registrar_credential_id: Schema.String },
    message: ({ registrar_credential_id }) => `No registrar credential ${registrar_credential_id}`
  })
{}

/** The organization has the maximum number of credentials. */
export class RegistrarCredentialLimit extends CodedError<RegistrarCredentialLimit>()("RegistrarCredentialLimit", {
  code: "ERROR_REGISTRAR_CREDENTIAL_LIMIT",
  message: `An organization has at most ${limits.registrarCredentials} registrar credentials`
}) {}

/** Response of a registrar to credentials. `error_detail` is the text of the registrar, null if there was none. */
const failure = {
  registrar: Schema.String,
  error_message: Schema.String,
  error_detail: Schema.NullOr(Schema.String)
}

/** The registrar does not accept the secrets. Repeat only with other secrets. */
export class CredentialRejected extends CodedError<CredentialRejected>()("CredentialRejected", {
  code: "ERROR_CREDENTIAL_AUTH",
  fields: failure,
  message: ({ error_message }) => error_message
}) {}

/** The registrar knows the secrets and denies the account access, for example to its interface. */
export class CredentialDenied extends CodedError<CredentialDenied>()("CredentialDenied", {
  code: "ERROR_CREDENTIAL_ACCESS",
  fields: failure,
  message: ({ error_message }) => error_message
}) {}

/** The registrar could not be reached, or did not answer properly. */
export class RegistrarUnavailable extends CodedError<RegistrarUnavailable>()("RegistrarUnavailable", {
  code: "ERROR_REGISTRAR_UNAVAILABLE",
  fields: failure,
  message: ({ error_message }) => error_message
}) {}
