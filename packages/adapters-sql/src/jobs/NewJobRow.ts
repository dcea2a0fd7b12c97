import type { NewJob } from "@namewright/core/jobs"
import { DateTime } from "effect"
import type { RecordsetColumnOf } from "../Recordset.ts"
import { jobCode } from "./JobCodes.ts"

/** A new job with its position among the others. */
export interface PositionedJob {
  readonly job: NewJob
  /** `job.created_on` as text. */
  readonly created_on: string
  readonly queue_no: number
  readonly order_no: number
  readonly ordering_wait: boolean
  readonly isQueued: boolean
}

const stateOf = ({ isQueued, job }: PositionedJob): number => {
  if (job.paused) return jobCode.paused
  return isQueued ? jobCode.queued : jobCode.blocked
}

/** Columns of a new job, except its batch. */
export const newJobColumns: Readonly<Record<string, RecordsetColumnOf<PositionedJob>>> = {
  job_id: ["key", ({ job }) => job.job_id],
  queue_no: ["integer", ({ queue_no }) => queue_no],
  topic: ["key", ({ job }) => job.topic],
  kind: ["key", ({ job }) => job.kind],
  state: ["integer", stateOf],
  order_no: ["bigint", ({ order_no }) => order_no],
  position: ["bigint", ({ isQueued, order_no }) => isQueued ? order_no : null],
  ordering_key: ["key", ({ job }) => job.ordering_key],
  ordering_wait: ["boolean", ({ ordering_wait }) => ordering_wait],
  time_wait: ["boolean", ({ job }) => job.not_before !== null],
  organization_id: ["key", ({ job }) => job.organization_id ?? ""],
  max_attempts: ["integer", ({ job }) => job.max_attempts],
  backoff: ["text", ({ job }) => job.backoff === null ? null : JSON.stringify(job.backoff)],
  open_key: ["key", ({ job }) => job.open_key],
  idempotency_key: ["key", ({ job }) => job.idempotency_key],
  command: ["key", ({ job }) => job.summary?.command],
  operation: ["key", ({ job }) => job.summary?.operation],
  resource_key: ["key", ({ job }) => job.summary?.resource_key],
  domain_name: ["key", ({ job }) => job.summary?.domain_name],
  display: ["text", ({ job }) => job.summary?.display],
  payload: ["text", ({ job }) => job.payload],
  created_on: ["instant", ({ created_on }) => created_on],
  not_before: ["instant", ({ job }) => job.not_before === null ? null : DateTime.formatIso(job.not_before)],
  paused_at: ["instant", ({ created_on, job }) => job.paused ? created_on : null]
}

/** True if the job only waits for capacity. */
export const isReady = ({ job, ordering_wait }: PositionedJob): boolean => !ordering_wait && isUnbound(job)

/** True if the job is neither paused nor scheduled for later. */
export const isUnbound = ({ not_before, paused }: NewJob): boolean => !paused && not_before === null

/** The job, waiting for an earlier job of its ordering key. */
export const waitingForKey = (positioned: PositionedJob): PositionedJob =>
  positioned.job.ordering_key === null ? positioned : { ...positioned, ordering_wait: true, isQueued: false }

/** Sorts jobs without an ordering key first. */
export const byOrderingKey = (
  { job: { ordering_key: a } }: PositionedJob,
  { job: { ordering_key: b } }: PositionedJob
): number => a === b ? 0 : a === null ? -1 : b === null || a > b ? 1 : -1
