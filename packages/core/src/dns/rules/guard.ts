import type { InputIssue } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { ProtectedReason } from "../Rrset.ts"
import { RrsetProtected } from "../ZoneError.ts"
import type { DraftZone } from "./DraftZone.ts"
import { type RrsetStep, zoneIssue } from "./RrsetStep.ts"

/** Entries of a request that may be applied, and entries for protected RRsets. */
interface Guarded {
  readonly free: ReadonlyArray<RrsetStep>
  readonly problems: ReadonlyArray<InputIssue>
  readonly errors: ReadonlyArray<RrsetProtected>
}

/** Separates entries for protected RRsets, which are refused even without a difference. */
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

/**
 * Reason for the protection of RRsets that are derived from the zone. Source: REST specification, "DNS zone, RRset,
 * record".
 */
const managed = (zone: DnsName, name: DnsName, type: DnsRrsetType): ProtectedReason | null => {
  if (type === "SOA") return "SYSTEM_MANAGED_SOA"
  if (type === "DNSKEY" || type === "DS") return "GENERIC"
  return type === "NS" && name === zone ? "SYSTEM_MANAGED_NS" : null
}
