import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Permission, Sort } from "../shared/index.ts"
import type {
  Approval,
  ApprovalDecision,
  ApprovalFilter,
  ApprovalId,
  ApprovalSortField,
  ApprovalStep
} from "./Approval.ts"
import type { Asker } from "./ApprovalState.ts"

/** Stored approval. Its state depends on the time. */
export interface StoredApproval extends Omit<Approval, "state" | "history"> {
  /** Permissions that the operation requires. */
  readonly rights: ReadonlyArray<Permission>
}

/** Decision of a person, with time and note. */
export interface Decided {
  readonly decision: ApprovalDecision
  readonly decided_by: string
  readonly decided_on: Instant.Instant
  readonly note: string | null
}

/** Storage port. Rows are never removed. */
export class ApprovalStore extends Context.Service<ApprovalStore, {
  /** `contents` are stored separately, because they can be long and are read alone. */
  readonly insert: (approval: StoredApproval, contents: ReadonlyArray<string>) => Effect.Effect<void>
  /** Finds an approval of any organization. */
  readonly find: (id: ApprovalId) => Effect.Effect<Option.Option<StoredApproval>>
  /** Contents of an approval; empty if there are none. */
  readonly contents: (id: ApprovalId) => Effect.Effect<ReadonlyArray<string>>
  /**
   * Waits for other transactions that have called it for the client and user, and holds back later ones until the
   * transaction ends, so that the number of open approvals cannot change. Requires an open transaction.
   */
  readonly lockQuestions: (asker: Asker) => Effect.Effect<void>
  /** Number of open approvals of a client and user. */
  readonly countOpen: (asker: Asker, now: Instant.Instant) => Effect.Effect<number>
  /**
   * Consumes the approval. False if it is consumed, expired or declined, or not yet approved by a person although
   * `decided` requires it. Of concurrent callers, one gets true.
   */
  readonly consume: (id: ApprovalId, at: Instant.Instant, decided: boolean) => Effect.Effect<boolean>
  /** False if it is consumed or expired; nothing is stored then. */
  readonly decide: (id: ApprovalId, decided: Decided) => Effect.Effect<boolean>
  /** Replaces the note. */
  readonly saveNote: (id: ApprovalId, note: string) => Effect.Effect<void>
  /** Stores the status of the call once. Returns the approval if there was none before. */
  readonly recordStatus: (
    organization: OrganizationId,
    id: ApprovalId,
    http_status: number
  ) => Effect.Effect<Option.Option<StoredApproval>>
  readonly list: (
    organization: OrganizationId,
    filter: ApprovalFilter,
    sort: Sort<ApprovalSortField>,
    page: PageRequest,
    now: Instant.Instant
  ) => Effect.Effect<Page<StoredApproval>>
  readonly addStep: (id: ApprovalId, step: ApprovalStep) => Effect.Effect<void>
  /** Events of several approvals, the oldest first. */
  readonly steps: (
    ids: ReadonlyArray<ApprovalId>
  ) => Effect.Effect<ReadonlyMap<ApprovalId, ReadonlyArray<ApprovalStep>>>
}>()("@namewright/core/approvals/ApprovalStore") {}
