import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorizeWithinObjects } from "../../access/index.ts"
import { DnssecNotSupported } from "../../dns/index.ts"
import type {
  DnssecData,
  OperationInProgress,
  RegistryPolicyRefused,
  RegistryUnavailable
} from "../../registry/index.ts"
import {
  type Actor,
  type CurrentActor,
  type InvalidInput,
  type PolicyViolation,
  refuseInput,
  refuseViolation
} from "../../shared/index.ts"
import { dnssecIssues } from "../../tlds/index.ts"
import type { Domain, DomainReference } from "../Domain.ts"
import { dnssecInputIssues, type DomainDnssecData, type ReplaceDnssecData, requestedData } from "../DomainDnssecData.ts"
import { DomainDnssecStore } from "../DomainDnssecStore.ts"
import type { DomainChanged, DomainNotFound, DomainReadOnly, DomainStatusProhibited } from "../DomainError.ts"
import { OwnedDomains, refuseProhibited } from "../OwnedDomains.ts"
import { carriedOut } from "../registry/CarriedOut.ts"
import { RegistryAccess } from "../registry/RegistryAccess.ts"
import { DnssecDeposits } from "./DnssecDeposits.ts"

type WriteError =
  | AuthorizationError
  | DnssecNotSupported
  | DomainChanged
  | DomainNotFound
  | DomainReadOnly
  | DomainStatusProhibited
  | InvalidInput
  | OperationInProgress
  | PolicyViolation
  | RegistryPolicyRefused
  | RegistryUnavailable

/** DNSSEC data of domains at their registries. Source: REST specification, "Endpoints", Domains. */
export class DomainDnssec extends Context.Service<DomainDnssec, {
  /** Entries last read from the registry. */
  readonly list: (
    reference: DomainReference
  ) => Effect.Effect<ReadonlyArray<DomainDnssecData>, AuthorizationError | DomainNotFound, CurrentActor>
  /** Replaces all entries at the registry. `expected` is the entity tag that the domain must have. */
  readonly replace: (
    reference: DomainReference,
    data: ReplaceDnssecData,
    expected?: string
  ) => Effect.Effect<ReadonlyArray<DomainDnssecData>, WriteError, CurrentActor>
  readonly remove: (reference: DomainReference, expected?: string) => Effect.Effect<void, WriteError, CurrentActor>
}>()("@namewright/core/domains/DomainDnssec") {
  static readonly layer = Layer.effect(
    DomainDnssec,
    Effect.gen(function*() {
      const owned = yield* OwnedDomains
      const access = yield* RegistryAccess
      const store = yield* DomainDnssecStore
      const deposits = yield* DnssecDeposits

      const change = Effect.fnUntraced(function*(domain: Domain, wanted: ReadonlyArray<DnssecData>, expected?: string) {
        const { spec } = yield* access.accountOf(domain)
        if (!spec.dns_configuration.dnssec_allowed) return yield* new DnssecNotSupported({ domain_name: domain.name })
        yield* refuseViolation(dnssecIssues(spec, wanted))
        yield* refuseProhibited(domain, "update")
        const lock = owned.lockExpected(domain, expected)
        yield* carriedOut(domain.name, yield* deposits.deposit(domain, wanted, { quiet: false, lock }))
      })

      const replaceAs = Effect.fnUntraced(function*(
        actor: Actor,
        reference: DomainReference,
        data: ReplaceDnssecData,
        expected?: string
      ) {
        const domain = yield* owned.getWritable(actor, reference, expected)
        const entries = data ?? []
        yield* refuseInput(dnssecInputIssues(entries))
        yield* change(domain, entries.map(requestedData), expected)
        return yield* store.ofDomain(domain.domain_id)
      })

      return DomainDnssec.of({
        list: Effect.fn("DomainDnssec.list")(function*(reference) {
          const actor = yield* authorizeWithinObjects("domains:read")
          const { domain_id } = yield* owned.get(actor, reference)
          return yield* store.ofDomain(domain_id)
        }),

        replace: Effect.fn("DomainDnssec.replace")(function*(reference, data, expected) {
          return yield* replaceAs(yield* authorizeWithinObjects("domains:manage"), reference, data, expected)
        }),

        remove: Effect.fn("DomainDnssec.remove")(function*(reference, expected) {
          yield* replaceAs(yield* authorizeWithinObjects("domains:delete"), reference, [], expected)
        })
      })
    })
  )
}
