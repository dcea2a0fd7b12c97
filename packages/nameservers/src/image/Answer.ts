import type * as WireName from "../message/WireName.ts"
import type { ImageRrset } from "./ImageRrset.ts"

/** An RRset in a section of an answer. */
export interface AnswerRrset {
  /** Whose it is here; not the RRset's own name when a wildcard answers. */
  readonly owner: WireName.WireName
  readonly rrset: ImageRrset
  /** Seconds. */
  readonly ttl: number
  /** Whether the zone is authoritative for it, so that it has signatures. */
  readonly isSigned: boolean
}

/** What a zone says to a question. */
export interface Answer {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly answers: ReadonlyArray<AnswerRrset>
  readonly authorities: ReadonlyArray<AnswerRrset>
  readonly additionals: ReadonlyArray<AnswerRrset>
  /** Whether the additional records are needed to get on: glue of a delegation (RFC 9471). */
  readonly isAdditionalNeeded: boolean
}
