import { Effect, Layer, Option, Schema } from "effect"
import {
  type DelegatedZone,
  DelegationLocked,
  type DelegationOutcome,
  DnssecDigestPolicy,
  RegistryDelegation
} from "../../dns/index.ts"
import { type DnssecData, registryFailure } from "../../registry/index.ts"
import { DomainName } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import { TldCatalog, type TldSpec } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isOwned, prohibiting } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { RegistryAccess } from "../registry/RegistryAccess.ts"
import { DnssecDeposits } from "./DnssecDeposits.ts"
import { isAmong, submission, takesOurKeys } from "./DnssecSubmission.ts"

const decodeName = Schema.decodeUnknownOption(DomainName)

/** Name of the domain at the name of a zone. */
const domainNameOf = ({ name }: Pick<DelegatedZone, "name">): Option.Option<DomainName> =>
  decodeName(name.replace(/\.$/, ""))

/** True if the domain is delegated only to nameservers of the zone. */
export const isDelegatedTo = ({ nameservers }: Domain, zone: Pick<DelegatedZone, "nameservers">): boolean =>
  nameservers.length > 0 &&
  nameservers.every(({ hostname }) => zone.nameservers.some((name) => name === `${hostname}.`))

interface Parent {
  readonly domain: Domain
  readonly spec: TldSpec
}

/** DS records of zones at the registries of their domains. */
export const DomainDelegation = Layer.effect(
  RegistryDelegation,
  Effect.gen(function*() {
    const store = yield* DomainStore
    const catalog = yield* TldCatalog
    const access = yield* RegistryAccess
    const changes = yield* DomainChanges
    const deposits = yield* DnssecDeposits
    const owned = yield* OwnedDomains
    const statusTags = yield* StatusTags

    /** Owned domain of the zone, of the same organization; none if its TLD has no DNSSEC. */
    const parentOf = Effect.fnUntraced(function*(zone: DelegatedZone) {
      const name = domainNameOf(zone)
      const domain = Option.isNone(name) ? Option.none() : yield* store.find(name.value)
      const ours = Option.filter(
        domain,
        (found) => found.organization_id === zone.organization_id && isOwned(found)
      )
      if (Option.isNone(ours)) return Option.none<Parent>()
      const spec = Option.filter(yield* catalog.find(ours.value.tld), (found) => found.dns_configuration.dnssec_allowed)
      return Option.map(spec, (found): Parent => ({ domain: ours.value, spec: found }))
    })

    const delegated = (zone: DelegatedZone) =>
      Effect.map(parentOf(zone), Option.filter(({ domain }) => isDelegatedTo(domain, zone)))

    const deposit = (domain: Domain, wanted: ReadonlyArray<DnssecData>): Effect.Effect<DelegationOutcome> =>
      deposits.deposit(domain, wanted, { quiet: true, lock: owned.lockUnchanged(domain) }).pipe(
        Effect.map((outcome): DelegationOutcome => {
          switch (outcome._tag) {
            case "Done":
              return { _tag: "Done" }
            case "Refused":
              return { _tag: "Refused", diagnostic: outcome.refusal.message }
            case "Unavailable":
              return { _tag: "Deferred", diagnostic: outcome.temporary.message }
            default:
              return { _tag: "Deferred", diagnostic: "The registry has not decided yet" }
          }
        }),
        Effect.catch((busy) => Effect.succeed<DelegationOutcome>({ _tag: "Deferred", diagnostic: busy.message }))
      )

    const keysAtRegistry = ({ domain }: Parent) =>
      Effect.flatMap(access.accountOf(domain), ({ registry }) =>
        registry.infoDomain(domain.name).pipe(
          Effect.map(Option.match({ onNone: () => [], onSome: ({ dnssec }) => dnssec })),
          Effect.mapError((error) => registryFailure(domain.name, error))
        ))

    return RegistryDelegation.of({
      check: Effect.fnUntraced(function*(zone) {
        const found = yield* delegated(zone)
        if (Option.isNone(found)) return "elsewhere"
        const { domain: { name, tld }, spec } = found.value
        if (!takesOurKeys(spec.dns_configuration)) return yield* new DnssecDigestPolicy({ domain_name: name, tld })
        const prohibiting_statuses = prohibiting(found.value.domain, "update")
        return prohibiting_statuses.length === 0
          ? "here"
          : yield* new DelegationLocked({ domain_name: name, prohibiting_statuses })
      }),

      holds: Effect.fnUntraced(function*(zone) {
        const found = yield* parentOf(zone)
        return Option.isNone(found) ? undefined : (yield* keysAtRegistry(found.value)).length > 0
      }),

      replace: Effect.fnUntraced(function*(zone, keys) {
        const found = yield* delegated(zone)
        if (Option.isNone(found)) return { _tag: "Elsewhere" }
        const wanted = submission(found.value.spec.dns_configuration, keys)
        if (wanted.length === 0) return { _tag: "Refused", diagnostic: "The registry takes none of the zone's digests" }
        return yield* deposit(found.value.domain, wanted)
      }),

      withdraw: Effect.fnUntraced(function*(zone, keys) {
        const found = yield* parentOf(zone)
        if (Option.isNone(found)) return { _tag: "Elsewhere" }
        const { domain } = found.value
        if (isDelegatedTo(domain, zone)) return yield* deposit(domain, [])
        const registered = yield* Effect.option(keysAtRegistry(found.value))
        return Option.isNone(registered)
          ? { _tag: "Deferred", diagnostic: "The registry could not be queried" }
          : yield* deposit(domain, registered.value.filter((entry) => !isAmong(keys, entry)))
      }),

      lock: Effect.fnUntraced(function*(zone) {
        const found = yield* parentOf(zone)
        if (Option.isSome(found)) yield* store.lock(found.value.domain.domain_id)
      }),

      goesWithZone: () => Effect.succeed(false),

      setPending: Effect.fnUntraced(function*(zone, isPending) {
        const found = yield* parentOf(zone)
        if (Option.isNone(found)) return
        const { domain_id, organization_id } = found.value.domain
        const mark = isPending ? statusTags.set : statusTags.clear
        yield* mark(organization_id, "DOMAIN", domain_id, "DNSSEC_PENDING")
      }),

      notifyOfFailure: Effect.fnUntraced(function*(zone, message, diagnostic) {
        const found = yield* parentOf(zone)
        if (Option.isNone(found)) return
        yield* changes.record(found.value.domain, {
          type: "MODIFICATION",
          subtype: "FAILURE",
          message,
          error: { code: "ERROR_REGISTRY_POLICY", detail: diagnostic }
        })
      })
    })
  })
)
