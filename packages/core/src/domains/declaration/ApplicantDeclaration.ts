import { Schema } from "effect"
import { BillingTransactionId } from "../../billing/index.ts"
import { MailLocale } from "../../mail/index.ts"
import { DomainId, DomainName, Instant, limits, OrganizationId, Text, TypeId } from "../../shared/index.ts"
import { RegistrationPayload } from "../registry/RegistrationPayload.ts"

const { NullOr } = Schema

export const DeclarationId = TypeId.schema("declaration").pipe(Schema.brand("DeclarationId"))
export type DeclarationId = typeof DeclarationId.Type
export const newDeclarationId = TypeId.generator("declaration", (text) => DeclarationId.make(text))

/**
 * `pending`: not signed. `confirmed`: signed, and the registration is ordered. `completed`: registered. `failed`: refused
 * by the registry. `expired`: not signed in time; the registration is canceled.
 */
export const DeclarationStatus = Schema.Literals(["pending", "confirmed", "completed", "expired", "failed"]).annotate({
  identifier: "DeclarationStatus"
})
export type DeclarationStatus = typeof DeclarationStatus.Type

/** Signature of a declaration. */
export const DeclarationSignature = Schema.Struct({
  name: Schema.String,
  /** Date on which the applicant signed. */
  date: Instant.Instant,
  /** `holder`: on the page of the mail. `organization`: handed in by the organization, which has the signed declaration. */
  by: Schema.Literals(["holder", "organization"]),
  address: NullOr(Schema.String),
  user_agent: NullOr(Schema.String)
})
export type DeclarationSignature = typeof DeclarationSignature.Type

/** Declaration of the holder of a new domain, which a registry requires before the registration. */
export const ApplicantDeclaration = Schema.Struct({
  declaration_id: DeclarationId,
  organization_id: OrganizationId,
  domain_id: DomainId,
  domain_name: DomainName,
  status: DeclarationStatus,
  /** Name of the holder: the organization, otherwise the person. */
  subscriber_name: Schema.String,
  /** True if the holder is a natural person, who signs with the own name. */
  is_person: Schema.Boolean,
  identity_type: NullOr(Schema.String),
  identity_value: NullOr(Schema.String),
  version: Schema.String,
  recipient: Schema.String,
  locale: MailLocale,
  registry: Schema.String,
  /** Registration that is ordered when the declaration is signed. */
  registration: RegistrationPayload,
  /** Reserved charges of the registration. */
  billing_transaction_ids: Schema.Array(BillingTransactionId),
  signature: NullOr(DeclarationSignature),
  created_on: Instant.Instant,
  updated_on: Instant.Instant,
  expires_on: Instant.Instant,
  /** Next reminder, or the end; null once the declaration is not pending any more. */
  next_action_on: NullOr(Instant.Instant)
})
export type ApplicantDeclaration = typeof ApplicantDeclaration.Type

/** A declaration with its text, as holders and callers see it. Source: REST specification, "Endpoints", Domains. */
export const ShownDeclaration = Schema.Struct({
  domain_name: DomainName,
  subscriber_name: Schema.String,
  identity_type: NullOr(Schema.String),
  identity_value: NullOr(Schema.String),
  declaration_header: Schema.String,
  declaration_introduction: Schema.String,
  declaration_contract_text: Schema.String,
  declaration_version: Schema.String,
  expires_on: Instant.Instant,
  status: DeclarationStatus
}).annotate({ identifier: "ApplicantDeclaration" })
export type ShownDeclaration = typeof ShownDeclaration.Type

const name = Text.line(limits.declarationName)

/** Signature of the holder: the name that is typed below the declaration. */
export const SignDeclaration = Schema.Struct({ accept_name: name }).annotate({ identifier: "SignDeclaration" })
export type SignDeclaration = typeof SignDeclaration.Type

/** Signature that the organization hands in. Without a date, the holder has signed today. */
export const HandInDeclaration = Schema.Struct({
  accept_name: name,
  accept_date: Schema.optionalKey(NullOr(Instant.Instant))
}).annotate({ identifier: "HandInDeclaration" })
export type HandInDeclaration = typeof HandInDeclaration.Type
