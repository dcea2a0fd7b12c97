import { Effect } from "effect"
import { inChunks } from "../shared/index.ts"
import { apexRrsets } from "./ApexRrsets.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset, RrsetChange } from "./Rrset.ts"
import type { ZoneChange } from "./ZoneChange.ts"
import type { ChangeAction, ChangeStep } from "./ZoneView.ts"

type Change = Pick<ZoneChange, "before" | "after" | "rrsets">
type RrsetSides = Pick<RrsetChange, "after" | "before">

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

/** Removed and added records. If the TTL changes, every record counts as changed. */
const recordChanges = ({ after, before }: RrsetSides) => {
  const [old, current] = [before?.records ?? [], after?.records ?? []]
  if (before?.ttl !== after?.ttl) return { removed: old, added: current }
  const [oldSet, currentSet] = [new Set(old), new Set(current)]
  return {
    removed: old.filter((record) => !currentSet.has(record)),
    added: current.filter((record) => !oldSet.has(record))
  }
}

const rrsetSteps = (change: RrsetSides): ReadonlyArray<ChangeStep> => {
  const { added, removed } = recordChanges(change)
  return [
    ...change.before === null ? [] : recordSteps("delete_record", change.before, removed),
    ...change.after === null ? [] : recordSteps("create_record", change.after, added)
  ]
}

const zoneSteps = ({ after, before }: Change): ReadonlyArray<ChangeStep> => {
  const signing = before?.dnssec_status ?? "disabled"
  return [
    ...before === null ? [zoneStep("create_zone")] : [],
    ...signing === after.dnssec_status
      ? []
      : [zoneStep(after.dnssec_status === "enabled" ? "enable_dnssec" : "disable_dnssec")]
  ]
}

const apexChanges = (zone: DnsName, { after, before }: Change): ReadonlyArray<RrsetSides> => {
  const [soa, ns] = apexRrsets(zone, after)
  const [soaBefore, nsBefore] = before === null ? [null, null] : apexRrsets(zone, before)
  return [{ before: soaBefore, after: soa }, { before: nsBefore, after: ns }]
}

/** Cost of an RRset change for slicing. */
const costOf = ({ after, before }: RrsetSides): number =>
  stepCost * ((before?.records.length ?? 0) + (after?.records.length ?? 0))
const stepCost = 5

/** Steps of RRset changes record by record, computed in chunks. */
export const stepsOfRrsets = Effect.fnUntraced(function*(rrsets: ReadonlyArray<RrsetSides>) {
  const steps: Array<ChangeStep> = []
  yield* inChunks(rrsets, costOf, (change) => {
    for (const step of rrsetSteps(change)) steps.push(step)
  })
  return steps
})

/** Steps of a change record by record: the zone, its SOA and apex NS, then its RRsets. */
export const changeSteps = (zone: DnsName, change: Change): Effect.Effect<ReadonlyArray<ChangeStep>> =>
  Effect.map(
    stepsOfRrsets([...apexChanges(zone, change), ...change.rrsets]),
    (steps) => [...zoneSteps(change), ...steps]
  )

/** Number of the steps of a change. */
export const countSteps = (zone: DnsName, change: Change): number => {
  let count = zoneSteps(change).length
  for (const rrset of [...apexChanges(zone, change), ...change.rrsets]) {
    const { added, removed } = recordChanges(rrset)
    count += added.length + removed.length
  }
  return count
}
