import { Context, type Effect } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { RequestFilter, RequestRecord, RequestSortField } from "./RequestRecord.ts"

/** A request to be stored. */
export interface NewRequestRecord extends Omit<RequestRecord, "request_body" | "response_body"> {
  /** Organization that sees the request. */
  readonly organization_id: OrganizationId
  /** JSON text with masked secrets. */
  readonly request_body: string | null
  readonly response_body: string | null
}

/** Storage port. Requests never change. */
export class RequestStore extends Context.Service<RequestStore, {
  /** Stores requests in one statement. */
  readonly insert: (requests: ReadonlyArray<NewRequestRecord>) => Effect.Effect<void>
  /** Requests of an organization. Ties are in order of their start. Requests without a value of the sort field sort lowest. */
  readonly list: (
    organization: OrganizationId,
    filter: RequestFilter,
    sort: Sort<RequestSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<RequestRecord>>
  /** Removes the oldest requests started before a time, at most `atMost`. Returns their number. */
  readonly removeBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/archive/RequestStore") {}
