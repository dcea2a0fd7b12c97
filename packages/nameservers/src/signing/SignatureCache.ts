import { RecentlyUsed } from "@namewright/core/shared"

/** Signatures in the cache: several times those of a zone with 10,000 RRsets. Each takes about 300 octets. */
const defaultMaximum = 100_000

/**
 * Signatures by a digest of key and content, shared by all zones of a process: an RRset that is unchanged in a new version
 * of a zone is not signed again.
 */
export class SignatureCache extends RecentlyUsed<Uint8Array> {
  constructor(maximum: number = defaultMaximum) {
    super(maximum)
  }
}
