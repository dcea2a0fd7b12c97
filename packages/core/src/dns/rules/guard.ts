import type { InputIssue } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { ProtectedReason } from "../Rrset.ts"
import { RrsetProtected } from "../ZoneError.ts"
import type { DraftZone } from "./DraftZone.ts"
import { type RrsetStep, zoneIssue } from "./RrsetStep.ts"

/** The entries of a request that may be applied, and those that name what the platform manages. */
interface Guarded {
  readonly free: ReadonlyArray<RrsetStep>
  readonly problems: ReadonlyArray<InputIssue>
  readonly errors: ReadonlyArray<RrsetProtected>
}

/** Whatever an entry wants of a protected RRset, even that it stays as it is, it is refused. */
export const guard = (draft: DraftZone, steps: ReadonlyArray<RrsetStep>): Guarded => {
  const guarded = {
    free: new Array<RrsetStep>(),
    problems: new Array<InputIssue>(),
    errors: new Array<RrsetProtected>()
  }
  for (const step of steps) {
    const { name, pointer, type, writtenName } = step
    const protected_reason = draft.stored(name, type)?.protected_reason ?? managed(draft.zone, name, type)
    if (protected_reason === null) guarded.free.push(step)
    else {
      const error = new RrsetProtected({
        zone_name: draft.zone,
        rrset_name: writtenName,
        rrset_type: type,
        protected_reason
      })
      guarded.errors.push(error)
      guarded.problems.push(zoneIssue("protected_rrset", pointer, error.message, { protected_reason }))
    }
  }
  return guarded
}

/** What follows from the zone itself. Source: REST specification, "DNS zone, RRset, record". */
const managed = (zone: DnsName, name: DnsName, type: DnsRrsetType): ProtectedReason | null => {
  if (type === "SOA") return "SYSTEM_MANAGED_SOA"
  if (type === "DNSKEY" || type === "DS") return "GENERIC"
  return type === "NS" && name === zone ? "SYSTEM_MANAGED_NS" : null
}
