import { Schema } from "effect"
import { DomainStatus } from "../../registry/index.ts"

/** The TLD takes no DNSSEC data. */
export class DnssecNotSupported extends Schema.TaggedError<DnssecNotSupported>()("DnssecNotSupported", {
  domain_name: Schema.String
}) {
  get code() {
    return "ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED" as const
  }
  override get message() {
    return `The TLD of ${this.domain_name} has no DNSSEC`
  }
}

/** The registry takes none of the digests that zones here have. */
export class DnssecDigestPolicy extends Schema.TaggedError<DnssecDigestPolicy>()("DnssecDigestPolicy", {
  domain_name: Schema.String,
  tld: Schema.String
}) {
  get code() {
    return "ERROR_DOMAIN_DNSSEC_DIGEST_POLICY" as const
  }
  override get message() {
    return `The registry of .${this.tld} takes no digest that the zone of ${this.domain_name} has`
  }
}

/** The zone is signed, and has no key that its parent could be told of. */
export class DnssecRecordsUnavailable
  extends Schema.TaggedError<DnssecRecordsUnavailable>()("DnssecRecordsUnavailable", { zone_name: Schema.String })
{
  get code() {
    return "ERROR_DOMAIN_DNSSEC_ZONE_RECORDS_UNAVAILABLE" as const
  }
  override get message() {
    return `Zone ${this.zone_name} has no DS records that could be published`
  }
}

const explanations = {
  no_nameserver: "No nameserver of this installation serves zones",
  not_served: "The zone is not served",
  zone_missing: "The zone is not hosted here",
  other_nameservers: "The domain is not delegated to the nameservers of its zone",
  not_signed: "The zone is not signed",
  parent_elsewhere: "The DS records of the zone are not kept here, so nobody would exchange them"
} as const

/** What DNSSEC needs is not there. */
export class DnssecNotPossible extends Schema.TaggedError<DnssecNotPossible>()("DnssecNotPossible", {
  zone_name: Schema.String,
  reason: Schema.Literals([
    "no_nameserver",
    "not_served",
    "zone_missing",
    "other_nameservers",
    "not_signed",
    "parent_elsewhere"
  ])
}) {
  get code() {
    return "ERROR_DNS" as const
  }
  override get message() {
    return explanations[this.reason]
  }
}

/** A status of the domain forbids changes at its registry, those of DS records as well. */
export class DelegationLocked extends Schema.TaggedError<DelegationLocked>()("DelegationLocked", {
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
