import { isWithin, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** Nameserver in a request; hostnames are normalised and unique. */
export interface RequestedHost {
  readonly hostname: string
  readonly ip_addresses: ReadonlyArray<string>
}

/**
 * Problems of the nameservers of a domain. At registries with host objects, `missing` are hostnames below domains of
 * the account without a host object. At registries with host attributes, a nameserver below the domain itself needs
 * addresses. Source: REST specification, "Host object".
 */
export const nameserverIssues = (
  { dns_configuration: { allowed_number_of_nameserver: { max, min }, host_objects } }: TldSpec,
  name: string,
  nameservers: ReadonlyArray<RequestedHost>,
  missing: ReadonlySet<string>
): ReadonlyArray<PolicyIssue> => {
  const count = nameservers.length
  const isCountAllowed = count >= min && count <= max
  return [
    ...(isCountAllowed
      ? []
      : [{ pointer: "nameservers", detail: `A name here has ${min} to ${max} nameservers, not ${count}` }]),
    ...nameservers.flatMap(({ hostname, ip_addresses }, index) => {
      const pointer = `nameservers[${index}]`
      if (host_objects) {
        return missing.has(hostname)
          ? [{ pointer, detail: `There is no host object ${hostname}; create it first` }]
          : []
      }
      return isWithin(hostname, name) && ip_addresses.length === 0
        ? [{ pointer: `${pointer}.ip_addresses`, detail: `${hostname} is below the name and needs an address` }]
        : []
    })
  ]
}
