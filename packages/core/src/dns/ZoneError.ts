import { Schema } from "effect"
import { InputIssue } from "../shared/index.ts"
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

/** A write that breaks rules of zones, with every problem found; `loc` starts with `body`. Nothing was stored. */
export class ZoneInvalid extends Schema.TaggedError<ZoneInvalid>()("ZoneInvalid", {
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

/** The history does not hold that serial, or not any more. */
export class ZoneVersionNotFound extends Schema.TaggedError<ZoneVersionNotFound>()("ZoneVersionNotFound", {
  zone_name: Schema.String,
  serial: Schema.Int
}) {
  get code() {
    return "ERROR_ZONE_VERSION_NOT_FOUND" as const
  }
  override get message() {
    return `The history of ${this.zone_name} has no serial ${this.serial}`
  }
}

/** A write that was meant for another serial than the zone has. */
export class ZoneSerialChanged extends Schema.TaggedError<ZoneSerialChanged>()("ZoneSerialChanged", {
  zone_name: Schema.String,
  serial: Schema.Int
}) {
  get code() {
    return "ERROR_PRECONDITION_FAILED" as const
  }
  override get message() {
    return `Zone ${this.zone_name} has come to serial ${this.serial}`
  }
}
