import { Context, DateTime, Effect, Equal, Layer, Option } from "effect"
import { OrganizationDirectory, OrganizationScope, RepeatedSince } from "../access/index.ts"
import { OperationInProgress } from "../registry/index.ts"
import { type Actor, Instant, tagsNeeded } from "../shared/index.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { type DomainChanged, DomainNotFound, DomainReadOnly, DomainStatusProhibited } from "./DomainError.ts"
import { type DomainAction, prohibiting } from "./DomainState.ts"
import { DomainStore, type ReferredDomain } from "./DomainStore.ts"
import { requireTag } from "./DomainTag.ts"

/** Access to domains of the caller's organization and its suborganizations; of restricted callers, to those in their scope. */
export class OwnedDomains extends Context.Service<OwnedDomains, {
  /** Those of the domains that are in the scope of the caller; their organizations are not checked. */
  readonly withinScope: <A extends ReferredDomain>(
    actor: Actor,
    domains: ReadonlyArray<A>
  ) => Effect.Effect<ReadonlyArray<A>>
  readonly get: (actor: Actor, reference: DomainReference) => Effect.Effect<Domain, DomainNotFound>
  /**
   * For writes: refuses a domain at an external registrar. A repeated request does not find a domain that was created
   * after its first attempt. Fails if the domain does not have the entity tag `expected`.
   */
  readonly getWritable: (
    actor: Actor,
    reference: DomainReference,
    expected?: string
  ) => Effect.Effect<Domain, DomainChanged | DomainNotFound | DomainReadOnly>
  /**
   * Locks and returns a domain that the caller has read and decided on. Fails if contacts, statuses, expiry or an
   * unpaid renewal have changed since.
   */
  readonly lockUnchanged: (domain: Domain) => Effect.Effect<Domain, OperationInProgress>
  /** As `lockUnchanged`; also fails if the locked domain does not have the entity tag `expected`. */
  readonly lockExpected: (
    domain: Domain,
    expected: string | undefined
  ) => Effect.Effect<Domain, DomainChanged | OperationInProgress>
}>()("@namewright/core/domains/OwnedDomains") {
  static readonly layer = Layer.effect(
    OwnedDomains,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const directory = yield* OrganizationDirectory

      const withinScope = Effect.fnUntraced(function*<A extends ReferredDomain>(
        { scope }: Actor,
        domains: ReadonlyArray<A>
      ) {
        if (scope === undefined) return domains
        const needed = new Map(domains.map(({ domain_id, name }) => [
          domain_id,
          tagsNeeded(scope, { id: domain_id, name })
        ]))
        const undecided = [...needed].flatMap(([id, tags]) => tags === undefined || tags.length === 0 ? [] : [id])
        const carried: ReadonlyMap<string, ReadonlyArray<string>> = yield* store.tagsOf(undecided)
        return domains.filter(({ domain_id }) =>
          needed.get(domain_id)?.every((tags) => carried.get(domain_id)?.some((tag) => tags.includes(tag)) === true)
        )
      })

      const get = Effect.fnUntraced(function*(actor: Actor, reference: DomainReference) {
        const found = yield* store.find(reference)
        if (
          Option.isNone(found) || !(yield* OrganizationScope.visible(directory, actor, found.value.organization_id))
        ) {
          return yield* new DomainNotFound({ domain_name: reference })
        }
        const [domain] = yield* withinScope(actor, [found.value])
        return domain ?? (yield* new DomainNotFound({ domain_name: reference }))
      })

      const getWritable = Effect.fnUntraced(function*(actor: Actor, reference: DomainReference, expected?: string) {
        const domain = yield* get(actor, reference)
        const isNewer = Option.exists(yield* RepeatedSince, DateTime.isLessThan(domain.created_on))
        if (isNewer) return yield* new DomainNotFound({ domain_name: reference })
        if (domain.read_only) return yield* new DomainReadOnly({ domain_name: domain.name })
        yield* requireTag(domain, expected)
        return domain
      })

      const locked = Effect.fnUntraced(
        function*<E>(domain: Domain, check: (current: Domain) => Effect.Effect<void, E>) {
          const current = yield* store.lock(domain.domain_id)
          if (Option.isSome(current)) yield* check(current.value)
          if (Option.isNone(current) || !Equal.equals(decidingFields(current.value), decidingFields(domain))) {
            return yield* new OperationInProgress({ object_name: domain.name })
          }
          return current.value
        }
      )

      return OwnedDomains.of({
        withinScope,
        get,
        getWritable,
        lockUnchanged: (domain) => locked(domain, () => Effect.void),
        lockExpected: (domain, expected) => locked(domain, (current) => requireTag(current, expected))
      })
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
