import { DnsName } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"
import type { DenialChain } from "./DenialChain.ts"

/**
 * The NSEC or NSEC3 RRsets of an answer, each once. Names are in lower case and within the zone; the closest encloser of
 * a name is the longest name above it that exists, empty non-terminals included (RFC 4592, section 3.3.1).
 */
export interface DenialProofs {
  /** Neither the name nor a wildcard for it exists: NXDOMAIN. */
  readonly nameError: (name: DnsName.DnsName, closestEncloser: DnsName.DnsName) => ReadonlyArray<ImageRrset>
  /** The name exists without the queried type; also a delegation without DS. */
  readonly noData: (name: DnsName.DnsName) => ReadonlyArray<ImageRrset>
  /** The name does not exist, and its wildcard does not have the type. */
  readonly wildcardNoData: (name: DnsName.DnsName, closestEncloser: DnsName.DnsName) => ReadonlyArray<ImageRrset>
  /** The name does not exist, and a wildcard answers. */
  readonly wildcardAnswer: (name: DnsName.DnsName, closestEncloser: DnsName.DnsName) => ReadonlyArray<ImageRrset>
}

/** Part of a chain that proofs use. */
export type DenialLookup = Pick<DenialChain, "covering" | "matching">

const asterisk = Uint8Array.of(0x2a)

const wildcardOf = (closestEncloser: DnsName.DnsName): DnsName.DnsName =>
  DnsName.fromLabels([asterisk, ...DnsName.labels(closestEncloser)])

/** The name one label longer than the closest encloser (RFC 5155, section 1.3). */
const nextCloser = (name: DnsName.DnsName, closestEncloser: DnsName.DnsName): DnsName.DnsName => {
  let [below, above] = [name, DnsName.parent(name)]
  while (above !== undefined && above !== closestEncloser) [below, above] = [above, DnsName.parent(above)]
  return below
}

const each = (...rrsets: ReadonlyArray<ImageRrset | undefined>): ReadonlyArray<ImageRrset> => [
  ...new Set(rrsets.filter((rrset) => rrset !== undefined))
]

/** RFC 4035, section 3.1.3. */
export const nsecProofs = ({ covering, matching }: DenialLookup): DenialProofs => ({
  nameError: (name, closestEncloser) => each(covering(name), covering(wildcardOf(closestEncloser))),
  // An empty non-terminal has no NSEC. The covering one has a name below it as the next name.
  noData: (name) => each(covering(name)),
  wildcardNoData: (name, closestEncloser) => each(covering(name), matching(wildcardOf(closestEncloser))),
  wildcardAnswer: (name) => each(covering(name))
})

/** RFC 5155, section 7.2. */
export const nsec3Proofs = ({ covering, matching }: DenialLookup): DenialProofs => ({
  nameError: (name, closestEncloser) =>
    each(
      matching(closestEncloser),
      covering(nextCloser(name, closestEncloser)),
      covering(wildcardOf(closestEncloser))
    ),
  noData: (name) => each(matching(name)),
  wildcardNoData: (name, closestEncloser) =>
    each(
      matching(closestEncloser),
      covering(nextCloser(name, closestEncloser)),
      matching(wildcardOf(closestEncloser))
    ),
  wildcardAnswer: (name, closestEncloser) => each(covering(nextCloser(name, closestEncloser)))
})
