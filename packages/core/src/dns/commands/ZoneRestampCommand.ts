import { Effect, Schema } from "effect"
import { authorize } from "../../access/index.ts"
import {
  bulkForm,
  type CommandRequest,
  declareCommand,
  incomplete,
  type JobKind,
  JobKinds,
  planEach,
  requestsOfCommands,
  storedRequest
} from "../../jobs/index.ts"
import { DnsName } from "../DnsName.ts"
import { ZoneOwnership } from "../ownership/ZoneOwnership.ts"
import { VanitySetId } from "../vanity/VanitySet.ts"
import { VanitySetZones } from "../vanity/VanitySetZones.ts"
import { GivenZoneName, planZone, type ZoneWork } from "./ZonePlan.ts"
import { makeZoneWrites } from "./ZoneWrites.ts"

/** Null assigns the platform's nameservers; only an absent member is inherited. */
const set = Schema.NullOr(VanitySetId)

const Restamp = Schema.Struct({ name: GivenZoneName, vanity_nameserver_set_id: Schema.optionalKey(set) })
  .annotate({ identifier: "DnsZoneRestampVanityNs" })

type Members = typeof Restamp.Type

const form = bulkForm({ name: "dns_zone_restamp_vanity_ns", right: "dns:manage", risk: "changes" }, {
  template: Schema.Struct({ vanity_nameserver_set_id: Schema.optionalKey(set) }),
  instance: Restamp
})

const StoredRestamp = Schema.Struct({ name: DnsName, vanity_nameserver_set_id: set })

const encode = Schema.encodeSync(StoredRestamp)

const work: ZoneWork = {
  command: form.name,
  kind: "dns_zone_restamp_vanity_ns",
  operation: "restamp",
  verb: "Restamp"
}

const requestsOf = ({ instances, template }: typeof form.payload.Type): ReadonlyArray<CommandRequest<Members>> =>
  instances.map((instance, instance_index) => ({ instance_index, members: { ...template, ...instance } }))

const planOne = (instance: CommandRequest<Members>) => {
  const { name: writtenName, vanity_nameserver_set_id: wanted } = instance.members
  const problems = wanted === undefined ? [incomplete(["vanity_nameserver_set_id"])] : []
  return planZone(
    work,
    instance,
    writtenName,
    problems,
    (name) => encode({ name, vanity_nameserver_set_id: wanted ?? null })
  )
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

/** `dns_zone_restamp_vanity_ns_bulk`: assigns the nameservers of a set to zones. Source: REST specification, "Jobs". */
export const zoneRestamp = declareCommand({
  forms: [form],
  jobs: { kind: work.kind, member: "zone", request: Restamp, result: "zone_name" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    yield* registerKind(yield* makeKind)
    yield* registerCommand({
      ...form,
      expand: Effect.fnUntraced(function*(commands) {
        yield* authorize("dns:manage", "vanity_ns:manage")
        return yield* planEach(yield* requestsOfCommands(commands, requestsOf), (instance) => planOne(instance))
      })
    })
  })
})
