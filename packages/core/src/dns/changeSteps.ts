import { apexRrsets } from "./ApexRrsets.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset, RrsetChange } from "./Rrset.ts"
import type { ZoneChange } from "./ZoneChange.ts"
import type { ChangeAction, ChangeStep } from "./ZoneView.ts"

type Change = Pick<ZoneChange, "before" | "after" | "rrsets">

const zoneStep = (action: ChangeAction): ChangeStep => ({
  action,
  rrset_name: null,
  rrset_type: null,
  record_data: null,
  ttl: null
})

const recordSteps = (
  action: "create_record" | "delete_record",
  { name, ttl, type }: Rrset,
  records: ReadonlyArray<string>
): ReadonlyArray<ChangeStep> =>
  records.map((record_data) => ({ action, rrset_name: name, rrset_type: type, record_data, ttl }))

/** With another TTL every record is another one. */
export const rrsetSteps = ({ after, before }: Pick<RrsetChange, "after" | "before">): ReadonlyArray<ChangeStep> => {
  const kept = new Set(
    before?.ttl === after?.ttl ? before?.records.filter((record) => after?.records.includes(record)) : []
  )
  const others = (rrset: Rrset) => rrset.records.filter((record) => !kept.has(record))
  return [
    ...before === null ? [] : recordSteps("delete_record", before, others(before)),
    ...after === null ? [] : recordSteps("create_record", after, others(after))
  ]
}

/** A change record by record: what became of the zone, its SOA and apex NS, and then its RRsets. */
export const changeSteps = (zone: DnsName, { after, before, rrsets }: Change): ReadonlyArray<ChangeStep> => {
  const [soa, ns] = apexRrsets(zone, after)
  const [soaBefore, nsBefore] = before === null ? [null, null] : apexRrsets(zone, before)
  const signing = before?.dnssec_status ?? "disabled"
  return [
    ...before === null ? [zoneStep("create_zone")] : [],
    ...signing === after.dnssec_status
      ? []
      : [zoneStep(after.dnssec_status === "enabled" ? "enable_dnssec" : "disable_dnssec")],
    ...[{ before: soaBefore, after: soa }, { before: nsBefore, after: ns }, ...rrsets].flatMap(rrsetSteps)
  ]
}
