import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { DraftZone } from "./DraftZone.ts"
import { type Finding, finding } from "./Finding.ts"
import { ancestorsOf } from "./LoadedRecords.ts"
import { valueOf } from "./RecordEntry.ts"

export const isAddress = ({ type }: Pick<Rrset, "type">): boolean => type === "A" || type === "AAAA"

/** The nameservers of a delegation, in lower case. */
export const nameserversOf = (ns: Rrset): ReadonlySet<DnsName.DnsName> =>
  new Set(ns.records.map((text) => DnsName.lowerCase(valueOf("NS", text).nameserver)))

/** The NS RRset at a name below the apex, which delegates the name and everything below it. */
export const delegationAt = (draft: DraftZone, name: DnsName.DnsName): Rrset | undefined =>
  name === draft.zone ? undefined : draft.find(name, "NS")

/** Conflicts of an RRset of the request with delegations and DNAMEs above it, and with names below it. */
export const delegations = (draft: DraftZone, rrset: Rrset): ReadonlyArray<Finding> => [
  ...placement(draft, rrset),
  ...reach(draft, rrset)
]

/** Conflicts of an RRset with delegations and DNAMEs at its name and above. */
const placement = (draft: DraftZone, rrset: Rrset): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const above of ancestorsOf(rrset.name, draft.zone)) {
    const dname = draft.find(above, "DNAME")
    if (dname !== undefined) {
      findings.push(
        finding("dname_children", `${rrset.name} is below the DNAME at ${above} and would never be found`, dname, rrset)
      )
    }
  }
  const cut = [rrset.name, ...ancestorsOf(rrset.name, draft.zone)]
    .flatMap((name) => delegationAt(draft, name) ?? []).at(-1)
  if (cut !== undefined && !isServedAt(cut, rrset)) {
    findings.push(
      finding("delegation_occluded", `${rrset.name} ${rrset.type} is hidden by the delegation of ${cut.name}`, rrset)
    )
  }
  return findings
}

/**
 * True if nameservers answer with the RRset: at and below a delegation, only its NS and the addresses of its
 * nameservers.
 */
const isServedAt = (cut: Rrset, rrset: Rrset): boolean =>
  rrset.name === cut.name && rrset.type === "NS" ||
  isAddress(rrset) && nameserversOf(cut).has(rrset.name)

/** Conflicts of NS and DNAME records of the request with names at and below them. */
const reach = (draft: DraftZone, rrset: Rrset): ReadonlyArray<Finding> => {
  const { name, type } = rrset
  if (type === "DNAME") {
    const below = draft.firstBelow(name)
    return below === undefined
      ? []
      : [finding("dname_children", `${below.name} is below the DNAME at ${name} and would never be found`, rrset)]
  }
  if (type !== "NS" || name === draft.zone) return []
  const nameservers = nameserversOf(rrset)
  const hidden = draft.at(name).find((other) => !isServedAt(rrset, other)) ??
    draft.firstBelow(name, (other) => isServedAt(rrset, other), 2 * nameservers.size)
  return [
    ...[...nameservers].filter((nameserver) => lacksGlue(draft, rrset, nameserver)).map((nameserver) =>
      finding("missing_glue", `${nameserver} is within the delegation of ${name} and has no address`, rrset)
    ),
    ...(hidden === undefined
      ? []
      : [finding("delegation_occluded", `${hidden.name} ${hidden.type} is hidden by the delegation of ${name}`, rrset)])
  ]
}

const lacksGlue = (draft: DraftZone, { name }: Rrset, nameserver: DnsName.DnsName): boolean =>
  DnsName.isWithin(nameserver, name) && !draft.at(nameserver).some(isAddress)
