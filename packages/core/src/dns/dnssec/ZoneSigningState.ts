import { Schema } from "effect"
import { Instant } from "../../shared/index.ts"
import { ZoneId } from "../Zone.ts"

/**
 * State of enabling, disabling or rolling the keys of a zone. In all states but `unsigned` the zone has keys and is
 * signed; the states differ in what nameservers, parent and caches have.
 */
export const SigningState = Schema.Literals([
  "unsigned",
  // Waits until every nameserver serves the keys.
  "signing",
  // The DS is to be submitted to the parent.
  "submitting",
  // The registry has deferred the DS; it is submitted again.
  "deferred",
  "published",
  // The platform does not manage the parent's records.
  "skipped",
  // The registry has refused the DS; no further attempts.
  "failed",
  // A second key is served; waits until all caches have it.
  "introducing",
  // The DS of both keys are to be submitted to the parent.
  "doubling",
  // Waits until caches have the DS of both keys.
  "doubled",
  // The DS of the old key is to be removed.
  "replacing",
  // Waits until caches no longer have the DS of the old key.
  "retiring",
  // Checks if the parent has a DS.
  "retreating",
  // The DS is to be removed.
  "withdrawing",
  // Waits until caches no longer have the DS.
  "withdrawn"
])
export type SigningState = typeof SigningState.Type

/** Allowed transitions. Source: RFC 6781, section 4.1.2 for key rollover, section 4.3 for going insecure. */
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

/** States without further steps. */
export const finalStates: ReadonlySet<SigningState> = new Set(["unsigned", "published", "skipped", "failed"])

/** States in which the zone requests the removal of every DS (RFC 8078). */
export const isLeavingDnssec = (state: SigningState): boolean =>
  state === "retreating" || state === "withdrawing" || state === "withdrawn"

/** States in which a zone has two keys. */
export const isRolling = (state: SigningState): boolean =>
  state === "introducing" || state === "doubling" || state === "doubled" || state === "replacing" ||
  state === "retiring"

/** Stored signing progress of a zone; absent for a zone that was never signed. */
export const ZoneSigningProgress = Schema.Struct({
  dns_zone_id: ZoneId,
  /** Number of requests; work of an earlier generation is outdated. */
  generation: Schema.Int,
  state: SigningState,
  /** Serial that every nameserver must serve before the next step. */
  serial: Schema.Int,
  /** Earliest time of the next step; null if it does not wait for a time. */
  due_on: Schema.NullOr(Instant.Instant),
  /** Consecutive submissions that the registry deferred. */
  attempts: Schema.Int,
  /** True if caches may have a DS of the zone. It is then not unsigned before they no longer have it. */
  is_exposed: Schema.Boolean,
  /** True if the zone is unsigned again when its DS is not accepted. */
  retreats: Schema.Boolean,
  /** Message of the registry's last deferral or refusal, otherwise null. */
  diagnostic: Schema.NullOr(Schema.String),
  /** Time at which nameservers get new signatures. */
  renew_on: Instant.Instant
})
export type ZoneSigningProgress = typeof ZoneSigningProgress.Type
