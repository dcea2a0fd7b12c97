import { Context, Effect, Layer, Option, Result } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import {
  type DelegationLocked,
  DnsName,
  type DnssecDigestPolicy,
  type DnssecEnableSuperseded,
  DnssecNotPossible,
  DnssecNotSupported,
  type DnssecRecordsUnavailable,
  platformBranding,
  type Zone,
  type ZoneDisplaced,
  ZoneDnssec,
  type ZoneNotFound,
  ZoneStore
} from "../../dns/index.ts"
import type { OperationInProgress, RegistryPolicyRefused, RegistryUnavailable } from "../../registry/index.ts"
import { type CurrentActor, type DomainId, PlatformSettings } from "../../shared/index.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import type { DomainDnssecData } from "../DomainDnssecData.ts"
import { DomainDnssecStore } from "../DomainDnssecStore.ts"
import { type DomainChanged, DomainNotFound, type DomainReadOnly, type DomainStatusProhibited } from "../DomainError.ts"
import { isBeingAcquired, isDeleted } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { requireTag } from "../DomainTag.ts"
import { OwnedDomains, refuseProhibited } from "../OwnedDomains.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { RegistryAccess } from "../registry/RegistryAccess.ts"
import { DnssecDeposits } from "./DnssecDeposits.ts"
import { isDelegatedTo } from "./DomainDelegation.ts"

type CommonError =
  | AuthorizationError
  | DelegationLocked
  | DnssecNotSupported
  | DomainChanged
  | DomainNotFound
  | DomainReadOnly
  | DomainStatusProhibited
  | RegistryPolicyRefused
  | RegistryUnavailable
  | ZoneDisplaced
  | ZoneNotFound

/** Result of signing a domain. */
export interface SignedDomain {
  /** True if the registry or the nameservers are not ready; the platform continues later. */
  readonly deferred: boolean
  /** Entries at the registry. */
  readonly data: ReadonlyArray<DomainDnssecData>
}

/** DNSSEC of domains with hosted zones. Source: REST specification, "Endpoints", Domains. */
export class DomainSigning extends Context.Service<DomainSigning, {
  /**
   * Signs the domain's zone and sends its keys to the registry. `expected` is the entity tag that the domain must have.
   */
  readonly enable: (
    reference: DomainReference,
    expected?: string
  ) => Effect.Effect<
    SignedDomain,
    CommonError | DnssecDigestPolicy | DnssecEnableSuperseded | DnssecNotPossible | DnssecRecordsUnavailable,
    CurrentActor
  >
  /** Removes all entries from the registry, and ends the signing of a hosted zone. `expected` as in `enable`. */
  readonly disable: (
    reference: DomainReference,
    expected?: string
  ) => Effect.Effect<void, CommonError | OperationInProgress, CurrentActor>
  /**
   * Reconciles the entries at the registry with the domain's nameservers, after a change or an inbound transfer. Called
   * without an actor. Entries of domains with other nameservers are unchanged. Source: REST specification, "DNSSEC".
   */
  readonly reconcile: (id: DomainId) => Effect.Effect<void, OperationInProgress | RegistryUnavailable>
}>()("@namewright/core/domains/DomainSigning") {
  static readonly layer = Layer.effect(
    DomainSigning,
    Effect.gen(function*() {
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const store = yield* DomainStore
      const entries = yield* DomainDnssecStore
      const deposits = yield* DnssecDeposits
      const changes = yield* DomainChanges
      const zones = yield* ZoneStore
      const dnssec = yield* ZoneDnssec
      const { dns } = yield* PlatformSettings

      /** Zone of the domain in the same organization. */
      const zoneOf = Effect.fnUntraced(function*({ name, organization_id }: Domain) {
        const zone = Result.getOrUndefined(DnsName.parse(`${name}.`))
        const found = zone === undefined ? Option.none<Zone>() : yield* zones.find({ organization_id, name: zone })
        return Option.filter(found, ({ displaced_on }) => displaced_on === null)
      })

      const writable = Effect.fnUntraced(function*(reference: DomainReference, expected: string | undefined) {
        const actor = yield* authorize("domains:manage")
        const domain = yield* owned.getWritable(actor, reference, expected)
        const { spec } = yield* access.accountOf(domain)
        if (!spec.dns_configuration.dnssec_allowed) return yield* new DnssecNotSupported({ domain_name: domain.name })
        yield* refuseProhibited(domain, "update")
        return domain
      })

      /** Compares the locked domain in the transaction that changes its zone. */
      const requireExpected = Effect.fnUntraced(function*({ domain_id, name }: Domain, expected: string | undefined) {
        if (expected === undefined) return
        const current = yield* store.lock(domain_id)
        if (Option.isNone(current)) return yield* new DomainNotFound({ domain_name: name })
        yield* requireTag(current.value, expected)
      })

      const enable = Effect.fn("DomainSigning.enable")(function*(reference: DomainReference, expected?: string) {
        const domain = yield* writable(reference, expected)
        const zone = yield* zoneOf(domain)
        const zone_name = `${domain.name}.`
        if (Option.isNone(zone)) return yield* new DnssecNotPossible({ zone_name, reason: "zone_missing" })
        if (!isDelegatedTo(domain, zone.value)) {
          return yield* new DnssecNotPossible({ zone_name, reason: "other_nameservers" })
        }
        const { outcome } = yield* dnssec.sign(zone.value, { again: true, guard: requireExpected(domain, expected) })
        const deferred = outcome === "deferred"
        return { deferred, data: deferred ? [] : yield* entries.ofDomain(domain.domain_id) }
      })

      const removeAll = Effect.fnUntraced(function*<E>(domain: Domain, lock: Effect.Effect<Domain, E>) {
        yield* carriedOut(domain.name, yield* deposits.deposit(domain, [], { quiet: false, lock }))
      })

      const disable = Effect.fn("DomainSigning.disable")(function*(reference: DomainReference, expected?: string) {
        const domain = yield* writable(reference, expected)
        const zone = yield* zoneOf(domain)
        const begun = Option.isNone(zone)
          ? null
          : yield* dnssec.unsign(zone.value, { guard: requireExpected(domain, expected) })
        if (begun === null || begun.change === null) yield* removeAll(domain, owned.lockExpected(domain, expected))
      })

      const usesOurs = (domain: Domain, zone: Option.Option<Zone>): boolean =>
        isDelegatedTo(domain, Option.getOrElse(zone, () => platformBranding(dns)))

      /** Records immediate refusals; later failures are recorded by the zone's signing. */
      const publish = (domain: Domain, zone: Zone) =>
        Effect.catch(
          dnssec.sign(zone, { again: true }),
          (error) =>
            error._tag === "DnssecEnableSuperseded" ? Effect.void : changes.record(domain, {
              type: "MODIFICATION",
              subtype: "FAILURE",
              message: `The DNSSEC data of ${domain.name} could not be made those of its zone`,
              error: { code: error.code, detail: error.message }
            })
        )

      const reconcile = Effect.fn("DomainSigning.reconcile")(function*(id: DomainId) {
        const found = yield* store.find(id)
        if (Option.isNone(found)) return
        const domain = found.value
        if (domain.read_only || isBeingAcquired(domain) || isDeleted(domain)) return
        const { spec } = yield* access.accountOf(domain)
        if (!spec.dns_configuration.dnssec_allowed) return
        const zone = yield* zoneOf(domain)
        if (!usesOurs(domain, zone)) return
        if (Option.isSome(zone) && zone.value.dnssec_status === "enabled") {
          yield* publish(domain, zone.value)
          return
        }
        if ((yield* entries.ofDomain(id)).length === 0) return
        // The intent has recorded the refusal.
        yield* Effect.catchTag(
          removeAll(domain, owned.lockUnchanged(domain)),
          "RegistryPolicyRefused",
          () => Effect.void
        )
      })

      return DomainSigning.of({ enable, disable, reconcile })
    })
  )
}
