import { Redacted, Schema } from "effect"
import { ExternalRegistrar } from "../domains/index.ts"
import { Instant, limits, OrganizationId, Text, TypeId } from "../shared/index.ts"

const { NullOr } = Schema

export const RegistrarCredentialId = TypeId.schema("registrar_credential").pipe(Schema.brand("RegistrarCredentialId"))
export type RegistrarCredentialId = typeof RegistrarCredentialId.Type
export const newRegistrarCredentialId = TypeId.generator(
  "registrar_credential",
  (text) => RegistrarCredentialId.make(text)
)

/** Status of the latest synchronisation. A `pending` one waits for a worker. */
export const SyncStatus = Schema.Literals(["pending", "running", "succeeded", "failed"])
  .annotate({ identifier: "RegistrarSyncStatus" })
export type SyncStatus = typeof SyncStatus.Type

/** Failure of a synchronisation. The first two are not repeated until the credential has new secrets. */
export const SyncErrorCode = Schema.Literals([
  "ERROR_CREDENTIAL_AUTH",
  "ERROR_CREDENTIAL_ACCESS",
  "ERROR_REGISTRAR_UNAVAILABLE"
]).annotate({ identifier: "RegistrarSyncErrorCode" })
export type SyncErrorCode = typeof SyncErrorCode.Type

/** Login at an external registrar. Its secrets are never returned. Source: REST specification, "Domain". */
export const RegistrarCredential = Schema.Struct({
  registrar_credential_id: RegistrarCredentialId,
  organization_id: OrganizationId,
  name: Schema.String,
  registrar: ExternalRegistrar,
  sync_status: SyncStatus,
  /** End of the latest successful synchronisation. */
  last_synced_on: NullOr(Instant.Instant),
  /** Domains that the latest successful synchronisation found and shows here. */
  domain_count: Schema.Int,
  /**
   * Names that it found and does not show: held on this platform, shown for another credential, or not valid.
   */
  skipped_count: Schema.Int,
  /** Failure of the latest attempt; null after a success. */
  error_code: NullOr(SyncErrorCode),
  error_message: NullOr(Schema.String),
  /** Text of the registrar; null if there was none. */
  error_detail: NullOr(Schema.String),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "RegistrarCredential" })
export type RegistrarCredential = typeof RegistrarCredential.Type

const { entries, name, value } = limits.registrarSecrets

/** Secrets by field, such as `{ "api_key": "…" }`. The driver of the registrar names the fields. */
const Secrets = Schema.Record(
  Schema.String.check(Schema.isMaxLength(name), Schema.isPattern(/^[a-z][a-z0-9_]*$/)),
  Schema.RedactedFromValue(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(value)), {
    label: "registrar_secret"
  })
).check(Schema.isMinProperties(1), Schema.isMaxProperties(entries))

/** Request to connect an account at a registrar. */
export const ConnectRegistrar = Schema.Struct({
  name: Text.line(limits.registrarCredentialName),
  registrar: ExternalRegistrar,
  credentials: Secrets
}).annotate({ identifier: "ConnectRegistrar" })
export type ConnectRegistrar = typeof ConnectRegistrar.Type

/** Request to replace all secrets of a credential. Name and registrar never change. */
export const RotateRegistrarCredential = Schema.Struct({ credentials: Secrets })
  .annotate({ identifier: "RotateRegistrarCredential" })
export type RotateRegistrarCredential = typeof RotateRegistrarCredential.Type

/** Filter of the list. */
export interface RegistrarCredentialFilter {
  readonly registrar?: ReadonlyArray<ExternalRegistrar> | undefined
}

/** Secrets as one text that is sealed as a whole. */
export const secretText = (credentials: ConnectRegistrar["credentials"]): Redacted.Redacted =>
  Redacted.make(JSON.stringify(
    Object.fromEntries(Object.entries(credentials).map(([field, secret]) => [field, Redacted.value(secret)]))
  ))

const readSecrets = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** The secrets in a text of `secretText`. */
export const secretsIn = (text: Redacted.Redacted): Redacted.Redacted<Readonly<Record<string, string>>> =>
  Redacted.make(readSecrets(Redacted.value(text)), { label: "registrar_secrets" })
