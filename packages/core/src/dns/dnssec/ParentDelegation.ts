import { Context, type Duration, type Effect } from "effect"
import type { RegistryPolicyRefused, RegistryUnavailable } from "../../registry/index.ts"
import type { Zone } from "../Zone.ts"
import type { DelegationLocked, DnssecDigestPolicy } from "./DnssecError.ts"
import type { ZoneKey } from "./ZoneKey.ts"

/** Zone whose DS records are changed at the parent. */
export type DelegatedZone = Pick<Zone, "dns_zone_id" | "name" | "nameservers" | "organization_id">

/** Keys for the parent zone. */
export type DelegatedKey = Pick<ZoneKey, "digest_sha256" | "digest_sha384" | "key_tag" | "public_key">

/** Outcome of a change of DS records at the parent. */
export type DelegationOutcome =
  /**
   * The change is complete. `ttl`: seconds for which caches may keep the former records; by default the setting
   * `dns.parent_ds_ttl_seconds`.
   */
  | { readonly _tag: "Done"; readonly ttl?: number }
  /** The change is stored at the parent, but not all of its nameservers serve it yet. */
  | { readonly _tag: "Publishing"; readonly pause: Duration.Duration }
  /** The platform does not manage the parent's records. */
  | { readonly _tag: "Elsewhere" }
  /** A temporary failure; the call can be repeated. */
  | { readonly _tag: "Deferred"; readonly diagnostic: string }
  | { readonly _tag: "Refused"; readonly diagnostic: string }

/** TTL of an outcome in seconds, if it has one. */
export const ttlOf = (outcome: DelegationOutcome): number | undefined =>
  outcome._tag === "Done" ? outcome.ttl : undefined

/** DS records of zones at their parents. */
interface Delegation {
  /** `here` if the platform manages the DS records of the zone. Fails if they cannot be changed now. */
  readonly check: (
    zone: DelegatedZone
  ) => Effect.Effect<"here" | "elsewhere", DelegationLocked | DnssecDigestPolicy>
  /** True if the parent has a DS of the zone; undefined if this is unknown. */
  readonly holds: (
    zone: DelegatedZone
  ) => Effect.Effect<boolean | undefined, RegistryPolicyRefused | RegistryUnavailable>
  /** Replaces all DS records by those of these keys. Idempotent; not called in a transaction. */
  readonly replace: (zone: DelegatedZone, keys: ReadonlyArray<DelegatedKey>) => Effect.Effect<DelegationOutcome>
  /**
   * Removes every DS; of a domain that is delegated elsewhere by now, only those of these keys. Idempotent; not called
   * in a transaction.
   */
  readonly withdraw: (zone: DelegatedZone, keys: ReadonlyArray<DelegatedKey>) => Effect.Effect<DelegationOutcome>
  /**
   * Locks the zone's domain to the end of the transaction, if the domain is registered here. Called before the zone's
   * row is locked.
   */
  readonly lock: (zone: DelegatedZone) => Effect.Effect<void>
  /** True if the DS is removed with the zone's delegation, in the transaction that removes the zone. */
  readonly goesWithZone: (zone: DelegatedZone) => Effect.Effect<boolean>
  /** Marks the domain while its DS records are deferred, in the caller's transaction, which has locked the domain. */
  readonly setPending: (zone: DelegatedZone, isPending: boolean) => Effect.Effect<void>
  /**
   * Notifies the domain's owner that an operation has failed, with the registry's message, in the caller's transaction.
   */
  readonly notifyOfFailure: (zone: DelegatedZone, message: string, diagnostic: string) => Effect.Effect<void>
}

/**
 * Port: DS records at registries. A domain counts if the zone's organization holds it, its TLD supports DNSSEC, and it
 * is delegated to the zone's nameservers.
 */
export class RegistryDelegation extends Context.Service<RegistryDelegation, Delegation>()(
  "@namewright/core/dns/dnssec/RegistryDelegation"
) {}

/** DS records of zones that the platform manages: at a registry, or in a hosted zone above. */
export class ParentDelegation extends Context.Service<ParentDelegation, Delegation>()(
  "@namewright/core/dns/dnssec/ParentDelegation"
) {}
