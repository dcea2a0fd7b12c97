import type * as DnsName from "../DnsName.ts"
import { delegationAt, isAddress, nameserversOf } from "./delegations.ts"
import type { DraftZone } from "./DraftZone.ts"
import { type Finding, finding } from "./Finding.ts"
import { ancestorsOf } from "./LoadedRecords.ts"

/** Delegations that lose the last address of one of their nameservers. */
export const lostGlue = (draft: DraftZone, name: DnsName.DnsName): ReadonlyArray<Finding> => {
  if (draft.at(name).some(isAddress)) return []
  return [name, ...ancestorsOf(name, draft.zone)].flatMap((above) => {
    const cut = delegationAt(draft, above)
    return cut !== undefined && nameserversOf(cut).has(name)
      ? [
        finding(
          "missing_glue",
          `${name} is a nameserver within the delegation of ${above} and needs an address`,
          cut,
          { name, type: "A" },
          { name, type: "AAAA" },
          ...draft.touchedTypes(name).map((type) => ({ name, type }))
        )
      ]
      : []
  })
}
