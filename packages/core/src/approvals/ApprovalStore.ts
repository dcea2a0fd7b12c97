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

/** An approval as it is kept; which state it is in follows from the time. */
export interface StoredApproval extends Omit<Approval, "state" | "history"> {
  /** What the operation asks of its caller. */
  readonly rights: ReadonlyArray<Permission>
}

/** What a person has decided, when, and what they said. */
export interface Decided {
  readonly decision: ApprovalDecision
  readonly decided_by: string
  readonly decided_on: Instant.Instant
  readonly note: string | null
}

/** Storage port. Nothing is ever removed. */
export class ApprovalStore extends Context.Service<ApprovalStore, {
  /** `contents` are kept apart, because they can be long and are read alone. */
  readonly insert: (approval: StoredApproval, contents: ReadonlyArray<string>) => Effect.Effect<void>
  /** Of any organization. */
  readonly find: (id: ApprovalId) => Effect.Effect<Option.Option<StoredApproval>>
  /** The contents of an approval; empty where there are none. */
  readonly contents: (id: ApprovalId) => Effect.Effect<ReadonlyArray<string>>
  /** Number of open approvals of a client and user. */
  readonly countOpen: (asker: Asker, now: Instant.Instant) => Effect.Effect<number>
  /**
   * Uses it up, unless it is used up, has expired, was declined, or waits for a person where `decided` says that one has
   * to approve. True for one of all who try.
   */
  readonly consume: (id: ApprovalId, at: Instant.Instant, decided: boolean) => Effect.Effect<boolean>
  /** False, and nothing stored, where it is used up or has expired. */
  readonly decide: (id: ApprovalId, decided: Decided) => Effect.Effect<boolean>
  /** Keeps what the person said last. */
  readonly saveNote: (id: ApprovalId, note: string) => Effect.Effect<void>
  /** Keeps how the call ended, once; the approval if it was not known before. */
  readonly settle: (
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
  /** What happened to some approvals, the oldest first. */
  readonly steps: (
    ids: ReadonlyArray<ApprovalId>
  ) => Effect.Effect<ReadonlyMap<ApprovalId, ReadonlyArray<ApprovalStep>>>
}>()("@namewright/core/approvals/ApprovalStore") {}
