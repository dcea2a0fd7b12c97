import { isWithin, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** A nameserver as a request names it; hostnames are normalised and stand once. */
export interface RequestedHost {
  readonly hostname: string
  readonly ip_addresses: ReadonlyArray<string>
}

/**
 * What the TLD says against the nameservers of a name. Where nameservers are objects, `missing` are those below a
 * domain of the account for which no host object exists; where they are attributes, one below the name itself needs its
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
        ? [{ pointer: `${pointer}.ip_addresses`, detail: `${hostname} lies below the name and needs an address` }]
        : []
    })
  ]
}
