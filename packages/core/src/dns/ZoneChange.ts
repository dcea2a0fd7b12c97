import { Schema } from "effect"
import type { Instant } from "../shared/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { RrsetChange } from "./Rrset.ts"
import type { DnssecStatus, ZoneId } from "./Zone.ts"

/** What led to a new serial. */
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

/** What a zone's SOA and apex NS follow from. */
export interface ZoneApex {
  readonly serial: number
  readonly nameservers: ReadonlyArray<DnsName>
  readonly rname: DnsName
  readonly dnssec_status: DnssecStatus
}

/** One new serial in the history. */
export interface ZoneVersion {
  /** A UUID. */
  readonly changeset_id: string
  readonly dns_zone_id: ZoneId
  readonly serial: number
  readonly cause: ZoneChangeCause
  /** The credential or user that made it; null for the platform's own changes. */
  readonly changed_by: string | null
  readonly changed_on: Instant.Instant
  readonly num_changes: number
}

/** A version with everything that changed. */
export interface ZoneChange extends ZoneVersion {
  /** Null for the first version. */
  readonly before: ZoneApex | null
  readonly after: ZoneApex
  readonly rrsets: ReadonlyArray<RrsetChange>
}
