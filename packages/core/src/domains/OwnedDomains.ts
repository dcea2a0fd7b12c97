import { Context, DateTime, Effect, Equal, Layer, Option } from "effect"
import { OrganizationDirectory, OrganizationScope, RepeatedSince } from "../access/index.ts"
import { OperationInProgress } from "../registry/index.ts"
import { type Actor, Instant } from "../shared/index.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { DomainNotFound, DomainReadOnly, DomainStatusProhibited } from "./DomainError.ts"
import { type DomainAction, prohibiting } from "./DomainState.ts"
import { DomainStore } from "./DomainStore.ts"

/** Access to domains of the caller's organization and its suborganizations. */
export class OwnedDomains extends Context.Service<OwnedDomains, {
  readonly get: (actor: Actor, reference: DomainReference) => Effect.Effect<Domain, DomainNotFound>
  /**
   * For writes: refuses a domain at an external registrar. A repeated request does not find a domain that was created
   * after its first attempt.
   */
  readonly getWritable: (
    actor: Actor,
    reference: DomainReference
  ) => Effect.Effect<Domain, DomainNotFound | DomainReadOnly>
  /**
   * Locks and returns a domain that the caller has read and decided on. Fails if contacts, statuses, expiry or an
   * unpaid renewal have changed since.
   */
  readonly lockUnchanged: (domain: Domain) => Effect.Effect<Domain, OperationInProgress>
}>()("@namewright/core/domains/OwnedDomains") {
  static readonly layer = Layer.effect(
    OwnedDomains,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const directory = yield* OrganizationDirectory

      const get = Effect.fnUntraced(function*(actor: Actor, reference: DomainReference) {
        const found = yield* store.find(reference)
        if (
          Option.isNone(found) || !(yield* OrganizationScope.visible(directory, actor, found.value.organization_id))
        ) {
          return yield* new DomainNotFound({ domain_name: reference })
        }
        return found.value
      })

      const getWritable = Effect.fnUntraced(function*(actor: Actor, reference: DomainReference) {
        const domain = yield* get(actor, reference)
        const isNewer = Option.exists(yield* RepeatedSince, DateTime.isLessThan(domain.created_on))
        if (isNewer) return yield* new DomainNotFound({ domain_name: reference })
        return domain.read_only ? yield* new DomainReadOnly({ domain_name: domain.name }) : domain
      })

      const lockUnchanged = Effect.fnUntraced(function*(domain: Domain) {
        const current = yield* store.lock(domain.domain_id)
        if (Option.isNone(current) || !Equal.equals(decidingFields(current.value), decidingFields(domain))) {
          return yield* new OperationInProgress({ object_name: domain.name })
        }
        return current.value
      })

      return OwnedDomains.of({ get, getWritable, lockUnchanged })
    })
  )
}

/** Fields on which decisions about a domain depend. */
const decidingFields = ({ contacts, expires_on, registry_statuses, unpaid_renewal_on }: Domain) => ({
  contacts,
  registry_statuses,
  expires_on: expires_on === null ? null : Instant.format(expires_on),
  owes: unpaid_renewal_on !== null
})

/** Fails if a status of the domain forbids the action. */
export const refuseProhibited = (
  domain: Domain,
  action: Exclude<DomainAction, "delete">
): Effect.Effect<void, DomainStatusProhibited> => {
  const prohibiting_statuses = prohibiting(domain, action)
  return prohibiting_statuses.length === 0
    ? Effect.void
    : Effect.fail(new DomainStatusProhibited({ domain_name: domain.name, prohibiting_statuses }))
}
