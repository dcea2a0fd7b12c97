import { Effect, Schema } from "effect"
import { authorize } from "../../access/index.ts"
import {
  type Asked,
  askedByEach,
  type BatchCommand,
  bulkPayload,
  incomplete,
  type JobKind,
  JobKinds,
  planEach,
  storedRequest
} from "../../jobs/index.ts"
import { DnsName } from "../DnsName.ts"
import { ZoneOwnership } from "../ownership/ZoneOwnership.ts"
import { VanitySetId } from "../vanity/VanitySet.ts"
import { VanitySetZones } from "../vanity/VanitySetZones.ts"
import { GivenZoneName, planZone, type ZoneWork } from "./ZonePlan.ts"
import { makeZoneWrites } from "./ZoneWrites.ts"

/** Null gives a zone back to the platform's nameservers; only an absent member is inherited. */
const set = Schema.NullOr(VanitySetId)

const Payload = bulkPayload(
  Schema.Struct({ vanity_nameserver_set_id: Schema.optionalKey(set) }),
  Schema.Struct({ name: GivenZoneName, vanity_nameserver_set_id: Schema.optionalKey(set) })
    .annotate({ identifier: "DnsZoneRestampVanityNs" })
).annotate({ identifier: "DnsZoneRestampVanityNsBulkPayload" })

/** What the command takes as its payload. */
export const zoneRestampPayloads = { dns_zone_restamp_vanity_ns_bulk: Payload }

type Members = (typeof Payload.Type)["instances"][number]

const StoredRestamp = Schema.Struct({ name: DnsName, vanity_nameserver_set_id: set })

const encode = Schema.encodeSync(StoredRestamp)

const work: ZoneWork = {
  command: "dns_zone_restamp_vanity_ns_bulk",
  kind: "dns_zone_restamp_vanity_ns",
  operation: "restamp",
  verb: "Restamp"
}

const askedBy = ({ instances, template }: typeof Payload.Type): ReadonlyArray<Asked<Members>> =>
  instances.map((instance, instance_index) => ({ instance_index, members: { ...template, ...instance } }))

const planOne = (asked: Asked<Members>) => {
  const { name: given, vanity_nameserver_set_id: wanted } = asked.members
  const problems = wanted === undefined ? [incomplete(["vanity_nameserver_set_id"])] : []
  return planZone(work, asked, given, problems, (name) => encode({ name, vanity_nameserver_set_id: wanted ?? null }))
}

const command: BatchCommand<typeof Payload.Type> = {
  name: work.command,
  right: "dns:manage",
  risk: "changes",
  payload: Payload,
  expand: Effect.fnUntraced(function*(commands) {
    yield* authorize("dns:manage", "vanity_ns:manage")
    return yield* planEach(yield* askedByEach(commands, askedBy), (asked) => planOne(asked))
  })
}

const makeKind = Effect.gen(function*() {
  const vanitySets = yield* VanitySetZones
  const ownership = yield* ZoneOwnership
  const { writeOnce } = yield* makeZoneWrites
  const requestOf = storedRequest("zone", StoredRestamp)

  const kind: JobKind = {
    kind: work.kind,
    topic: "dns",
    run: Effect.fnUntraced(function*(job) {
      const { request: { name, vanity_nameserver_set_id }, type } = yield* requestOf(job)
      yield* writeOnce(job, name, vanitySets.assign(name, { vanity_nameserver_set_id }), ownership.lock(name))
      return { type, zone_name: name }
    })
  }
  return kind
})

/** `dns_zone_restamp_vanity_ns_bulk`: gives zones the nameservers of a set. Source: REST specification, "Jobs". */
export const registerZoneRestampCommand = Effect.gen(function*() {
  const { registerCommand, registerKind } = yield* JobKinds
  yield* registerKind(yield* makeKind)
  yield* registerCommand(command)
})
