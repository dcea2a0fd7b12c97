import { Schema } from "effect"
import { ClaimsAcceptance } from "../../registry/index.ts"
import { DomainId, DomainName, Period } from "../../shared/index.ts"
import { DomainContact, Nameserver } from "../Domain.ts"
import { Fee } from "../Fee.ts"

/** Data of a registration that are sent to the registry. */
export const RegistrationPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  tld: Schema.String,
  period: Period.Period,
  /** With the attributes of their sets at the time of the order, so that a repeated command is the same. */
  contacts: Schema.Array(DomainContact),
  nameservers: Schema.Array(Nameserver),
  auth_code: Schema.NullOr(Schema.String),
  /** Attributes for the registry. */
  attributes: Schema.Record(Schema.String, Schema.String),
  /** Accepted price of a premium name. */
  fee: Schema.NullOr(Fee),
  /** True if a zone is created once the domain is registered. */
  create_zone: Schema.optionalKey(Schema.Boolean),
  /** Language tag of an international name. */
  idn_language: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Token that permits the registration. */
  allocation_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Accepted trademark notice of a name in the claims phase. */
  claims_acceptance: Schema.optionalKey(ClaimsAcceptance),
  /** True if the holder has signed a declaration, which ends with the registration. */
  declared: Schema.optionalKey(Schema.Boolean)
})
export type RegistrationPayload = typeof RegistrationPayload.Type
