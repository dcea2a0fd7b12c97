import { Context, type Effect } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { ObjectLogEntry, ObjectLogFilter, ObjectLogSortField } from "./ObjectLogEntry.ts"

/** An entry to be stored, with the organization that sees it. */
export interface NewObjectLogEntry extends ObjectLogEntry {
  readonly organization_id: OrganizationId
}

/** Storage port. Entries never change. */
export class ObjectLogStore extends Context.Service<ObjectLogStore, {
  /** Stores the entries of a transaction in one statement. */
  readonly insert: (entries: ReadonlyArray<NewObjectLogEntry>) => Effect.Effect<void>
  /** Entries of an organization. Ties are in order of creation. Entries without a value of the sort field sort lowest. */
  readonly list: (
    organization: OrganizationId,
    filter: ObjectLogFilter,
    sort: Sort<ObjectLogSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<ObjectLogEntry>>
  /** Removes the oldest entries created before a time, at most `atMost`. Returns their number. */
  readonly removeBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/objectlog/ObjectLogStore") {}
