import type * as WireName from "../message/WireName.ts"
import type { ImageRrset } from "./ImageRrset.ts"

/** An RRset in a section of an answer. */
export interface AnswerRrset {
  /** Owner in the answer. It differs from the RRset's own name if a wildcard answers. */
  readonly owner: WireName.WireName
  readonly rrset: ImageRrset
  /** Seconds. */
  readonly ttl: number
  /** True if the zone is authoritative for it, so that it has signatures. */
  readonly isSigned: boolean
}

/** Answer of a zone to a question. */
export interface Answer {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly answers: ReadonlyArray<AnswerRrset>
  readonly authorities: ReadonlyArray<AnswerRrset>
  readonly additionals: ReadonlyArray<AnswerRrset>
  /** True if the additional records are needed to follow a delegation: glue (RFC 9471). */
  readonly isAdditionalNeeded: boolean
}
