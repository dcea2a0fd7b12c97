import { Schema } from "effect"
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
