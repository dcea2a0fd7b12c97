import { Context, type Effect } from "effect"
import type { RegistryPolicyRefused, RegistryUnavailable } from "../../registry/index.ts"
import type { Zone } from "../Zone.ts"
import type { DelegationLocked, DnssecDigestPolicy } from "./DnssecError.ts"
import type { ZoneKey } from "./ZoneKey.ts"

/** The zone whose parent is spoken to. */
export type DelegatedZone = Pick<Zone, "dns_zone_id" | "name" | "nameservers" | "organization_id">

/** Keys that the parent is told of. */
export type DelegatedKey = Pick<ZoneKey, "digest_sha256" | "digest_sha384" | "key_tag" | "public_key">

/** What became of DS records on their way to the parent. */
export type DelegationOutcome =
  /** They are there, or gone, as it was wanted. */
  | { readonly _tag: "Done" }
  /** The parent's records are not kept here. */
  | { readonly _tag: "Elsewhere" }
  /** Not now; the same may be tried again. */
  | { readonly _tag: "Deferred"; readonly diagnostic: string }
  | { readonly _tag: "Refused"; readonly diagnostic: string }

/**
 * Port: the DS records that the parents of zones hold, kept at registries by whoever holds the domains. A domain counts
 * when the zone's organization holds it, its TLD has DNSSEC, and it is delegated to the zone's nameservers.
 */
export class ParentDelegation extends Context.Service<ParentDelegation, {
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
  /** Marks the domain while its DS records are put off, in the caller's transaction. */
  readonly setPending: (zone: DelegatedZone, isPending: boolean) => Effect.Effect<void>
  /** Tells the domain's owner what was given up, and the registry's words, in the caller's transaction. */
  readonly tellOfFailure: (zone: DelegatedZone, message: string, diagnostic: string) => Effect.Effect<void>
}>()("@namewright/core/dns/dnssec/ParentDelegation") {}
