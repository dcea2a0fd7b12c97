import { Schema } from "effect"
import { DomainStatus } from "../registry/index.ts"

export class DomainNotFound extends Schema.TaggedError<DomainNotFound>()("DomainNotFound", {
  domain_name: Schema.String
}) {
  get code() {
    return "ERROR_DOMAIN_NOT_FOUND" as const
  }
  override get message() {
    return `No domain ${this.domain_name}`
  }
}

/** The name is in an account here. `domain_id` is set when it is the caller's own, so that a repeat can be recognised. */
export class DomainExists extends Schema.TaggedError<DomainExists>()("DomainExists", {
  domain_name: Schema.String,
  domain_id: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "ERROR_DOMAIN_EXISTS" as const
  }
  override get message() {
    return `${this.domain_name} is in an account of this platform already`
  }
}

export class DomainUnavailable extends Schema.TaggedError<DomainUnavailable>()("DomainUnavailable", {
  domain_name: Schema.String,
  reason: Schema.NullOr(Schema.String)
}) {
  get code() {
    return "ERROR_DOMAIN_UNAVAILABLE" as const
  }
  override get message() {
    return this.reason === null
      ? `${this.domain_name} cannot be registered`
      : `${this.domain_name} cannot be registered: ${this.reason}`
  }
}

export class TldNotAvailable extends Schema.TaggedError<TldNotAvailable>()("TldNotAvailable", { tld: Schema.String }) {
  get code() {
    return "ERROR_TLD_NOT_AVAILABLE" as const
  }
  override get message() {
    return `Names under .${this.tld} are not offered here`
  }
}

/** The domain is kept elsewhere and can only be read here. */
export class DomainReadOnly extends Schema.TaggedError<DomainReadOnly>()("DomainReadOnly", {
  domain_name: Schema.String
}) {
  get code() {
    return "ERROR_DOMAIN_READ_ONLY" as const
  }
  override get message() {
    return `${this.domain_name} is read-only`
  }
}

/** A status of the domain forbids an update, renewal or restore. */
export class DomainStatusProhibited extends Schema.TaggedError<DomainStatusProhibited>()("DomainStatusProhibited", {
  domain_name: Schema.String,
  prohibiting_statuses: Schema.Array(DomainStatus)
}) {
  get code() {
    return "ERROR_DOMAIN_STATUS_PROHIBITED" as const
  }
  override get message() {
    return `${this.domain_name} does not allow this while it is ${this.prohibiting_statuses.join(", ")}`
  }
}

/** A status of the domain forbids its deletion. */
export class DomainDeleteProhibited extends Schema.TaggedError<DomainDeleteProhibited>()("DomainDeleteProhibited", {
  domain_name: Schema.String,
  prohibiting_statuses: Schema.Array(DomainStatus)
}) {
  get code() {
    return "ERROR_DOMAIN_DELETE_PROHIBITED" as const
  }
  override get message() {
    return `${this.domain_name} cannot be deleted while it is ${this.prohibiting_statuses.join(", ")}`
  }
}

/** The expiry date that the caller named is not the domain's. */
export class DomainExpiryMismatch extends Schema.TaggedError<DomainExpiryMismatch>()("DomainExpiryMismatch", {
  domain_name: Schema.String,
  current_expiry_date: Schema.NullOr(Schema.String)
}) {
  get code() {
    return "ERROR_DOMAIN_EXPIRY_MISMATCH" as const
  }
  override get message() {
    return `${this.domain_name} expires on ${this.current_expiry_date ?? "no known date"}`
  }
}

/** A premium name costs another price than the one that the caller agreed to, or the caller named none. */
export class PremiumPriceMismatch extends Schema.TaggedError<PremiumPriceMismatch>()("PremiumPriceMismatch", {
  domain_name: Schema.String,
  expected_price: Schema.NullOr(Schema.String),
  actual_price: Schema.String
}) {
  get code() {
    return "ERROR_PREMIUM_PRICE_MISMATCH" as const
  }
  override get message() {
    return `${this.domain_name} is a premium name and costs ${this.actual_price}; name this price to agree to it`
  }
}

export class PremiumPriceNotApplicable
  extends Schema.TaggedError<PremiumPriceNotApplicable>()("PremiumPriceNotApplicable", {
    domain_name: Schema.String,
    expected_price: Schema.String
  })
{
  get code() {
    return "ERROR_PREMIUM_PRICE_NOT_APPLICABLE" as const
  }
  override get message() {
    return `${this.domain_name} is not a premium name; leave the expected price out`
  }
}
