import { Schema } from "effect"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"
import { CertificateErrorCode } from "./CertificateErrorCode.ts"
import { CertificateName } from "./CertificateName.ts"

export const CertificateId = TypeId.schema("certificate").pipe(Schema.brand("CertificateId"))
export type CertificateId = typeof CertificateId.Type
export const newCertificateId = TypeId.generator("certificate", (text) => CertificateId.make(text))

/**
 * Step of the order of a certificate: `none` without one, `intended` before its URL is known, `placed` from then until its
 * outcome is stored.
 */
export const OrderStep = Schema.Literals(["none", "intended", "placed"])
export type OrderStep = typeof OrderStep.Type

/**
 * Certificate for a set of names, as it is stored: the issued one, and the order of the next one. There is one for each set.
 */
export const Certificate = Schema.Struct({
  certificate_id: CertificateId,
  /** Null for certificates of the platform itself. */
  organization_id: Schema.NullOr(OrganizationId),
  /** In ascending order. */
  names: Schema.Array(CertificateName),
  /** Authority of the issued certificate. */
  authority: Schema.NullOr(Schema.String),
  /** Certificate and intermediate ones in PEM, without the root; null until one is issued. */
  chain: Schema.NullOr(Schema.String),
  /** Private key of the issued certificate, PKCS #8 in PEM, sealed. */
  sealed_key: Schema.NullOr(Schema.String),
  /** Identifier for renewal information (RFC 9773, section 4.1). */
  renewal_id: Schema.NullOr(Schema.String),
  issued_on: Schema.NullOr(Instant.Instant),
  expires_on: Schema.NullOr(Instant.Instant),
  /** Time of the next order; null until one is issued, and until a time was chosen from its renewal information. */
  renew_on: Schema.NullOr(Instant.Instant),
  order_step: OrderStep,
  order_authority: Schema.NullOr(Schema.String),
  order_url: Schema.NullOr(Schema.String),
  /** Private key of the ordered certificate, PKCS #8 in PEM, sealed. */
  order_sealed_key: Schema.NullOr(Schema.String),
  /** Failed attempts since a certificate was issued. */
  failures: Schema.Int,
  /** Failed checks since the last order. */
  check_failures: Schema.Int,
  error_code: Schema.NullOr(CertificateErrorCode),
  error_message: Schema.NullOr(Schema.String),
  /** Time of the next job: an attempt, or a look at the renewal information. */
  due_on: Instant.Instant,
  /** Time at which it was reported as overdue. */
  warned_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
})
export type Certificate = typeof Certificate.Type

/** Names of a certificate in their stored order, without repetitions. */
export const certificateNames = (names: ReadonlyArray<CertificateName>): ReadonlyArray<CertificateName> =>
  [...new Set(names)].toSorted()

/** Text by which a set of names is unique. */
export const namesKey = (names: ReadonlyArray<CertificateName>): string => names.join(" ")

/** A certificate that has not been ordered yet. */
export const newCertificate = (
  { certificate_id, names, now, organization_id }: Pick<Certificate, "certificate_id" | "names" | "organization_id"> & {
    readonly now: Instant.Instant
  }
): Certificate => ({
  certificate_id,
  organization_id,
  names,
  authority: null,
  chain: null,
  sealed_key: null,
  renewal_id: null,
  issued_on: null,
  expires_on: null,
  renew_on: null,
  order_step: "none",
  order_authority: null,
  order_url: null,
  order_sealed_key: null,
  failures: 0,
  check_failures: 0,
  error_code: null,
  error_message: null,
  due_on: now,
  warned_on: null,
  created_on: now,
  updated_on: now
})
