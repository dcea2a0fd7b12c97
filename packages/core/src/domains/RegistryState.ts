import type { RegistryDomain } from "../registry/index.ts"
import type { Instant } from "../shared/index.ts"
import type { Domain, Nameserver } from "./Domain.ts"
import { arranged } from "./DomainState.ts"

/**
 * The domain with what its registry says now. What only the platform knows stays: contacts by id, the order of the
 * nameservers, a code that the registry does not show.
 */
export const synchronised = (domain: Domain, seen: RegistryDomain, now: Instant.Instant): Domain => ({
  ...domain,
  roid: seen.roid,
  registry_statuses: arranged(seen.statuses),
  nameservers: keepOrder(domain.nameservers, seen),
  auth_code: seen.auth_code ?? domain.auth_code,
  registered_on: seen.created_on ?? domain.registered_on,
  expires_on: seen.expires_on ?? domain.expires_on,
  transferred_on: seen.transferred_on ?? domain.transferred_on,
  updated_on: now
})

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
