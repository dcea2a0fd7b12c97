import { Schema } from "effect"
import { DomainStatus } from "../../registry/index.ts"
import { CodedError } from "../../shared/index.ts"

/** The TLD does not support DNSSEC. */
export class DnssecNotSupported extends CodedError<DnssecNotSupported>()("DnssecNotSupported", {
  code: "ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED",
  fields: { domain_name: Schema.String },
  message: ({ domain_name }) => `The TLD of ${domain_name} has no DNSSEC`
}) {}

/** The registry accepts none of the digest types of the platform. */
export class DnssecDigestPolicy extends CodedError<DnssecDigestPolicy>()("DnssecDigestPolicy", {
  code: "ERROR_DOMAIN_DNSSEC_DIGEST_POLICY",
  fields: { domain_name: Schema.String, tld: Schema.String },
  message: ({ domain_name, tld }) => `The registry of .${tld} takes no digest that the zone of ${domain_name} has`
}) {}

/** The zone is signed without a key for its parent. */
export class DnssecRecordsUnavailable extends CodedError<DnssecRecordsUnavailable>()("DnssecRecordsUnavailable", {
  code: "ERROR_DOMAIN_DNSSEC_ZONE_RECORDS_UNAVAILABLE",
  fields: { zone_name: Schema.String },
  message: ({ zone_name }) => `Zone ${zone_name} has no DS records that could be published`
}) {}

const explanations = {
  no_nameserver: "No nameserver of this installation serves zones",
  not_served: "The zone is not served",
  zone_missing: "The zone is not hosted here",
  other_nameservers: "The domain is not delegated to the nameservers of its zone",
  not_signed: "The zone is not signed",
  parent_elsewhere: "The DS records of the zone are not managed here and cannot be replaced"
} as const

/** A requirement of DNSSEC is missing. */
export class DnssecNotPossible extends CodedError<DnssecNotPossible>()("DnssecNotPossible", {
  code: "ERROR_DNS",
  fields: {
    zone_name: Schema.String,
    reason: Schema.Literals([
      "no_nameserver",
      "not_served",
      "zone_missing",
      "other_nameservers",
      "not_signed",
      "parent_elsewhere"
    ])
  },
  message: ({ reason }) => explanations[reason]
}) {}

/** A status of the domain forbids changes at its registry, those of DS records as well. */
export class DelegationLocked extends CodedError<DelegationLocked>()("DelegationLocked", {
  code: "ERROR_DOMAIN_STATUS_PROHIBITED",
  fields: { domain_name: Schema.String, prohibiting_statuses: Schema.Array(DomainStatus) },
  message: ({ domain_name, prohibiting_statuses }) =>
    `${domain_name} does not allow this while it is ${prohibiting_statuses.join(", ")}`
}) {}
