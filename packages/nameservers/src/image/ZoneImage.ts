import { type DnsName, type PublishedRrset, type PublishedZone } from "@namewright/core/dns"
import { rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"
import type { SignedZone, ZoneSignatures } from "../signing/ZoneSignatures.ts"
import { type ImageRrset, imageRrsetOf } from "./ImageRrset.ts"

/** RRsets of a name by type; empty for an empty non-terminal. */
export type ImageNode = ReadonlyMap<number, ImageRrset>

/** One version of a zone, indexed for answers. Images are immutable; a new version is another image. */
export interface ZoneImage {
  /** Absolute, in lower case. */
  readonly name: DnsName.DnsName
  readonly apex: WireName.WireName
  readonly serial: number
  /** Names in lower case, including empty non-terminals. */
  readonly nodes: ReadonlyMap<WireName.WireName, ImageNode>
  readonly soa: ImageRrset
  /** TTL of negative answers in seconds (RFC 2308, section 5). */
  readonly negativeTtl: number
  /** Undefined for a zone without DNSSEC. */
  readonly signatures: ZoneSignatures | undefined
  /** Memory of the image, in RRsets of usual length. */
  readonly weight: number
}

const emptyNode: ImageNode = new Map()

const nodesOf = (apex: WireName.WireName, rrsets: Iterable<ImageRrset>): ReadonlyMap<WireName.WireName, ImageNode> => {
  const nodes = new Map<WireName.WireName, Map<number, ImageRrset>>()
  for (const rrset of rrsets) {
    const name = WireName.of(rrset.name)
    const node = nodes.get(name)
    if (node === undefined) nodes.set(name, new Map([[rrset.type, rrset]]))
    else node.set(rrset.type, rrset)
  }
  const all: Map<WireName.WireName, ImageNode> = nodes
  for (const name of nodes.keys()) {
    for (let above = name; above.length > apex.length;) {
      above = WireName.parent(above)
      if (all.has(above)) break
      all.set(above, emptyNode)
    }
  }
  return all
}

const lastUint32 = (octets: Uint8Array): number =>
  new DataView(octets.buffer, octets.byteOffset, octets.length).getUint32(octets.length - 4)

/** Characters of records that count as one RRset, so that caches of images are bounded in octets as well. */
const weighedText = 600

/** A usual RRset counts as one, a long one as several. */
const weightOf = ({ records }: PublishedRrset): number =>
  1 + Math.floor(records.reduce((total, text) => total + text.length, 0) / weighedText)

/** Builds the image of a published zone; a zone without a SOA is a defect. `sign` makes the signatures of a signed zone. */
export const zoneImage = (zone: PublishedZone, sign: (zone: SignedZone) => ZoneSignatures): ZoneImage => {
  const { name, serial, signing } = zone
  const rrsets = zone.rrsets.map(imageRrsetOf)
  const soa = rrsets.find((rrset) => rrset.type === rrTypes.SOA)
  const soaData = soa?.rdata[0]
  if (soa === undefined || soaData === undefined) throw new Error(`The published zone ${name} has no SOA`)
  const signatures = signing === null ? undefined : sign({ name, rrsets, signing })
  const apex = WireName.of(name)
  return {
    name,
    apex,
    serial,
    nodes: nodesOf(apex, signatures === undefined ? rrsets : [...rrsets, ...signatures.additions]),
    soa,
    negativeTtl: Math.min(soa.ttl, lastUint32(soaData)),
    signatures,
    weight: zone.rrsets.reduce((total, rrset) => total + weightOf(rrset), 0)
  }
}

/** Result of the search for a name (RFC 1034, section 4.3.2; RFC 4592, section 3.3.1). */
export type NameLookup =
  | { readonly kind: "node"; readonly node: ImageNode }
  /** The name is at or below a delegation. */
  | { readonly kind: "cut"; readonly name: WireName.WireName; readonly node: ImageNode }
  /** The name is below a DNAME. */
  | { readonly kind: "dname"; readonly name: WireName.WireName; readonly dname: ImageRrset }
  /** The name does not exist; its closest encloser has a wildcard. */
  | { readonly kind: "wildcard"; readonly encloser: WireName.WireName; readonly node: ImageNode }
  | { readonly kind: "none"; readonly encloser: WireName.WireName }

/** Names from the given one up to the one below the apex. */
const namesBelow = (name: WireName.WireName, apex: WireName.WireName): ReadonlyArray<WireName.WireName> => {
  const names: Array<WireName.WireName> = []
  for (let rest = name; rest.length > apex.length; rest = WireName.parent(rest)) names.push(rest)
  return names
}

/** Looks up a name of the zone, in lower case. The DS at a delegation belongs to the zone above it (RFC 4035, section 3.1.4.1). */
export const lookUp = ({ apex, nodes }: ZoneImage, name: WireName.WireName, type: number): NameLookup => {
  let encloser = apex
  let node = nodes.get(apex) ?? emptyNode
  for (const below of namesBelow(name, apex).toReversed()) {
    const dname = node.get(rrTypes.DNAME)
    if (dname !== undefined) return { kind: "dname", name: encloser, dname }
    const next = nodes.get(below)
    if (next === undefined) {
      const wildcard = nodes.get(`\u0001*${encloser}`)
      return wildcard === undefined ? { kind: "none", encloser } : { kind: "wildcard", encloser, node: wildcard }
    }
    if (next.has(rrTypes.NS) && !(below === name && type === rrTypes.DS)) {
      return { kind: "cut", name: below, node: next }
    }
    encloser = below
    node = next
  }
  return { kind: "node", node }
}
