import type { ExternalRegistrar } from "../domains/index.ts"
import type { SyncFailure } from "./CredentialSync.ts"
import { CredentialDenied, CredentialRejected, RegistrarUnavailable } from "./RegistrarError.ts"

/** The error of the catalogue for a failed call of a registrar. */
export const credentialError = (
  registrar: ExternalRegistrar,
  { code, detail: error_detail, message: error_message }: SyncFailure
): CredentialDenied | CredentialRejected | RegistrarUnavailable => {
  const fields = { registrar, error_message, error_detail }
  switch (code) {
    case "ERROR_CREDENTIAL_AUTH":
      return new CredentialRejected(fields)
    case "ERROR_CREDENTIAL_ACCESS":
      return new CredentialDenied(fields)
    case "ERROR_REGISTRAR_UNAVAILABLE":
      return new RegistrarUnavailable(fields)
  }
}
