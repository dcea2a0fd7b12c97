import { Context, Effect, Layer } from "effect"
import { seesAuthCodes } from "../access/index.ts"
import { EventLog } from "../events/index.ts"
import { type Host, HostStore } from "../hosts/index.ts"
import { ClientStatus } from "../registry/index.ts"
import {
  type Actor,
  type Agent,
  type DomainId,
  Instant,
  type OrganizationId,
  Period,
  Transaction
} from "../shared/index.ts"
import { type AssignedTag, byLabel, statusTag, type TagId, TagStore } from "../tags/index.ts"
import { isCallersAttribute, TldCatalog } from "../tlds/index.ts"
import { automaticTerm, registryTerm } from "./AutomaticTerm.ts"
import { type Domain, isTransferLocked } from "./Domain.ts"
import type { ListedDomain } from "./DomainStore.ts"
import type { DomainView } from "./DomainView.ts"
import { requiredVerification } from "./verification/requiredVerification.ts"

/** Conversion of stored domains to responses. */
export class DomainViews extends Context.Service<DomainViews, {
  readonly ofAll: (actor: Actor, listed: ReadonlyArray<ListedDomain>) => Effect.Effect<ReadonlyArray<DomainView>>
  /** One domain, without its tags. */
  readonly of: (actor: Actor, domain: Domain) => Effect.Effect<DomainView>
}>()("@namewright/core/domains/DomainViews") {
  static readonly layer = Layer.effect(
    DomainViews,
    Effect.gen(function*() {
      const hosts = yield* HostStore
      const tags = yield* TagStore
      const catalog = yield* TldCatalog
      const events = yield* EventLog
      const transaction = yield* Transaction

      /** Registry terms by TLD, for the TLDs of the listed domains. */
      const termsOf = Effect.fnUntraced(function*(listed: ReadonlyArray<ListedDomain>) {
        const terms = new Map<string, Period.Period>()
        for (const tld of new Set(listed.map(({ domain }) => domain.tld))) {
          const found = yield* catalog.find(tld)
          if (found._tag === "Some") terms.set(tld, registryTerm(found.value))
        }
        return terms
      })

      const labelsOf = Effect.fnUntraced(function*(listed: ReadonlyArray<ListedDomain>) {
        const byOrganization = new Map<OrganizationId, Set<TagId>>()
        for (const { domain, tags: ids } of listed) {
          if (ids === null || ids.length === 0) continue
          const known = byOrganization.get(domain.organization_id) ?? new Set<TagId>()
          byOrganization.set(domain.organization_id, new Set([...known, ...ids]))
        }
        const labels = new Map<TagId, AssignedTag>()
        for (const [organization, ids] of byOrganization) {
          for (const [id, tag] of yield* tags.describe(organization, [...ids])) labels.set(id, tag)
        }
        return labels
      })

      const ofAll = Effect.fnUntraced(function*(actor: Actor, listed: ReadonlyArray<ListedDomain>) {
        const parents = listed.filter(({ has_hosts }) => has_hosts !== false).map(({ domain }) => domain.domain_id)
        const below = hostsByDomain(yield* hosts.below(parents))
        const labels = yield* labelsOf(listed)
        const terms = yield* termsOf(listed)
        const codes = { areVisible: seesAuthCodes(actor), now: yield* Instant.now }
        const views = listed.map(({ domain, status_tags, tags: ids }): DomainView =>
          viewOf(domain, terms.get(domain.tld), below.get(domain.domain_id) ?? [], codes, {
            tags: ids === null ? null : ids.flatMap((id) => labels.get(id) ?? []).toSorted(byLabel),
            status_tags: status_tags === null ? null : status_tags.map(statusTag)
          })
        )
        if (actor.agent !== undefined) yield* recordDisclosures(actor.agent, views)
        return views
      })

      /** Records an event for each auth code that a connected program receives. */
      const recordDisclosures = Effect.fnUntraced(function*(
        { client_id, user_id }: Agent,
        views: ReadonlyArray<DomainView>
      ) {
        const disclosed = views.filter(({ auth_code }) => auth_code !== null)
        if (disclosed.length === 0) return
        yield* transaction.atomically(
          Effect.forEach(disclosed, ({ domain_id, name, owner_id }) =>
            events.record({
              organization_id: owner_id,
              object_type: "DOMAIN",
              object_id: domain_id,
              object_name: name,
              type: "AUTH_CODE_DISCLOSURE",
              subtype: "NOTIFICATION",
              event_data: { message: `The program ${client_id} was shown the auth code, for ${user_id}` }
            }), { discard: true })
        )
      })

      const of = Effect.fnUntraced(function*(actor: Actor, domain: Domain) {
        const [view] = yield* ofAll(actor, [{ domain, tags: null, status_tags: null }])
        return view ?? (yield* Effect.die(new Error("A domain has no view")))
      })

      return DomainViews.of({ of, ofAll })
    })
  )
}

const hostsByDomain = (hosts: ReadonlyArray<Host>): ReadonlyMap<DomainId, ReadonlyArray<Host>> =>
  Map.groupBy(hosts, ({ domain_id }) => domain_id)

/** Nameservers with glue: the addresses of the domain's host objects, otherwise those stored with the domain. */
const nameserversOf = ({ nameservers }: Domain, hosts: ReadonlyArray<Host>): DomainView["nameservers"] =>
  hosts.length === 0
    ? nameservers
    : nameservers.map((nameserver) => ({
      ...nameserver,
      ip_addresses: hosts.find(({ hostname }) => hostname === nameserver.hostname)?.ip_addresses
        ?? nameserver.ip_addresses
    }))

const viewOf = (
  domain: Domain,
  registryPeriod: Period.Period | undefined,
  hosts: ReadonlyArray<Host>,
  codes: { readonly areVisible: boolean; readonly now: Instant.Instant },
  { status_tags, tags }: Pick<DomainView, "status_tags" | "tags">
): DomainView => {
  const { auth_code, auth_code_expires_on } = shownCode(domain, codes)
  // A literal without spreads: its objects are built with all members at once.
  return {
    domain_id: domain.domain_id,
    name: domain.name,
    sld: domain.sld,
    tld: domain.tld,
    roid: domain.roid,
    owner_id: domain.organization_id,
    registry_account_id: domain.registry_account_id,
    renewal_mode: domain.renewal_mode,
    renewal_period: domain.renewal_mode === "expire" || registryPeriod === undefined
      ? null
      : Period.toIsoDuration(automaticTerm(domain, registryPeriod)),
    is_premium: domain.is_premium,
    transfer_lock: isTransferLocked(domain),
    read_only: domain.read_only,
    registry_statuses: domain.registry_statuses,
    statuses: ClientStatus.literals.filter((status) => domain.registry_statuses.includes(status)),
    contacts: domain.contacts,
    nameservers: nameserversOf(domain, hosts),
    hosts: hosts.map(({ host_id }) => ({ host_id })),
    auth_code,
    auth_code_expires_on,
    attributes: callersAttributes(domain.attributes),
    verification_required: requiredVerification(domain),
    tags,
    status_tags,
    registered_on: domain.registered_on,
    expires_on: domain.expires_on,
    transferred_on: domain.transferred_on,
    canceled_on: domain.canceled_on,
    deleted_on: domain.deleted_on,
    created_on: domain.created_on,
    updated_on: domain.updated_on
  }
}

/** Auth code and its expiry; null if the code has expired or the actor may not read it. */
const shownCode = (
  { auth_code, auth_code_expires_on }: Domain,
  { areVisible, now }: { readonly areVisible: boolean; readonly now: Instant.Instant }
): Pick<DomainView, "auth_code" | "auth_code_expires_on"> =>
  !areVisible || auth_code_expires_on !== null && Instant.hasPassed(auth_code_expires_on, now)
    ? { auth_code: null, auth_code_expires_on: null }
    : { auth_code, auth_code_expires_on }

const callersAttributes = (attributes: Domain["attributes"]): Domain["attributes"] => {
  const keys = Object.keys(attributes)
  return keys.every(isCallersAttribute)
    ? attributes
    : Object.fromEntries(keys.filter(isCallersAttribute).map((key) => [key, attributes[key] ?? ""]))
}
