import { Schema } from "effect"
import type { Instant } from "../shared/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { RrsetChange } from "./Rrset.ts"
import type { DnssecStatus, ZoneId } from "./Zone.ts"

/** Cause of a new serial. */
export const ZoneChangeCause = Schema.Literals([
  "create",
  "replace_rrsets",
  "patch_rrsets",
  "patch_records",
  "import",
  "restore",
  "vanity_set",
  "dnssec",
  "alias",
  "child_zone",
  "ownership",
  "system"
]).annotate({ identifier: "DnsZoneChangeCause" })
export type ZoneChangeCause = typeof ZoneChangeCause.Type

/** Members of a zone from which its SOA and apex NS are derived. */
export interface ZoneApex {
  readonly serial: number
  readonly nameservers: ReadonlyArray<DnsName>
  readonly rname: DnsName
  readonly dnssec_status: DnssecStatus
}

/** One serial in the history of a zone. */
export interface ZoneVersion {
  /** A UUID. */
  readonly changeset_id: string
  readonly dns_zone_id: ZoneId
  readonly serial: number
  readonly cause: ZoneChangeCause
  /** Credential or user that made the change; null for the platform's own changes. */
  readonly changed_by: string | null
  readonly changed_on: Instant.Instant
  readonly num_changes: number
}

/** A version with all of its changes. */
export interface ZoneChange extends ZoneVersion {
  /** Null for the first version. */
  readonly before: ZoneApex | null
  readonly after: ZoneApex
  readonly rrsets: ReadonlyArray<RrsetChange>
}
