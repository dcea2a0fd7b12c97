import { DateTime, Effect, Option } from "effect"
import { idOfJob, type RunningJob } from "../../jobs/index.ts"
import { CurrentActor, Transaction, TypeId } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import { makeZoneAccess } from "../ZoneAccess.ts"
import { ChangesetId } from "../ZoneChanges.ts"
import { ZoneStore } from "../ZoneStore.ts"

/** History entries of one page. */
const pageSize = 100

/**
 * Writes of jobs, which may run again after a crash. The changeset id is derived from the job; a run that finds it in
 * the history does not write again, and later changes of others are kept.
 */
export const makeZoneWrites = Effect.gen(function*() {
  const store = yield* ZoneStore
  const transaction = yield* Transaction
  const { locked } = yield* makeZoneAccess

  /** Searches the history since the creation of the job, which mostly has few entries. */
  const isWritten = Effect.fnUntraced(function*({ dns_zone_id }: Zone, changeset: string, { created_on }: RunningJob) {
    for (let page = 1;; page++) {
      const { items } = yield* store.versions(dns_zone_id, { page, page_size: pageSize })
      if (items.some(({ changeset_id }) => changeset_id === changeset)) return true
      const last = items.at(-1)
      if (items.length < pageSize || last === undefined) return false
      if (DateTime.isLessThan(last.changed_on, created_on)) return false
    }
  })

  /** Writes unless an earlier run of the job has written. `lock` is taken before the row of the zone. */
  const writeOnce = <A, E, R>(
    job: RunningJob,
    name: DnsName,
    write: Effect.Effect<A, E, R>,
    lock: Effect.Effect<void> = Effect.void
  ) => {
    const changeset = idOfJob(job.job_id, "changeset", TypeId.uuidOf)
    return transaction.atomically(Effect.gen(function*() {
      yield* lock
      const zone = yield* Effect.option(locked(yield* CurrentActor, name))
      if (Option.isSome(zone) && (yield* isWritten(zone.value, changeset, job))) return
      yield* Effect.provideService(write, ChangesetId, changeset)
    }))
  }

  return { writeOnce }
})
