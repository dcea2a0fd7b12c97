import { Effect, Option, Schema } from "effect"
import { authorize } from "../../access/index.ts"
import {
  bulkForm,
  type CommandRequest,
  declareCommand,
  idOfJob,
  inheritable,
  instanceRequests,
  type JobKind,
  JobKinds,
  planEach,
  requestsOfCommands,
  singleForm,
  storedRequest
} from "../../jobs/index.ts"
import { ZoneDnssec } from "../dnssec/ZoneDnssec.ts"
import { VanitySetId } from "../vanity/VanitySet.ts"
import { DnssecStatus, ZoneId } from "../Zone.ts"
import { CreateZone, RequestedRrsets } from "../ZoneRequest.ts"
import { Zones } from "../Zones.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { GivenZoneName, planZone, type ZoneWork } from "./ZonePlan.ts"

const Payload = Schema.Struct({ ...CreateZone.fields, name: GivenZoneName })
  .annotate({ identifier: "DnsZoneCreatePayload" })

const Template = Schema.Struct({
  rrsets: inheritable(RequestedRrsets),
  dnssec_status: inheritable(DnssecStatus)
})

const common = { name: "dns_zone_create", right: "dns:manage", risk: "none" } as const

/** As `POST /v1/dns`. */
const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Template,
  instance: Schema.Struct({
    ...Template.fields,
    name: GivenZoneName,
    vanity_nameserver_set_id: inheritable(VanitySetId)
  }),
  offer: {
    key: "name",
    inSuborganization: "The zones will belong to your own organization, not to the suborganization."
  }
})

const kind = "dns_zone_create"

const workOf = (command: string): ZoneWork => ({ command, kind, operation: "create", verb: "Create" })

const encode = Schema.encodeSync(CreateZone)

const planning = (command: string) =>
  Effect.fnUntraced(function*(asking: Effect.Effect<ReadonlyArray<ReadonlyArray<CommandRequest<CreateZone>>>>) {
    yield* authorize("dns:manage")
    return yield* planEach(
      yield* asking,
      (instance) =>
        planZone(workOf(command), instance, instance.members.name, [], (name) => encode({ ...instance.members, name }))
    )
  })

/** A null in a single command is explicit: no set instead of the default one. */
const singleRequest = (
  members: CreateZone
): ReadonlyArray<CommandRequest<CreateZone>> => [{ instance_index: null, members }]

/** Creates the zone of a job once: its id is derived from the job. */
const makeKind = Effect.gen(function*() {
  const zones = yield* Zones
  const dnssec = yield* ZoneDnssec
  const store = yield* ZoneStore
  const requestOf = storedRequest("zone", CreateZone)

  const made: JobKind = {
    kind,
    topic: "dns",
    run: Effect.fnUntraced(function*(job) {
      const { request, type } = yield* requestOf(job)
      yield* authorize("dns:manage")
      const id = idOfJob(job.job_id, "zone", (text) => ZoneId.make(text))
      const found = yield* store.find(id)
      if (Option.isNone(found)) yield* zones.createAs(id, request)
      else if (request.dnssec_status === "enabled" && found.value.dnssec_status === "disabled") {
        // An earlier run created the zone and ended before signing it.
        yield* dnssec.enable(id)
      }
      return { type, zone_name: job.resource_key }
    })
  }
  return made
})

/** `dns_zone_create` and `dns_zone_create_bulk`. Source: REST specification, "Jobs". */
export const zoneCreate = declareCommand({
  forms: [single, bulk],
  jobs: { kind, member: "zone", request: CreateZone, result: "zone_name" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    yield* registerKind(yield* makeKind)
    yield* registerCommand({
      ...single,
      expand: (all) => planning(single.name)(requestsOfCommands(all, singleRequest))
    })
    yield* registerCommand({ ...bulk, expand: (all) => planning(bulk.name)(requestsOfCommands(all, instanceRequests)) })
  })
})
