import { Schema } from "effect"
import { Instant } from "../../shared/index.ts"
import { ZoneId } from "../Zone.ts"

/**
 * Where a zone is on its way to being signed, to another key, or back. In all states but `unsigned` it has keys and is
 * signed; what changes is who knows of them.
 */
export const SigningState = Schema.Literals([
  "unsigned",
  // Until every nameserver serves the keys.
  "signing",
  // The DS is to be given to the parent.
  "submitting",
  // The registry has put it off; tried again.
  "deferred",
  "published",
  // The parent's records are not kept here.
  "skipped",
  // The registry has refused; nobody works on it.
  "failed",
  // A second key is served, until caches have forgotten the time without it.
  "introducing",
  // The DS of both keys are to be given to the parent.
  "doubling",
  // Until caches have the DS of both.
  "doubled",
  // The DS of the old key is to be taken away.
  "replacing",
  // Until caches have forgotten the DS of the old key.
  "retiring",
  // Whether the parent has a DS by now is to be found out.
  "retreating",
  // The DS is to be taken away.
  "withdrawing",
  // Until caches have forgotten the DS.
  "withdrawn"
])
export type SigningState = typeof SigningState.Type

/** Which state may follow which. Source: RFC 6781, section 4.1.2 for the change of a key, section 4.3 for the way back. */
export const signingTransitions: {
  readonly [from in SigningState]: readonly [SigningState, ...ReadonlyArray<SigningState>]
} = {
  unsigned: ["signing"],
  signing: ["submitting", "retreating", "withdrawing"],
  submitting: ["published", "skipped", "deferred", "failed", "retreating", "withdrawing"],
  deferred: ["published", "skipped", "deferred", "failed", "retreating", "withdrawing"],
  published: ["signing", "introducing", "withdrawing"],
  skipped: ["signing", "withdrawing"],
  failed: ["signing", "retreating", "withdrawing"],
  introducing: ["introducing", "doubling", "withdrawing"],
  doubling: ["doubling", "doubled", "skipped", "withdrawing"],
  doubled: ["replacing", "withdrawing"],
  replacing: ["replacing", "retiring", "withdrawing"],
  retiring: ["published", "withdrawing"],
  retreating: ["unsigned", "withdrawing", "signing"],
  withdrawing: ["withdrawing", "withdrawn", "signing"],
  withdrawn: ["unsigned", "signing"]
}

/** States in which nothing is left to be done. */
export const settledStates: ReadonlySet<SigningState> = new Set(["unsigned", "published", "skipped", "failed"])

/** States in which the zone asks its parent to take every DS away (RFC 8078). */
export const isLeavingDnssec = (state: SigningState): boolean =>
  state === "retreating" || state === "withdrawing" || state === "withdrawn"

/** States in which a zone has two keys. */
export const isRolling = (state: SigningState): boolean =>
  state === "introducing" || state === "doubling" || state === "doubled" || state === "replacing" ||
  state === "retiring"

/** What is stored of a zone's signing; a zone that was never signed has none. */
export const ZoneSigningProgress = Schema.Struct({
  dns_zone_id: ZoneId,
  /** Counts requests: work of an earlier request is outdated. */
  generation: Schema.Int,
  state: SigningState,
  /** What every nameserver has to serve before the next step. */
  serial: Schema.Int,
  /** The next step is not taken before; null where it waits for no time. */
  due_on: Schema.NullOr(Instant.Instant),
  /** Submissions in a row that the registry put off. */
  attempts: Schema.Int,
  /** Whether caches may hold a DS of the zone; then it is not unsigned before they have forgotten it. */
  is_exposed: Schema.Boolean,
  /** Whether a zone whose DS is not taken is unsigned again. */
  retreats: Schema.Boolean,
  /** The registry's words when it last put off or refused; null when it did not. */
  diagnostic: Schema.NullOr(Schema.String),
  /** When nameservers have to be given new signatures. */
  renew_on: Instant.Instant
})
export type ZoneSigningProgress = typeof ZoneSigningProgress.Type
