import type { ExternalRegistrar } from "../domains/index.ts"
import type { SyncFailure } from "./CredentialSync.ts"
import type { SyncErrorCode } from "./RegistrarCredential.ts"
import { CredentialDenied, CredentialRejected, RegistrarUnavailable } from "./RegistrarError.ts"

interface ErrorOfCode {
  readonly ERROR_CREDENTIAL_AUTH: CredentialRejected
  readonly ERROR_CREDENTIAL_ACCESS: CredentialDenied
  readonly ERROR_REGISTRAR_UNAVAILABLE: RegistrarUnavailable
}

type Fields = Pick<CredentialRejected, "error_detail" | "error_message" | "registrar">

const errors: { readonly [Code in SyncErrorCode]: (fields: Fields) => ErrorOfCode[Code] } = {
  ERROR_CREDENTIAL_AUTH: (fields) => new CredentialRejected(fields),
  ERROR_CREDENTIAL_ACCESS: (fields) => new CredentialDenied(fields),
  ERROR_REGISTRAR_UNAVAILABLE: (fields) => new RegistrarUnavailable(fields)
}

/** The error of the catalogue for a failure of a registrar. */
export const credentialError = <Code extends SyncErrorCode>(
  registrar: ExternalRegistrar,
  { code, detail: error_detail, message: error_message }: SyncFailure<Code>
): ErrorOfCode[Code] => errors[code]({ registrar, error_message, error_detail })
