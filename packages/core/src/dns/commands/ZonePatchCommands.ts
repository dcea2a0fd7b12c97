import { Effect, Schema } from "effect"
import { authorize } from "../../access/index.ts"
import {
  type Asked,
  askedByEach,
  type BatchCommand,
  bulkPayload,
  incomplete,
  inheritable,
  type JobKind,
  JobKinds,
  merged,
  planEach,
  storedRequest
} from "../../jobs/index.ts"
import { limits } from "../../shared/index.ts"
import { DnsName } from "../DnsName.ts"
import { RecordOp, RrsetOp } from "../ZoneRequest.ts"
import { Zones } from "../Zones.ts"
import { GivenZoneName, planZone, type ZoneWork } from "./ZonePlan.ts"
import { makeZoneWrites } from "./ZoneWrites.ts"

/** Ops of one instance, all or none of which are carried out. */
const opsOf = <S extends Schema.Top>(op: S) =>
  Schema.Array(op).check(
    Schema.isMinLength(limits.bulkZoneOps.minimum),
    Schema.isMaxLength(limits.bulkZoneOps.maximum)
  )

const bulkOf = <S extends Schema.Top>(op: S, identifier: string) =>
  bulkPayload(
    Schema.Struct({ ops: inheritable(opsOf(op)) }),
    Schema.Struct({ zone_name: GivenZoneName, ops: inheritable(opsOf(op)) }).annotate({ identifier })
  ).annotate({ identifier: `${identifier}BulkPayload` })

const RrsetsPayload = bulkOf(RrsetOp, "DnsZonePatchRrsets")
const RecordsPayload = bulkOf(RecordOp, "DnsZonePatchRecords")

/** What the commands of this file take as their payload. */
export const zonePatchPayloads = {
  dns_zone_patch_rrsets_bulk: RrsetsPayload,
  dns_zone_patch_records_bulk: RecordsPayload
}

/** A patch as a job keeps it. */
const storedPatch = <S extends Schema.Top>(op: S) => Schema.Struct({ zone_name: DnsName, ops: Schema.Array(op) })

const StoredRrsets = storedPatch(RrsetOp)
const StoredRecords = storedPatch(RecordOp)

interface Instance<Op> {
  readonly zone_name: string
  readonly ops?: ReadonlyArray<Op> | null | undefined
}

interface Bulk<Op> {
  readonly template?: { readonly ops?: ReadonlyArray<Op> | null | undefined } | null | undefined
  readonly instances: ReadonlyArray<Instance<Op>>
}

/** Ops that every zone gets may stand in the template. */
const askedBy = <Op>({ instances, template }: Bulk<Op>): ReadonlyArray<Asked<Instance<Op>>> =>
  instances.map((instance, instance_index) => ({ instance_index, members: merged(template, instance) }))

const planning = <Op>(
  kind: string,
  encode: (patch: { readonly zone_name: DnsName; readonly ops: ReadonlyArray<Op> }) => Schema.JsonObject
) => {
  const work: ZoneWork = { command: `${kind}_bulk`, kind, operation: "patch", verb: "Patch" }
  return Effect.fnUntraced(function*(commands: ReadonlyArray<Bulk<Op>>) {
    yield* authorize("dns:manage")
    return yield* planEach(yield* askedByEach(commands, askedBy<Op>), (asked) => {
      const { ops, zone_name } = asked.members
      const problems = ops ? [] : [incomplete(["ops"])]
      return planZone(work, asked, zone_name, problems, (name) => encode({ zone_name: name, ops: ops ?? [] }))
    })
  })
}

const makeKinds = Effect.gen(function*() {
  const zones = yield* Zones
  const { writeOnce } = yield* makeZoneWrites
  const rrsetsOf = storedRequest("zone", StoredRrsets)
  const recordsOf = storedRequest("zone", StoredRecords)

  const rrsets: JobKind = {
    kind: "dns_zone_patch_rrsets",
    topic: "dns",
    run: Effect.fnUntraced(function*(job) {
      const { request: { ops, zone_name }, type } = yield* rrsetsOf(job)
      yield* writeOnce(job, zone_name, zones.patchRrsets(zone_name, { ops }))
      return { type, zone_name }
    })
  }
  const records: JobKind = {
    kind: "dns_zone_patch_records",
    topic: "dns",
    run: Effect.fnUntraced(function*(job) {
      const { request: { ops, zone_name }, type } = yield* recordsOf(job)
      yield* writeOnce(job, zone_name, zones.patchRecords(zone_name, { ops }))
      return { type, zone_name }
    })
  }
  return [rrsets, records]
})

/** `dns_zone_patch_rrsets_bulk` and `dns_zone_patch_records_bulk`. Source: REST specification, "Jobs". */
export const registerZonePatchCommands = Effect.gen(function*() {
  const { registerCommand, registerKind } = yield* JobKinds
  const rrsets: BatchCommand<typeof RrsetsPayload.Type> = {
    name: "dns_zone_patch_rrsets_bulk",
    right: "dns:manage",
    risk: "changes",
    payload: RrsetsPayload,
    expand: planning("dns_zone_patch_rrsets", Schema.encodeSync(StoredRrsets))
  }
  const records: BatchCommand<typeof RecordsPayload.Type> = {
    name: "dns_zone_patch_records_bulk",
    right: "dns:manage",
    risk: "changes",
    payload: RecordsPayload,
    expand: planning("dns_zone_patch_records", Schema.encodeSync(StoredRecords))
  }
  yield* Effect.forEach(yield* makeKinds, registerKind, { discard: true })
  yield* registerCommand(rrsets)
  yield* registerCommand(records)
})
