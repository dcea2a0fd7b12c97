import type * as DnsName from "../DnsName.ts"
import { delegationAt, isAddress, nameserversOf } from "./delegations.ts"
import { type Finding, finding } from "./Finding.ts"
import type { StandingRrsets } from "./StandingRrsets.ts"
import { ancestorsOf } from "./StoredSight.ts"

/** The delegations that lose the last address of a nameserver of theirs. */
export const lostGlue = (standing: StandingRrsets, name: DnsName.DnsName): ReadonlyArray<Finding> => {
  if (standing.at(name).some(isAddress)) return []
  return [name, ...ancestorsOf(name, standing.zone)].flatMap((above) => {
    const cut = delegationAt(standing, above)
    return cut !== undefined && nameserversOf(cut).has(name)
      ? [
        finding(
          "missing_glue",
          `${name} is a nameserver within the delegation of ${above} and needs an address`,
          cut,
          { name, type: "A" },
          { name, type: "AAAA" },
          ...standing.touchedTypes(name).map((type) => ({ name, type }))
        )
      ]
      : []
  })
}
