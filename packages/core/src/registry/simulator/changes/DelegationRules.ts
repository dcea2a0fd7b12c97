import { isWithin } from "../../../shared/index.ts"
import type { RegistryNameserver } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { policy } from "../objects/Refusal.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { addressesProblem } from "./HostRules.ts"

/** Problem of the complete delegation of a domain. The existence of its hosts is not checked. */
export const delegationProblem = (
  name: string,
  nameservers: ReadonlyArray<RegistryNameserver>,
  tld: SimulatedTld
): RegistryRefusal | undefined => {
  const { max, min } = tld.nameservers
  if (nameservers.length > max || nameservers.length < min) {
    return policy(`A name under .${tld.suffix} has ${min} to ${max} nameservers`)
  }
  if (new Set(nameservers.map(({ hostname }) => hostname)).size < nameservers.length) {
    return policy("A nameserver is named twice")
  }
  return tld.host_objects ? undefined : glueProblem(name, nameservers)
}

/** If hosts are attributes, a nameserver below the domain itself needs addresses. */
const glueProblem = (name: string, nameservers: ReadonlyArray<RegistryNameserver>): RegistryRefusal | undefined => {
  for (const { hostname, ip_addresses } of nameservers) {
    if (isWithin(hostname, name) && ip_addresses.length === 0) return policy(`${hostname} needs an address`)
    const problem = ip_addresses.length === 0 ? undefined : addressesProblem(ip_addresses)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * The stored form of a nameserver. Host objects have their own addresses; attributes have glue only below the domain.
 */
export const keptNameserver = (
  name: string,
  { hostname, ip_addresses }: RegistryNameserver,
  tld: SimulatedTld
): RegistryNameserver => ({
  hostname,
  ip_addresses: !tld.host_objects && isWithin(hostname, name) ? ip_addresses : []
})
