import type { Effect } from "effect"
import type { InputIssue } from "../shared/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset, RrsetChange } from "./Rrset.ts"
import type { Zone } from "./Zone.ts"
import type { ImportMode, RecordOp, RequestedRrset, RrsetOp } from "./ZoneRequest.ts"
import type { LeftOutRecord } from "./ZoneView.ts"

/** What a request wants of a zone's RRsets. */
export type RrsetWrite =
  /** The complete list of what users manage; protected RRsets are not named and stay. New zones are written like this. */
  | { readonly kind: "replace"; readonly rrsets: ReadonlyArray<RequestedRrset> }
  | { readonly kind: "rrset_ops"; readonly ops: ReadonlyArray<RrsetOp> }
  | { readonly kind: "record_ops"; readonly ops: ReadonlyArray<RecordOp> }
  /** A master file (RFC 1035, section 5) that replaces all RRsets of users. Protected RRsets in it are left out. */
  | { readonly kind: "master_file"; readonly text: string; readonly mode: ImportMode }

/** What the rules have to know of a zone besides its RRsets. */
export type ZoneUnderRules = Pick<Zone, "name" | "rrset_count">

/**
 * Where the rules read the RRsets that stand, while the zone is locked. A write of the whole zone reads `all`; the others read
 * `at` with all names they can think of, in one call mostly, and `below` where NS or DNAME records come.
 */
export interface RrsetSource<E = never, R = never> {
  readonly all: Effect.Effect<ReadonlyArray<Rrset>, E, R>
  /** All RRsets at any of the names. */
  readonly at: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyArray<Rrset>, E, R>
  /** The first RRsets strictly below a name, at most so many. */
  readonly below: (name: DnsName, atMost: number) => Effect.Effect<ReadonlyArray<Rrset>, E, R>
}

/** What becomes of a zone that takes a write. */
export interface ZoneDecision {
  /** Only what differs; at most one for a name and type, in canonical order of names. */
  readonly changes: ReadonlyArray<RrsetChange>
  /** What stands in the write and is likely a mistake, in the form of problems. Nothing was refused for it. */
  readonly warnings: ReadonlyArray<InputIssue>
  /** Of a master file: what the platform makes by itself and did not take over. */
  readonly left_out: ReadonlyArray<LeftOutRecord>
  /** Number of all records that were left out; at most 1,000 of them are listed. */
  readonly left_out_count: number
}
