import { RecentlyUsed } from "../RecentlyUsed.ts"

/** Signatures of a zone of 10,000 RRsets and its proofs, several times over; about 300 octets each. */
const defaultMaximum = 100_000

/**
 * Signatures by a digest of who signed what, shared by all zones of a process: an RRset that a new version of a zone did
 * not change is not signed again.
 */
export class SignatureCache extends RecentlyUsed<Uint8Array> {
  constructor(maximum: number = defaultMaximum) {
    super(maximum)
  }
}
