import { Effect, Option } from "effect"
import { memoize } from "effect/Function"
import {
  CurrentActor,
  currentPrincipal,
  type Gathered,
  Instant,
  type OrganizationId,
  RequestOfWork,
  Transaction
} from "../shared/index.ts"
import { changedMembers, type LoggedState } from "./changedMembers.ts"
import { mergedChanges } from "./mergedChanges.ts"
import { type LoggedObjectType, newObjectLogId, type ObjectLogAction } from "./ObjectLogEntry.ts"
import { type NewObjectLogEntry, ObjectLogStore } from "./ObjectLogStore.ts"
import { performerOf } from "./performerOf.ts"

/** A change of an object. */
export interface ObjectChange {
  /** Organization that has the object, and sees the entry. */
  readonly organization_id: OrganizationId
  readonly object_type: LoggedObjectType
  readonly object_id: string
  readonly action: ObjectLogAction
  /** Default null: the object did not exist. */
  readonly before?: LoggedState
  /** Default null: the object does not exist any more. */
  readonly after?: LoggedState
}

/** Records changes of objects for the audit: what changed, who changed it, and in which request. */
export interface ObjectLog {
  /**
   * Records a change, in the transaction of the change. Its entry is stored with the next charge, or at the end of the
   * transaction. An update without differences is not recorded.
   */
  readonly record: (change: ObjectChange) => Effect.Effect<void>
}

/** One for each store, so that the entries of all slices are stored together. */
const entriesOf = memoize((store: ObjectLogStore["Service"]): Gathered<NewObjectLogEntry> => ({
  write: (entries) => {
    const merged = mergedChanges(entries)
    return merged.length === 0 ? Effect.void : store.insert(merged)
  }
}))

export const makeObjectLog = Effect.gen(function*() {
  const entries = entriesOf(yield* ObjectLogStore)
  const transaction = yield* Transaction

  const record: ObjectLog["record"] = Effect.fnUntraced(
    function*({ action, after = null, before = null, object_id, object_type, organization_id }) {
      const details = changedMembers(before, after)
      if (action === "UPDATED" && details === null) return
      yield* transaction.atEnd(entries, {
        object_log_id: yield* newObjectLogId,
        organization_id,
        object_type,
        object_id,
        action,
        details,
        ...yield* performerOfWork(organization_id),
        server_request_id: yield* RequestOfWork,
        created_on: yield* Instant.now
      })
    }
  )

  const log: ObjectLog = { record }
  return log
})

/** The caller, and the key with which it acts. Without a call, a key is one of the organization that has the object. */
const performerOfWork = Effect.fnUntraced(function*(owner: OrganizationId) {
  const principal = yield* currentPrincipal
  const actor = yield* Effect.serviceOption(CurrentActor)
  const organization = Option.match(actor, { onNone: () => owner, onSome: ({ organization_id }) => organization_id })
  return {
    ...performerOf(principal, organization),
    api_key_id: principal.type === "api_key" ? principal.id : null
  }
})
