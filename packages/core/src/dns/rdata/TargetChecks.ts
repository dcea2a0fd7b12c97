import * as DnsName from "../DnsName.ts"
import { flaw, type RdataProblem } from "./RdataProblem.ts"

const addressLike = /^(?:[0-9]{1,3}\.){4}$|^[0-9a-f]*:[0-9a-f:.]*$/i
const hostLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/** Problems of a target that is an address instead of a name. */
export const targetFlaws = (field: string, name: DnsName.DnsName): ReadonlyArray<RdataProblem> =>
  addressLike.test(name) ? [flaw("address_as_target", field, `The ${field} must be a name, not an address`)] : []

/**
 * Problems of a target with addresses: it must be a hostname of letters, digits and hyphens (RFC 1123, section 2.1).
 */
export const hostFlaws = (field: string, name: DnsName.DnsName): ReadonlyArray<RdataProblem> => {
  const asAddress = targetFlaws(field, name)
  if (asAddress.length > 0) return asAddress
  return name.slice(0, -1).split(".").every((label) => hostLabel.test(label))
    ? []
    : [flaw("host_name_syntax", field, `The ${field} must be a host name: letters, digits and hyphens`)]
}

/** Problems of a hostname, or of the root for none (RFC 7505 for MX, RFC 2782 for SRV). */
export const hostOrNoneFlaws = (field: string, name: DnsName.DnsName): ReadonlyArray<RdataProblem> =>
  name === DnsName.root ? [] : hostFlaws(field, name)
