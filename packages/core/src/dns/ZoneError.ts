import { DateTime, Schema } from "effect"
import { CodedError, InputIssue, Instant } from "../shared/index.ts"
import { OwnershipChallenge } from "./ownership/Ownership.ts"
import { ProtectedReason } from "./Rrset.ts"

export class ZoneNotFound extends CodedError<ZoneNotFound>()("ZoneNotFound", {
  code: "ERROR_ZONE_NOT_FOUND",
  fields: { zone_name: Schema.String },
  message: ({ zone_name }) => `No zone ${zone_name}`
}) {}

export class ZoneAlreadyExists extends CodedError<ZoneAlreadyExists>()("ZoneAlreadyExists", {
  code: "ERROR_ZONE_ALREADY_EXISTS",
  fields: { zone_name: Schema.String },
  message: ({ zone_name }) => `Zone ${zone_name} already exists`
}) {}

/** Another organization holds the domain at or above the name, and has not consented to the zone. */
export class ZoneNameHeld extends CodedError<ZoneNameHeld>()("ZoneNameHeld", {
  code: "ERROR_ZONE_NAME_HELD",
  fields: {
    zone_name: Schema.String,
    /** Record by which the zone above consents to a zone of the caller. */
    challenge: OwnershipChallenge
  },
  message: ({ zone_name }) => `Another organization holds the domain of ${zone_name}`
}) {}

/** Another organization's right to the name took precedence; the zone can be read, exported and deleted. */
export class ZoneDisplaced extends CodedError<ZoneDisplaced>()("ZoneDisplaced", {
  code: "ERROR_ZONE_DISPLACED",
  fields: { zone_name: Schema.String, displaced_on: Instant.Instant },
  message: ({ displaced_on, zone_name }) => {
    const day = DateTime.formatIsoDateUtc(displaced_on)
    return `Zone ${zone_name} was displaced on ${day}: another organization has the right to its name. ` +
      "It can be read, exported and deleted"
  }
}) {}

/** Another claim of the zone is being checked; `retry_after` is in seconds. */
export class ZoneCheckInProgress extends CodedError<ZoneCheckInProgress>()("ZoneCheckInProgress", {
  code: "ERROR_REQUEST_IN_PROGRESS",
  fields: { zone_name: Schema.String, retry_after: Schema.Int },
  message: ({ retry_after, zone_name }) =>
    `The ownership of zone ${zone_name} is being checked; try again in ${retry_after} s`
}) {}

export class RrsetProtected extends CodedError<RrsetProtected>()("RrsetProtected", {
  code: "ERROR_DNS_RRSET_PROTECTED",
  fields: {
    zone_name: Schema.String,
    /** Name as in the request. */
    rrset_name: Schema.String,
    rrset_type: Schema.String,
    protected_reason: ProtectedReason
  },
  message: ({ rrset_name, rrset_type }) => `${rrset_name} ${rrset_type} is managed by the platform`
}) {}

/** A write that the zone's rules refuse, with every problem. `loc` begins with the pointer in the request. */
export class ZoneValidationFailed extends CodedError<ZoneValidationFailed>()("ZoneValidationFailed", {
  code: "ERROR_ZONE_VALIDATION_FAILED",
  fields: { zone_name: Schema.String, errors: Schema.NonEmptyArray(InputIssue) },
  message: "Zone validation failed"
}) {}

/** The zone does not have the serial that the write expects. */
export class ZoneChanged extends CodedError<ZoneChanged>()("ZoneChanged", {
  code: "ERROR_PRECONDITION_FAILED",
  fields: { zone_name: Schema.String, serial: Schema.Int },
  message: ({ serial, zone_name }) => `Zone ${zone_name} is at serial ${serial}`
}) {}

export class ZoneVersionNotFound extends CodedError<ZoneVersionNotFound>()("ZoneVersionNotFound", {
  code: "ERROR_ZONE_VERSION_NOT_FOUND",
  fields: { zone_name: Schema.String, serial: Schema.Int },
  message: ({ serial, zone_name }) => `Zone ${zone_name} has no version ${serial}`
}) {}

/** The zone contains records that other parts of the platform need. */
export class ZoneInUse extends CodedError<ZoneInUse>()("ZoneInUse", {
  code: "ERROR_ZONE_IN_USE",
  fields: { zone_name: Schema.String },
  message: ({ zone_name }) => `Zone ${zone_name} contains the names of a vanity nameserver set, or white-label hosts`
}) {}

/** Signing was disabled while it was in progress. */
export class DnssecEnableSuperseded extends CodedError<DnssecEnableSuperseded>()("DnssecEnableSuperseded", {
  code: "ERROR_DOMAIN_DNSSEC_ENABLE_SUPERSEDED",
  fields: { zone_name: Schema.String },
  message: ({ zone_name }) => `DNSSEC of zone ${zone_name} was disabled meanwhile`
}) {}
