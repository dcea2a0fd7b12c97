import { Effect, Layer, Schema } from "effect"
import { JobKinds, JobQueue, type SystemJob } from "../../jobs/index.ts"
import { Timetable, Transaction } from "../../shared/index.ts"
import { DnsName } from "../DnsName.ts"
import { nearestAbove } from "../ownership/ServedZones.ts"
import { ZoneOwnership } from "../ownership/ZoneOwnership.ts"
import { ZoneOwnershipStore } from "../ownership/ZoneOwnershipStore.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"
import { ChildDelegations } from "./ChildDelegations.ts"
import { DelegationJob, delegationJobKind } from "./delegationJob.ts"

/** Kind of the jobs that compare the delegations of one page of zones. */
const sweepKind = "dns.child_delegations_sweep"
const topic = "dns_delegations"

/** Served zones of one job of the sweep. */
const zonesPerPage = 500

const SweepJob = Schema.Struct({ after: Schema.NullOr(DnsName) })

const sweepJob = (after: DnsName | null): SystemJob => ({
  kind: sweepKind,
  organization_id: null,
  payload: { after },
  ...(after === null ? { key: "first" } : {})
})

/**
 * Updates delegations after writes that change glue or remove a conflict with a delegation, and once a day those of all
 * served zones. The daily sweep finds zones created before the platform delegated them, and glue whose addresses come
 * from zones with other nameservers.
 */
export const DelegationJobs = Layer.effectDiscard(Effect.gen(function*() {
  const delegations = yield* ChildDelegations
  const kinds = yield* JobKinds
  const ownership = yield* ZoneOwnership
  const queue = yield* JobQueue
  const store = yield* ZoneOwnershipStore
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  const locked = (name: DnsName, work: Effect.Effect<unknown>) =>
    transaction.atomically(Effect.andThen(ownership.lock(name), work))

  const apply = (name: DnsName) => locked(name, delegations.apply(name))

  /** Updates the delegations of a page of zones whose delegations are out of date. */
  const sweep = Effect.fnUntraced(function*(page: ReadonlyArray<Zone>) {
    const above = yield* store.served([...new Set(page.flatMap(({ name }) => namesAbove(name)))])
    const families = Map.groupBy(page, ({ name }) => nearestAbove(name, above))
    for (const [parent, children] of families) {
      if (parent === undefined) continue
      yield* Effect.forEach(yield* delegations.outdated(parent, children), apply, { discard: true })
    }
  })

  yield* kinds.registerTopic({ topic, concurrency: 4 })
  yield* kinds.registerKind({
    kind: delegationJobKind,
    topic,
    run: Effect.fnUntraced(function*({ payload }) {
      const { renewed, unblocked } = yield* Effect.orDie(Schema.decodeUnknownEffect(DelegationJob)(payload))
      yield* Effect.forEach(unblocked, apply, { discard: true })
      yield* Effect.forEach(renewed, (name) => locked(name, delegations.renew({ name })), { discard: true })
      return null
    })
  })
  yield* kinds.registerKind({
    kind: sweepKind,
    topic,
    run: Effect.fnUntraced(function*({ payload }) {
      const { after } = yield* Effect.orDie(Schema.decodeUnknownEffect(SweepJob)(payload))
      const page = yield* store.servedAfter(after, zonesPerPage)
      yield* sweep(page)
      const last = page.at(-1)
      if (last !== undefined && page.length === zonesPerPage) yield* queue.enqueue(sweepJob(last.name))
      return null
    })
  })
  yield* timetable.add({
    name: "dns.child_delegations",
    every: "1 day",
    run: Effect.as(queue.enqueue(sweepJob(null)), false)
  })
}))
