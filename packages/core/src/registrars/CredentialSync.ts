import { DateTime, Duration } from "effect"
import { type Instant, limits } from "../shared/index.ts"
import type { RegistrarCredential, SyncErrorCode, SyncStatus } from "./RegistrarCredential.ts"

/** State of the synchronisation of a credential. */
export interface CredentialSync extends
  Pick<
    RegistrarCredential,
    | "sync_status"
    | "last_synced_on"
    | "domain_count"
    | "skipped_count"
    | "error_code"
    | "error_message"
    | "error_detail"
  >
{
  /** Number of the secrets, which each rotation increases. An outcome of earlier secrets changes nothing. */
  readonly generation: number
  /**
   * Time at which a round takes up the credential: to synchronise it again, or to enqueue a pending synchronisation whose
   * job was lost. Null if only new secrets lead to another one.
   */
  readonly next_sync_on: Instant.Instant | null
}

export interface SyncFailure<Code extends SyncErrorCode = SyncErrorCode> {
  readonly code: Code
  readonly message: string
  readonly detail: string | null
}

export interface SyncCounts {
  readonly domain_count: number
  readonly skipped_count: number
}

/**
 * Transitions of the status by step. An interrupted synchronisation starts again. A status that a step does not begin
 * with is unchanged by it.
 */
export const syncTransitions = {
  request: { from: ["succeeded", "failed"], to: "pending" },
  rotate: { from: ["pending", "running", "succeeded", "failed"], to: "pending" },
  start: { from: ["pending", "running"], to: "running" },
  complete: { from: ["running"], to: "succeeded" },
  /** Another attempt follows. */
  postpone: { from: ["running"], to: "pending" },
  fail: { from: ["running"], to: "failed" }
} as const satisfies Record<string, { readonly from: ReadonlyArray<SyncStatus>; readonly to: SyncStatus }>

export type SyncStep = keyof typeof syncTransitions

const admits = (step: SyncStep, { sync_status }: CredentialSync): boolean => {
  const from: ReadonlyArray<SyncStatus> = syncTransitions[step].from
  return from.includes(sync_status)
}

const noError = { error_code: null, error_message: null, error_detail: null } as const

/** Interval of the rounds that look for due synchronisations. */
export const roundInterval = Duration.minutes(10)

const nextRound = (now: Instant.Instant): Instant.Instant => DateTime.addDuration(now, roundInterval)

/** Refusals of a registrar, which only new secrets can end. */
type RefusalCode = Exclude<SyncErrorCode, "ERROR_REGISTRAR_UNAVAILABLE">

const isRefusal = (code: SyncErrorCode | null): code is RefusalCode =>
  code === "ERROR_CREDENTIAL_AUTH" || code === "ERROR_CREDENTIAL_ACCESS"

/**
 * True if the registrar has refused the secrets: nothing is synchronised until there are new ones. Source: REST
 * specification, "Errors".
 */
export const isBlocked = <Sync extends Pick<CredentialSync, "error_code" | "sync_status">>(
  sync: Sync
): sync is Sync & { readonly error_code: RefusalCode } => sync.sync_status === "failed" && isRefusal(sync.error_code)

/** State of a new credential, whose first synchronisation is requested. */
export const firstSync = (now: Instant.Instant): CredentialSync => ({
  generation: 1,
  sync_status: "pending",
  last_synced_on: null,
  domain_count: 0,
  skipped_count: 0,
  ...noError,
  next_sync_on: nextRound(now)
})

/** After a request of a caller. A blocked credential is unchanged, and so is a running synchronisation. */
export const requested = (sync: CredentialSync, now: Instant.Instant): CredentialSync => {
  if (isBlocked(sync)) return { ...sync, next_sync_on: null }
  if (sync.sync_status === "running") return sync
  return { ...sync, sync_status: syncTransitions.request.to, next_sync_on: nextRound(now) }
}

/**
 * After a request by schedule. A running synchronisation may have passed the domain for which it is due, so it remains
 * due.
 */
export const scheduled = (sync: CredentialSync, now: Instant.Instant): CredentialSync =>
  sync.sync_status === "running" ? { ...sync, next_sync_on: nextRound(now) } : requested(sync, now)

/** After a change of the secrets. */
export const rotated = (sync: CredentialSync, now: Instant.Instant): CredentialSync => ({
  ...sync,
  ...noError,
  generation: sync.generation + 1,
  sync_status: syncTransitions.rotate.to,
  next_sync_on: nextRound(now)
})

/** True if a job for these secrets has something to do. */
export const canStart = (sync: CredentialSync, generation: number): boolean =>
  sync.generation === generation && admits("start", sync)

/** After the start of a synchronisation. The next one is due a day later, or earlier if an interrupted one was due. */
export const started = (sync: CredentialSync, now: Instant.Instant): CredentialSync =>
  sync.sync_status === "running"
    ? sync
    : { ...sync, sync_status: syncTransitions.start.to, next_sync_on: DateTime.add(now, { days: 1 }) }

const isCurrent = (sync: CredentialSync, generation: number, step: SyncStep): boolean =>
  sync.generation === generation && admits(step, sync)

/** After a listing of the whole account. */
export const completed = (
  sync: CredentialSync,
  generation: number,
  counts: SyncCounts,
  now: Instant.Instant
): CredentialSync =>
  isCurrent(sync, generation, "complete")
    ? { ...sync, ...noError, ...counts, sync_status: syncTransitions.complete.to, last_synced_on: now }
    : sync

const text = (message: string): string => message.replaceAll("\0", "\ufffd").slice(0, limits.registrarFailure)

/** After a failure. It is the last word if the registrar has refused the secrets, or no attempt is left. */
export const failed = (
  sync: CredentialSync,
  generation: number,
  { code, detail, message }: SyncFailure,
  isLast: boolean
): CredentialSync => {
  const isFinal = isRefusal(code)
  const step = isFinal || isLast ? "fail" : "postpone"
  if (!isCurrent(sync, generation, step)) return sync
  return {
    ...sync,
    sync_status: syncTransitions[step].to,
    error_code: code,
    error_message: text(message),
    error_detail: detail === null ? null : text(detail),
    next_sync_on: isFinal ? null : sync.next_sync_on
  }
}
