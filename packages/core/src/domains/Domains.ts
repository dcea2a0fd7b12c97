import { Context, Effect, Layer, Option, Schema } from "effect"
import {
  type AuthorizationError,
  authorizeWithinObjects,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import { Billing } from "../billing/index.ts"
import { OrganizationStore } from "../organizations/index.ts"
import {
  type Actor,
  type CurrentActor,
  Instant,
  Money,
  objectScopes,
  type OrganizationId,
  type Page,
  type PageRequest,
  Period,
  type Sort
} from "../shared/index.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import { DomainNotFound } from "./DomainError.ts"
import type { DomainFilter, DomainSortField } from "./DomainFilter.ts"
import { DomainStore, type ListedDomain } from "./DomainStore.ts"
import { countsByName, type DomainSummary } from "./DomainSummary.ts"
import { domainTag } from "./DomainTag.ts"
import type { DomainCredential, DomainView, RenewalPrice } from "./DomainView.ts"
import { DomainViews } from "./DomainViews.ts"
import { ExternalAccounts } from "./ExternalAccounts.ts"
import { organizationFamily } from "./organizationFamily.ts"
import { OwnedDomains } from "./OwnedDomains.ts"
import { agreeOnPrice } from "./price/DomainPricing.ts"
import { RegistryAccess } from "./registry/RegistryAccess.ts"

/** Optional members of the domains of a list. */
export const DomainListInclude = Schema.Literals(["tags", "registrar_credential"])
  .annotate({ identifier: "DomainListInclude" })
export type DomainListInclude = typeof DomainListInclude.Type

/** Optional members of a single domain. */
export const DomainInclude = Schema.Literals(["tags", "registrar_credential", "renewal_price"])
  .annotate({ identifier: "DomainInclude" })
export type DomainInclude = typeof DomainInclude.Type

/** A domain with its entity tag. */
export interface TaggedDomain {
  readonly view: DomainView
  readonly entity_tag: string
}

/** Reads domains. Source: REST specification, "Endpoints", Domains. */
export class Domains extends Context.Service<Domains, {
  /** `organization_id` selects a suborganization; default: the caller's organization. */
  readonly list: (
    filter: DomainFilter,
    sort: Sort<DomainSortField>,
    page: PageRequest,
    include: ReadonlyArray<DomainListInclude>,
    organization_id?: OrganizationId
  ) => Effect.Effect<Page<DomainView>, AuthorizationError | UnknownOrganization, CurrentActor>
  readonly get: (
    reference: DomainReference,
    include: ReadonlyArray<DomainInclude>
  ) => Effect.Effect<DomainView, AuthorizationError | DomainNotFound, CurrentActor>
  /** As `get`, with the entity tag of the domain. */
  readonly getTagged: (
    reference: DomainReference,
    include: ReadonlyArray<DomainInclude>
  ) => Effect.Effect<TaggedDomain, AuthorizationError | DomainNotFound, CurrentActor>
  readonly summary: Effect.Effect<DomainSummary, AuthorizationError, CurrentActor>
}>()("@namewright/core/domains/Domains") {
  static readonly layer = Layer.effect(
    Domains,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const views = yield* DomainViews
      const directory = yield* OrganizationDirectory
      const organizations = yield* OrganizationStore
      const access = yield* RegistryAccess
      const billing = yield* Billing
      const credentials = yield* ExternalAccounts
      const owned = yield* OwnedDomains

      const shown = Effect.fnUntraced(function*(
        actor: Actor,
        listed: ReadonlyArray<ListedDomain>,
        include: ReadonlyArray<DomainInclude>
      ) {
        const all = yield* views.ofAll(actor, listed)
        if (!include.includes("registrar_credential")) return all
        const ids = new Map(listed.map(({ domain }) => [domain.domain_id, domain.registrar_credential_id]))
        const known = new Set([...ids.values()].filter((id) => id !== null))
        const named: ReadonlyMap<string | null, DomainCredential> = known.size === 0
          ? new Map()
          : yield* credentials.of([...known])
        return all.map((view): DomainView => ({
          ...view,
          registrar_credential: named.get(ids.get(view.domain_id) ?? null) ?? null
        }))
      })

      /** Price of a renewal for one year. */
      const renewalPriceOf = Effect.fnUntraced(function*(domain: Domain) {
        const { registry } = yield* access.accountOf(domain)
        const premium = yield* access.premiumOf(registry, domain)
        const { fee, quote } = yield* agreeOnPrice(billing, {
          name: domain.name,
          tld: domain.tld,
          query: { organization_id: domain.organization_id, action: "renew", period: Period.years(1) },
          premium,
          expected_price: "any"
        })
        return {
          price: Money.toDecimal(quote.unit_price),
          currency: quote.currency,
          period: Period.years(1),
          is_premium: fee !== null
        } satisfies RenewalPrice
      })

      const list: Domains["Service"]["list"] = Effect.fn("Domains.list")(
        function*(filter, sort, page, include, organization_id) {
          const actor = yield* authorizeWithinObjects("domains:read")
          const owner = organization_id ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, owner)
          const visible = { ...filter, within: objectScopes(actor.scope) }
          const options = { now: yield* Instant.now, tags: include.includes("tags") }
          const found = yield* store.list(owner, visible, sort, page, options)
          return { ...found, items: yield* shown(actor, found.items, include) }
        }
      )

      const getTagged: Domains["Service"]["getTagged"] = Effect.fn("Domains.get")(function*(reference, include) {
        const actor = yield* authorizeWithinObjects("domains:read")
        const found = yield* store.findListed(reference, { tags: include.includes("tags") })
        if (
          Option.isNone(found)
          || !(yield* OrganizationScope.visible(directory, actor, found.value.domain.organization_id))
        ) {
          return yield* new DomainNotFound({ domain_name: reference })
        }
        const inScope = yield* owned.withinScope(actor, [found.value.domain])
        const [view] = yield* shown(actor, inScope.length === 0 ? [] : [found.value], include)
        if (view === undefined) return yield* new DomainNotFound({ domain_name: reference })
        const entity_tag = yield* domainTag(found.value.domain)
        if (!include.includes("renewal_price")) return { view, entity_tag }
        if (view.read_only) return { view: { ...view, renewal_price: null }, entity_tag }
        const renewal_price = yield* Effect.option(renewalPriceOf(found.value.domain))
        return { view: { ...view, renewal_price: Option.getOrNull(renewal_price) }, entity_tag }
      })

      const get: Domains["Service"]["get"] = (reference, include) =>
        Effect.map(getTagged(reference, include), ({ view }) => view)

      const summary = Effect.gen(function*() {
        const actor = yield* authorizeWithinObjects("domains:read")
        const { next_30_days, next_60_days, next_90_days, ...counts } = yield* store.counts(
          actor.organization_id,
          yield* Instant.now,
          objectScopes(actor.scope)
        )
        const family = yield* organizationFamily(organizations, actor)
        const totals = actor.scope === undefined
          ? yield* store.totals(family.map(({ organization_id }) => organization_id))
          : new Map([[actor.organization_id, counts.total_count]])
        return {
          organization_id: actor.organization_id,
          domains: {
            ...counts,
            by_organization: countsByName(family, totals),
            expiring_soon: { next_30_days, next_60_days, next_90_days }
          }
        }
      }).pipe(Effect.withSpan("Domains.summary"))

      return Domains.of({ list, get, getTagged, summary })
    })
  )
}
