import { DateTime } from "effect"
import type { RegistryDomain } from "../../registry/index.ts"
import type { Instant } from "../../shared/index.ts"
import type { Domain, Nameserver } from "../Domain.ts"
import { arranged } from "../DomainState.ts"

/**
 * The domain with its current state at the registry. The platform's own data is kept: contacts by id, the order of the
 * nameservers, an auth code that the registry does not show. A later expiry is treated as a renewal by the registry;
 * orders that change the expiry correct `unpaid_renewal_on` afterwards.
 */
export const synchronised = (domain: Domain, registered: RegistryDomain, now: Instant.Instant): Domain => ({
  ...domain,
  roid: registered.roid,
  registry_statuses: arranged(registered.statuses),
  nameservers: keepOrder(domain.nameservers, registered),
  auth_code: registered.auth_code ?? domain.auth_code,
  registered_on: registered.created_on ?? domain.registered_on,
  expires_on: registered.expires_on ?? domain.expires_on,
  transferred_on: registered.transferred_on ?? domain.transferred_on,
  unpaid_renewal_on: unpaidRenewal(domain, registered),
  updated_on: now
})

/** Days of the shortest term, one month. A smaller difference is a correction by the registry. */
const shortestTerm = 28

/** True if the second expiry is later than the first by at least a term. */
export const isTermLater = (first: Instant.Instant, second: Instant.Instant): boolean =>
  DateTime.isGreaterThanOrEqualTo(second, DateTime.add(first, { days: shortestTerm }))

/** Expiry before a renewal by the registry that is not charged; null if there is none. */
const unpaidRenewal = (domain: Domain, registered: RegistryDomain): Instant.Instant | null => {
  const { expires_on, unpaid_renewal_on } = domain
  if (expires_on === null || registered.expires_on === null) return unpaid_renewal_on
  if (isTermLater(expires_on, registered.expires_on)) return unpaid_renewal_on ?? expires_on
  // An earlier expiry: the registry has undone its renewal.
  return isTermLater(registered.expires_on, expires_on) ? null : unpaid_renewal_on
}

const keepOrder = (known: ReadonlyArray<Nameserver>, { nameservers }: RegistryDomain): ReadonlyArray<Nameserver> => {
  const position = new Map(known.map(({ hostname }, index) => [hostname, index]))
  const glue = new Map(known.map(({ hostname, ip_addresses }) => [hostname, ip_addresses]))
  return nameservers
    .map(({ hostname, ip_addresses }) => ({
      hostname,
      ip_addresses: ip_addresses.length > 0 ? ip_addresses : glue.get(hostname) ?? []
    }))
    .toSorted((a, b) => (position.get(a.hostname) ?? known.length) - (position.get(b.hostname) ?? known.length))
}
