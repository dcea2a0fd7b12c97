import { DateTime, Schema } from "effect"
import { InputIssue, Instant } from "../shared/index.ts"
import { OwnershipChallenge } from "./ownership/Ownership.ts"
import { ProtectedReason } from "./Rrset.ts"

export class ZoneNotFound extends Schema.TaggedError<ZoneNotFound>()("ZoneNotFound", { zone_name: Schema.String }) {
  get code() {
    return "ERROR_ZONE_NOT_FOUND" as const
  }
  override get message() {
    return `No zone ${this.zone_name}`
  }
}

export class ZoneAlreadyExists extends Schema.TaggedError<ZoneAlreadyExists>()("ZoneAlreadyExists", {
  zone_name: Schema.String
}) {
  get code() {
    return "ERROR_ZONE_ALREADY_EXISTS" as const
  }
  override get message() {
    return `Zone ${this.zone_name} already exists`
  }
}

/** Another organization holds the domain that the name is or lies below, and has not consented to the zone. */
export class ZoneNameHeld extends Schema.TaggedError<ZoneNameHeld>()("ZoneNameHeld", {
  zone_name: Schema.String,
  /** Record by which the zone above consents to a zone of the caller. */
  challenge: OwnershipChallenge
}) {
  get code() {
    return "ERROR_ZONE_NAME_HELD" as const
  }
  override get message() {
    return `Another organization holds the domain of ${this.zone_name}`
  }
}

/** Another organization's right to the name took precedence; the zone can be read, exported and deleted. */
export class ZoneDisplaced extends Schema.TaggedError<ZoneDisplaced>()("ZoneDisplaced", {
  zone_name: Schema.String,
  displaced_on: Instant.Instant
}) {
  get code() {
    return "ERROR_ZONE_DISPLACED" as const
  }
  override get message() {
    const day = DateTime.formatIsoDateUtc(this.displaced_on)
    return `Zone ${this.zone_name} was displaced on ${day}: another organization has the right to its name. ` +
      "It can be read, exported and deleted"
  }
}

/** Another claim of the zone is being checked; `retry_after` is in seconds. */
export class ZoneCheckInProgress extends Schema.TaggedError<ZoneCheckInProgress>()("ZoneCheckInProgress", {
  zone_name: Schema.String,
  retry_after: Schema.Int
}) {
  get code() {
    return "ERROR_REQUEST_IN_PROGRESS" as const
  }
  override get message() {
    return `The ownership of zone ${this.zone_name} is being checked; try again in ${this.retry_after} s`
  }
}

export class RrsetProtected extends Schema.TaggedError<RrsetProtected>()("RrsetProtected", {
  zone_name: Schema.String,
  /** As the request named it. */
  rrset_name: Schema.String,
  rrset_type: Schema.String,
  protected_reason: ProtectedReason
}) {
  get code() {
    return "ERROR_DNS_RRSET_PROTECTED" as const
  }
  override get message() {
    return `${this.rrset_name} ${this.rrset_type} is managed by the platform`
  }
}

/** A write that the zone's rules refuse, with every problem; `loc` starts with the place in the request. */
export class ZoneValidationFailed extends Schema.TaggedError<ZoneValidationFailed>()("ZoneValidationFailed", {
  zone_name: Schema.String,
  errors: Schema.NonEmptyArray(InputIssue)
}) {
  get code() {
    return "ERROR_ZONE_VALIDATION_FAILED" as const
  }
  override get message() {
    return "Zone validation failed"
  }
}

/** The write expected another serial than the zone has. */
export class ZoneChanged extends Schema.TaggedError<ZoneChanged>()("ZoneChanged", {
  zone_name: Schema.String,
  serial: Schema.Int
}) {
  get code() {
    return "ERROR_PRECONDITION_FAILED" as const
  }
  override get message() {
    return `Zone ${this.zone_name} is at serial ${this.serial}`
  }
}

export class ZoneVersionNotFound extends Schema.TaggedError<ZoneVersionNotFound>()("ZoneVersionNotFound", {
  zone_name: Schema.String,
  serial: Schema.Int
}) {
  get code() {
    return "ERROR_ZONE_VERSION_NOT_FOUND" as const
  }
  override get message() {
    return `Zone ${this.zone_name} has no version ${this.serial}`
  }
}

/** Something else of the platform lives in the zone. */
export class ZoneInUse extends Schema.TaggedError<ZoneInUse>()("ZoneInUse", { zone_name: Schema.String }) {
  get code() {
    return "ERROR_ZONE_IN_USE" as const
  }
  override get message() {
    return `Zone ${this.zone_name} holds the names of a vanity nameserver set`
  }
}

/** Signing was switched off again while it was under way. */
export class DnssecEnableSuperseded extends Schema.TaggedError<DnssecEnableSuperseded>()("DnssecEnableSuperseded", {
  zone_name: Schema.String
}) {
  get code() {
    return "ERROR_DOMAIN_DNSSEC_ENABLE_SUPERSEDED" as const
  }
  override get message() {
    return `DNSSEC of zone ${this.zone_name} was disabled meanwhile`
  }
}
