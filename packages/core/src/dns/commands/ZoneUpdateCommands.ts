import { Effect, Schema } from "effect"
import { authorize, authorizeWithinObjects } from "../../access/index.ts"
import {
  bulkForm,
  type CommandRequest,
  declareCommand,
  incomplete,
  inheritable,
  instanceRequests,
  type JobKind,
  JobKinds,
  planEach,
  type Present,
  requestsOfCommands,
  singleForm,
  singleRequest,
  storedRequest
} from "../../jobs/index.ts"
import { DnsName } from "../DnsName.ts"
import { ZoneDnssec } from "../dnssec/ZoneDnssec.ts"
import { VanitySetId } from "../vanity/VanitySet.ts"
import { VanitySetZones } from "../vanity/VanitySetZones.ts"
import { DnssecStatus } from "../Zone.ts"
import { makeZoneAccess } from "../ZoneAccess.ts"
import { RequestedRrsets } from "../ZoneRequest.ts"
import { Zones } from "../Zones.ts"
import { GivenZoneName, planZone, type ZoneWork } from "./ZonePlan.ts"
import { makeZoneScope, type ZoneScope } from "./ZoneScope.ts"
import { makeZoneWrites } from "./ZoneWrites.ts"

/** Absent members are unchanged; an empty list removes all RRsets of the user. */
const shared = {
  rrsets: inheritable(RequestedRrsets),
  dnssec_status: inheritable(DnssecStatus)
}

const Payload = Schema.Struct({
  name: GivenZoneName,
  ...shared,
  vanity_nameserver_set_id: inheritable(VanitySetId)
}).annotate({ identifier: "DnsZoneUpdatePayload" })

const common = { name: "dns_zone_update", right: "dns:manage", risk: "changes", enforcesScope: true } as const

const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Schema.Struct(shared),
  instance: Schema.Struct({ name: GivenZoneName, ...shared }),
  offer: { key: "name", needsOneOf: ["rrsets", "dnssec_status"] }
})

type Members = Present<typeof Payload.Type>

const StoredUpdate = Schema.Struct({ ...Payload.fields, name: DnsName })

const encode = Schema.encodeSync(StoredUpdate)

const workOf = (command: string): ZoneWork => ({
  command,
  kind: "dns_zone_update",
  operation: "update",
  verb: "Update"
})

const planOne = (command: string, instance: CommandRequest<Members>) => {
  const { dnssec_status, name: writtenName, rrsets, vanity_nameserver_set_id } = instance.members
  const isSilent = [dnssec_status, rrsets, vanity_nameserver_set_id].every((member) => member === undefined)
  const problems = isSilent ? [incomplete(["rrsets", "dnssec_status"])] : []
  return planZone(workOf(command), instance, writtenName, problems, (name) => encode({ ...instance.members, name }))
}

const planning = (command: string, admitted: ZoneScope) =>
  Effect.fnUntraced(function*(asking: Effect.Effect<ReadonlyArray<ReadonlyArray<CommandRequest<Members>>>>) {
    const actor = yield* authorizeWithinObjects("dns:manage")
    const requests = yield* asking
    if (requests.flat().some(({ members }) => members.vanity_nameserver_set_id !== undefined)) {
      yield* authorize("vanity_ns:manage")
    }
    return yield* admitted(actor, yield* planEach(requests, (one) => planOne(command, one)))
  })

/**
 * RRsets are written first, because their rules may refuse. The other members are skipped if they already have the
 * requested value.
 */
const makeKind = Effect.gen(function*() {
  const zones = yield* Zones
  const dnssec = yield* ZoneDnssec
  const vanitySets = yield* VanitySetZones
  const { visible } = yield* makeZoneAccess
  const { writeOnce } = yield* makeZoneWrites
  const requestOf = storedRequest("zone", StoredUpdate)

  const kind: JobKind = {
    kind: "dns_zone_update",
    topic: "dns",
    run: Effect.fnUntraced(function*(job) {
      const { request: { dnssec_status, name, rrsets, vanity_nameserver_set_id }, type } = yield* requestOf(job)
      if (rrsets) yield* writeOnce(job, name, zones.replaceRrsets(name, { rrsets }))
      const zone = yield* visible(yield* authorizeWithinObjects("dns:manage"), name)
      if (vanity_nameserver_set_id && vanity_nameserver_set_id !== zone.vanity_nameserver_set_id) {
        yield* vanitySets.assign(name, { vanity_nameserver_set_id })
      }
      if (dnssec_status && dnssec_status !== zone.dnssec_status) {
        yield* Effect.asVoid(dnssec_status === "enabled" ? dnssec.enable(name) : dnssec.disable(name))
      }
      return { type, zone_name: name }
    })
  }
  return kind
})

/** `dns_zone_update` and `dns_zone_update_bulk`. Source: REST specification, "Jobs". */
export const zoneUpdate = declareCommand({
  forms: [single, bulk],
  jobs: { kind: "dns_zone_update", member: "zone", request: Payload, result: "zone_name" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const admitted = yield* makeZoneScope
    yield* registerKind(yield* makeKind)
    yield* registerCommand({
      ...single,
      expand: (all) => planning(single.name, admitted)(requestsOfCommands(all, singleRequest))
    })
    yield* registerCommand({
      ...bulk,
      expand: (all) => planning(bulk.name, admitted)(requestsOfCommands(all, instanceRequests))
    })
  })
})
