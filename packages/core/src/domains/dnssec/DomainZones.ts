import { Context, Effect, Layer, Option, Schema } from "effect"
import { type ZoneAlreadyExists, ZoneId, Zones, ZoneStore } from "../../dns/index.ts"
import { EventStore } from "../../events/index.ts"
import { idOfJob, JobKinds, JobQueue, type JobRunError, type RunningJob } from "../../jobs/index.ts"
import { type CurrentActor, DomainId, Transaction } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { DomainStore } from "../DomainStore.ts"
import { zoneNameOf } from "../zoneNameOf.ts"

const Payload = Schema.Struct({ domain_id: DomainId })

const kind = "domain_zone"

/** Creation of zones with a registration or a transfer. */
export class DomainZones extends Context.Service<DomainZones, {
  /** Enqueues a job that creates the zone, in the caller's transaction. */
  readonly request: (domain: Pick<Domain, "organization_id" | "domain_id" | "name">) => Effect.Effect<void>
}>()("@namewright/core/domains/DomainZones") {
  static readonly layer = Layer.effect(
    DomainZones,
    Effect.gen(function*() {
      const domains = yield* DomainStore
      const zones = yield* Zones
      const zoneStore = yield* ZoneStore
      const events = yield* EventStore
      const changes = yield* DomainChanges
      const transaction = yield* Transaction
      const queue = yield* JobQueue
      const { registerKind } = yield* JobKinds

      /** True if an earlier run of the job has recorded the failure. */
      const isRecorded = Effect.fnUntraced(function*({ attempt }: RunningJob, { domain_id, organization_id }: Domain) {
        if (attempt === 1) return false
        const { items } = yield* events.list(
          organization_id,
          { object_id: domain_id, type: "MODIFICATION", subtype: "FAILURE" },
          { by: "created_on", order: "desc" },
          { page: 1, page_size: 10 }
        )
        return items.some(({ event_data }) => event_data.error?.code === "ERROR_ZONE_ALREADY_EXISTS")
      })

      /** Records that the zone exists in another organization. An existing zone of the same organization is used. */
      const reportExisting = Effect.fnUntraced(function*(job: RunningJob, domain: Domain, error: ZoneAlreadyExists) {
        const found = yield* zoneStore.find({
          organization_id: domain.organization_id,
          name: zoneNameOf(domain.name)
        })
        if (Option.exists(found, ({ displaced_on }) => displaced_on === null)) return
        if (yield* isRecorded(job, domain)) return
        yield* transaction.atomically(changes.record(domain, {
          type: "MODIFICATION",
          subtype: "FAILURE",
          message: `No zone could be made for ${domain.name}`,
          error: { code: error.code, detail: error.message }
        }))
      })

      const run = Effect.fnUntraced(function*(
        job: RunningJob
      ): Effect.fn.Return<null, JobRunError, CurrentActor> {
        const { domain_id } = yield* Effect.orDie(Schema.decodeUnknownEffect(Payload)(job.payload))
        const found = yield* domains.find(domain_id)
        // The domain may have been removed in the meantime.
        if (Option.isNone(found)) return null
        const domain = found.value
        const id = idOfJob(job.job_id, "zone", (text) => ZoneId.make(text))
        yield* Effect.catchTag(
          zones.createAs(id, { name: zoneNameOf(domain.name) }),
          "ZoneAlreadyExists",
          (error) => reportExisting(job, domain, error)
        )
        return null
      })

      yield* registerKind({ kind, topic: "dns", run })

      return DomainZones.of({
        request: ({ domain_id, name, organization_id }) =>
          queue.enqueue({
            kind,
            organization_id,
            payload: { domain_id },
            ordering_key: `zone ${zoneNameOf(name)}`,
            key: domain_id
          })
      })
    })
  )
}
