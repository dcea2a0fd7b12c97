import type { Effect } from "effect"
import type { InputIssue } from "../shared/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset, RrsetChange } from "./Rrset.ts"
import type { Zone } from "./Zone.ts"
import type { ImportMode, RecordOp, RequestedRrset, RrsetOp } from "./ZoneRequest.ts"
import type { LeftOutRecord } from "./ZoneView.ts"

/** Requested change of a zone's RRsets. */
export type RrsetWrite =
  /**
   * Complete list of the RRsets that users manage. Protected RRsets are not named and stay. New zones are written like
   * this.
   */
  | { readonly kind: "replace"; readonly rrsets: ReadonlyArray<RequestedRrset> }
  | { readonly kind: "rrset_ops"; readonly ops: ReadonlyArray<RrsetOp> }
  | { readonly kind: "record_ops"; readonly ops: ReadonlyArray<RecordOp> }
  /** A master file (RFC 1035, section 5) that replaces all RRsets of users. Protected RRsets in it are left out. */
  | { readonly kind: "master_file"; readonly text: string; readonly mode: ImportMode }

/** Members of a zone that the rules need besides its RRsets. */
export type ZoneUnderRules = Pick<Zone, "name" | "rrset_count" | "record_characters">

/**
 * Source from which the rules read stored RRsets while the zone is locked. A write of the whole zone reads `all`. Other
 * writes read `at` for all names they may need, mostly in one call, and `below` for NS and DNAME records.
 */
export interface RrsetSource<E = never, R = never> {
  readonly all: Effect.Effect<ReadonlyArray<Rrset>, E, R>
  /** All RRsets at any of the names. */
  readonly at: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyArray<Rrset>, E, R>
  /** The first `atMost` RRsets strictly below a name. */
  readonly below: (name: DnsName, atMost: number) => Effect.Effect<ReadonlyArray<Rrset>, E, R>
}

/** Decision about a write that the rules accept. */
export interface ZoneDecision {
  /** Changed RRsets only: at most one change for a name and type, in canonical order of names. */
  readonly changes: ReadonlyArray<RrsetChange>
  /** Likely mistakes in the write, in the form of problems. They do not refuse it. */
  readonly warnings: ReadonlyArray<InputIssue>
  /** Records of a master file that were not imported. */
  readonly left_out: ReadonlyArray<LeftOutRecord>
  /** Number of all records that were left out; at most 1,000 of them are listed. */
  readonly left_out_count: number
}
