import { Schema } from "effect"
import { DomainStatus } from "../registry/index.ts"
import { CodedError } from "../shared/index.ts"

export class DomainNotFound extends CodedError<DomainNotFound>()("DomainNotFound", {
  code: "ERROR_DOMAIN_NOT_FOUND",
  fields: { domain_name: Schema.String },
  message: ({ domain_name }) => `No domain ${domain_name}`
}) {}

/** The name is in an account of this platform. `domain_id` is set if the caller owns it, to recognise a repeat. */
export class DomainExists extends CodedError<DomainExists>()("DomainExists", {
  code: "ERROR_DOMAIN_EXISTS",
  fields: { domain_name: Schema.String, domain_id: Schema.optionalKey(Schema.String) },
  message: ({ domain_name }) => `${domain_name} is in an account of this platform already`
}) {}

export class DomainUnavailable extends CodedError<DomainUnavailable>()("DomainUnavailable", {
  code: "ERROR_DOMAIN_UNAVAILABLE",
  fields: { domain_name: Schema.String, reason: Schema.NullOr(Schema.String) },
  message: ({ domain_name, reason }) =>
    reason === null
      ? `${domain_name} cannot be registered`
      : `${domain_name} cannot be registered: ${reason}`
}) {}

export class TldNotAvailable extends CodedError<TldNotAvailable>()("TldNotAvailable", {
  code: "ERROR_TLD_NOT_AVAILABLE",
  fields: { tld: Schema.String },
  message: ({ tld }) => `Names under .${tld} are not offered here`
}) {}

/** The domain does not have the entity tag that the write expects. */
export class DomainChanged extends CodedError<DomainChanged>()("DomainChanged", {
  code: "ERROR_PRECONDITION_FAILED",
  fields: { domain_name: Schema.String, entity_tag: Schema.String },
  message: ({ domain_name }) => `${domain_name} has changed since it was read`
}) {}

/** The domain is at an external registrar and can only be read here. */
export class DomainReadOnly extends CodedError<DomainReadOnly>()("DomainReadOnly", {
  code: "ERROR_DOMAIN_READ_ONLY",
  fields: { domain_name: Schema.String },
  message: ({ domain_name }) => `${domain_name} is read-only`
}) {}

/** A status of the domain forbids an update, renewal or restore. */
export class DomainStatusProhibited extends CodedError<DomainStatusProhibited>()("DomainStatusProhibited", {
  code: "ERROR_DOMAIN_STATUS_PROHIBITED",
  fields: { domain_name: Schema.String, prohibiting_statuses: Schema.Array(DomainStatus) },
  message: ({ domain_name, prohibiting_statuses }) =>
    `${domain_name} does not allow this while it is ${prohibiting_statuses.join(", ")}`
}) {}

/** A status of the domain forbids its deletion. */
export class DomainDeleteProhibited extends CodedError<DomainDeleteProhibited>()("DomainDeleteProhibited", {
  code: "ERROR_DOMAIN_DELETE_PROHIBITED",
  fields: { domain_name: Schema.String, prohibiting_statuses: Schema.Array(DomainStatus) },
  message: ({ domain_name, prohibiting_statuses }) =>
    `${domain_name} cannot be deleted while it is ${prohibiting_statuses.join(", ")}`
}) {}

/** The expiry date in the request differs from the domain's. */
export class DomainExpiryMismatch extends CodedError<DomainExpiryMismatch>()("DomainExpiryMismatch", {
  code: "ERROR_DOMAIN_EXPIRY_MISMATCH",
  fields: { domain_name: Schema.String, current_expiry_date: Schema.NullOr(Schema.String) },
  message: ({ current_expiry_date, domain_name }) =>
    `${domain_name} expires on ${current_expiry_date ?? "no known date"}`
}) {}

/** The price of a premium name differs from the expected price, or the request has none. */
export class PremiumPriceMismatch extends CodedError<PremiumPriceMismatch>()("PremiumPriceMismatch", {
  code: "ERROR_PREMIUM_PRICE_MISMATCH",
  fields: { domain_name: Schema.String, expected_price: Schema.NullOr(Schema.String), actual_price: Schema.String },
  message: ({ actual_price, domain_name }) =>
    `${domain_name} is a premium name and costs ${actual_price}; name this price to agree to it`
}) {}

export class PremiumPriceNotApplicable extends CodedError<PremiumPriceNotApplicable>()("PremiumPriceNotApplicable", {
  code: "ERROR_PREMIUM_PRICE_NOT_APPLICABLE",
  fields: { domain_name: Schema.String, expected_price: Schema.String },
  message: ({ domain_name }) => `${domain_name} is not a premium name; leave the expected price out`
}) {}
