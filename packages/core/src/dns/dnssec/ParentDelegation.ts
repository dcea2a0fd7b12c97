import { Context, type Duration, type Effect } from "effect"
import type { RegistryPolicyRefused, RegistryUnavailable } from "../../registry/index.ts"
import type { Zone } from "../Zone.ts"
import type { DelegationLocked, DnssecDigestPolicy } from "./DnssecError.ts"
import type { ZoneKey } from "./ZoneKey.ts"

/** The zone whose parent is spoken to. */
export type DelegatedZone = Pick<Zone, "dns_zone_id" | "name" | "nameservers" | "organization_id">

/** Keys for the parent zone. */
export type DelegatedKey = Pick<ZoneKey, "digest_sha256" | "digest_sha384" | "key_tag" | "public_key">

/** What became of DS records on their way to the parent. */
export type DelegationOutcome =
  /**
   * They are there, or gone, as it was wanted. `ttl`: seconds for which caches may keep what was there before; without it
   * the setting `dns.parent_ds_ttl_seconds`.
   */
  | { readonly _tag: "Done"; readonly ttl?: number }
  /** The parent has what was wanted, but not all of its nameservers serve it yet. */
  | { readonly _tag: "Publishing"; readonly pause: Duration.Duration }
  /** The parent's records are not kept here. */
  | { readonly _tag: "Elsewhere" }
  /** Not now; the same may be tried again. */
  | { readonly _tag: "Deferred"; readonly diagnostic: string }
  | { readonly _tag: "Refused"; readonly diagnostic: string }

/** The TTL that an outcome states. */
export const ttlOf = (outcome: DelegationOutcome): number | undefined =>
  outcome._tag === "Done" ? outcome.ttl : undefined

/** The DS records that a parent has of zones. */
interface Delegation {
  /** Whether DS records of the zone can be kept here, now. */
  readonly check: (
    zone: DelegatedZone
  ) => Effect.Effect<"here" | "elsewhere", DelegationLocked | DnssecDigestPolicy>
  /** Whether the parent has any DS of the zone; undefined where that cannot be known. */
  readonly holds: (
    zone: DelegatedZone
  ) => Effect.Effect<boolean | undefined, RegistryPolicyRefused | RegistryUnavailable>
  /** Puts the DS of these keys in the place of all others. Idempotent; not called in a transaction. */
  readonly replace: (zone: DelegatedZone, keys: ReadonlyArray<DelegatedKey>) => Effect.Effect<DelegationOutcome>
  /**
   * Takes every DS away; of a domain that is delegated elsewhere by now, those of these keys alone. Idempotent; not
   * called in a transaction.
   */
  readonly withdraw: (zone: DelegatedZone, keys: ReadonlyArray<DelegatedKey>) => Effect.Effect<DelegationOutcome>
  /** Locks the zone's domain to the end of the transaction, if it has one here. Called before the zone's row is locked. */
  readonly lock: (zone: DelegatedZone) => Effect.Effect<void>
  /** True if the DS is removed with the zone's delegation, in the transaction that removes the zone. */
  readonly goesWithZone: (zone: DelegatedZone) => Effect.Effect<boolean>
  /** Marks the domain while its DS records are put off, in the caller's transaction, which has locked the domain. */
  readonly setPending: (zone: DelegatedZone, isPending: boolean) => Effect.Effect<void>
  /** Tells the domain's owner what was given up, and the registry's words, in the caller's transaction. */
  readonly tellOfFailure: (zone: DelegatedZone, message: string, diagnostic: string) => Effect.Effect<void>
}

/**
 * Port: DS records at registries, which the holders of domains keep. A domain counts if the zone's organization holds it,
 * its TLD has DNSSEC, and it is delegated to the zone's nameservers.
 */
export class RegistryDelegation extends Context.Service<RegistryDelegation, Delegation>()(
  "@namewright/core/dns/dnssec/RegistryDelegation"
) {}

/** DS records of zones wherever the platform keeps them: at a registry, or in a zone above that is hosted here. */
export class ParentDelegation extends Context.Service<ParentDelegation, Delegation>()(
  "@namewright/core/dns/dnssec/ParentDelegation"
) {}
