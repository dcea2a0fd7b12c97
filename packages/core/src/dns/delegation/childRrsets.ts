import { apexTtl, keyTtl } from "../ApexRrsets.ts"
import type { DnsName } from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import { entriesOf, sortedTexts } from "../rules/RecordEntry.ts"

/** Content of the delegation of a served zone in the zone above it. */
export interface ChildZone {
  readonly name: DnsName
  readonly nameservers: ReadonlyArray<DnsName>
  /** Addresses of the nameservers at and below the name (RFC 9471, section 2). */
  readonly glue: ReadonlyArray<Pick<Rrset, "name" | "records" | "ttl" | "type">>
  /** DS records in presentation text; empty unless both zones are signed. */
  readonly ds: ReadonlyArray<string>
}

/** The RRsets that delegate a child zone: NS, DS and glue. */
export const childRrsets = ({ ds, glue, name, nameservers }: ChildZone): ReadonlyArray<Rrset> => [
  childRrset({ name, type: "NS", ttl: apexTtl, records: nameservers }),
  ...(ds.length === 0 ? [] : [childDs(name, ds)]),
  ...glue.map(childRrset)
]

/** The DS RRset of a child zone. */
export const childDs = (name: DnsName, records: ReadonlyArray<string>): Rrset =>
  childRrset({ name, type: "DS", ttl: keyTtl, records })

const childRrset = ({ name, records, ttl, type }: Omit<Rrset, "protected_reason">): Rrset => ({
  name,
  type,
  ttl,
  records: sortedTexts(entriesOf({ records, type })),
  protected_reason: "CHILD_ZONE"
})
