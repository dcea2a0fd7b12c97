import { Effect, Schema } from "effect"
import { authorizeWithinScope } from "../../access/index.ts"
import {
  bulkForm,
  type CommandRequest,
  declareCommand,
  incomplete,
  inheritable,
  JobKinds,
  merged,
  planEach,
  requestsOfCommands,
  storedRequest
} from "../../jobs/index.ts"
import { limits } from "../../shared/index.ts"
import { DnsName } from "../DnsName.ts"
import type { RrsetWrite } from "../RrsetWrite.ts"
import { RecordOp, RrsetOp } from "../ZoneRequest.ts"
import { Zones } from "../Zones.ts"
import { GivenZoneName, planZone, type ZoneWork } from "./ZonePlan.ts"
import { makeZoneScope, type ZoneScope } from "./ZoneScope.ts"
import { makeZoneWrites } from "./ZoneWrites.ts"

/** Operations of one instance, applied completely or not at all. */
const opsOf = <S extends Schema.Top>(op: S) =>
  Schema.Array(op).check(
    Schema.isMinLength(limits.bulkZoneOps.minimum),
    Schema.isMaxLength(limits.bulkZoneOps.maximum)
  )

/** Payload of one instance. */
const patchOf = <S extends Schema.Top>(op: S, identifier: string) =>
  Schema.Struct({ zone_name: GivenZoneName, ops: inheritable(opsOf(op)) }).annotate({ identifier })

const templateOf = <S extends Schema.Top>(op: S) => Schema.Struct({ ops: inheritable(opsOf(op)) })

const RrsetsPatch = patchOf(RrsetOp, "DnsZonePatchRrsets")
const RecordsPatch = patchOf(RecordOp, "DnsZonePatchRecords")

const rrsetsForm = bulkForm({
  name: "dns_zone_patch_rrsets",
  right: "dns:manage",
  risk: "changes",
  enforcesScope: true
}, {
  template: templateOf(RrsetOp),
  instance: RrsetsPatch,
  offer: { key: "zone_name", needsOneOf: ["ops"], copied: true }
})
const recordsForm = bulkForm({
  name: "dns_zone_patch_records",
  right: "dns:manage",
  risk: "changes",
  enforcesScope: true
}, {
  template: templateOf(RecordOp),
  instance: RecordsPatch
})

/** Payload of a stored patch. */
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

/** The template may contain operations for every zone. */
const requestsOf = <Op>({ instances, template }: Bulk<Op>): ReadonlyArray<CommandRequest<Instance<Op>>> =>
  instances.map((instance, instance_index) => ({ instance_index, members: merged(template, instance) }))

const planning = <Op>(
  kind: string,
  writeOf: (ops: ReadonlyArray<Op>) => RrsetWrite,
  admitted: ZoneScope,
  encode: (patch: { readonly zone_name: DnsName; readonly ops: ReadonlyArray<Op> }) => Schema.JsonObject
) => {
  const work: ZoneWork = { command: `${kind}_bulk`, kind, operation: "patch", verb: "Patch" }
  return Effect.fnUntraced(function*(commands: ReadonlyArray<Bulk<Op>>) {
    const actor = yield* authorizeWithinScope("dns:manage")
    const requests = yield* requestsOfCommands(commands, requestsOf<Op>)
    const plans = yield* planEach(requests, (instance) => {
      const { ops, zone_name } = instance.members
      const problems = ops ? [] : [incomplete(["ops"])]
      return planZone(work, instance, zone_name, problems, (name) => encode({ zone_name: name, ops: ops ?? [] }))
    })
    return yield* admitted(actor, plans, (command, index) => writeOf(requests[command]?.[index]?.members.ops ?? []))
  })
}

/** `dns_zone_patch_rrsets_bulk`. Source: REST specification, "Jobs". */
export const zonePatchRrsets = declareCommand({
  forms: [rrsetsForm],
  jobs: { kind: "dns_zone_patch_rrsets", member: "zone", request: RrsetsPatch, result: "zone_name" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const zones = yield* Zones
    const { writeOnce } = yield* makeZoneWrites
    const requestOf = storedRequest("zone", StoredRrsets)
    yield* registerKind({
      kind: "dns_zone_patch_rrsets",
      topic: "dns",
      run: Effect.fnUntraced(function*(job) {
        const { request: { ops, zone_name }, type } = yield* requestOf(job)
        yield* writeOnce(job, zone_name, zones.patchRrsets(zone_name, { ops }))
        return { type, zone_name }
      })
    })
    const expand = planning(
      "dns_zone_patch_rrsets",
      (ops: ReadonlyArray<RrsetOp>) => ({ kind: "rrset_ops", ops }),
      yield* makeZoneScope,
      Schema.encodeSync(StoredRrsets)
    )
    yield* registerCommand({ ...rrsetsForm, expand })
  })
})

/** `dns_zone_patch_records_bulk`. Source: REST specification, "Jobs". */
export const zonePatchRecords = declareCommand({
  forms: [recordsForm],
  jobs: { kind: "dns_zone_patch_records", member: "zone", request: RecordsPatch, result: "zone_name" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const zones = yield* Zones
    const { writeOnce } = yield* makeZoneWrites
    const requestOf = storedRequest("zone", StoredRecords)
    yield* registerKind({
      kind: "dns_zone_patch_records",
      topic: "dns",
      run: Effect.fnUntraced(function*(job) {
        const { request: { ops, zone_name }, type } = yield* requestOf(job)
        yield* writeOnce(job, zone_name, zones.patchRecords(zone_name, { ops }))
        return { type, zone_name }
      })
    })
    const expand = planning(
      "dns_zone_patch_records",
      (ops: ReadonlyArray<RecordOp>) => ({ kind: "record_ops", ops }),
      yield* makeZoneScope,
      Schema.encodeSync(StoredRecords)
    )
    yield* registerCommand({ ...recordsForm, expand })
  })
})
