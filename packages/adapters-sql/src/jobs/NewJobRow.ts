import type { NewJob } from "@namewright/core/jobs"
import { DateTime } from "effect"
import type { RecordsetColumnOf } from "../Recordset.ts"
import { jobCode } from "./JobCodes.ts"

/** A job, and where it stands among the others. */
export interface PlacedJob {
  readonly job: NewJob
  /** `job.created_on` as text. */
  readonly created_on: string
  readonly flow_no: number
  readonly order_no: number
  readonly lane_wait: boolean
  readonly isQueued: boolean
}

const stateOf = ({ isQueued, job }: PlacedJob): number => {
  if (job.paused) return jobCode.paused
  return isQueued ? jobCode.queued : jobCode.blocked
}

/** What a new job has, but for its batch. */
export const newJobColumns: Readonly<Record<string, RecordsetColumnOf<PlacedJob>>> = {
  job_id: ["key", ({ job }) => job.job_id],
  flow_no: ["integer", ({ flow_no }) => flow_no],
  topic: ["key", ({ job }) => job.topic],
  kind: ["key", ({ job }) => job.kind],
  state: ["integer", stateOf],
  order_no: ["bigint", ({ order_no }) => order_no],
  place: ["bigint", ({ isQueued, order_no }) => isQueued ? order_no : null],
  lane: ["key", ({ job }) => job.lane],
  lane_wait: ["boolean", ({ lane_wait }) => lane_wait],
  time_wait: ["boolean", ({ job }) => job.not_before !== null],
  organization_id: ["key", ({ job }) => job.organization_id ?? ""],
  max_attempts: ["integer", ({ job }) => job.max_attempts],
  backoff: ["text", ({ job }) => job.backoff === null ? null : JSON.stringify(job.backoff)],
  open_key: ["key", ({ job }) => job.open_key],
  idempotency_key: ["key", ({ job }) => job.idempotency_key],
  command: ["key", ({ job }) => job.face?.command],
  operation: ["key", ({ job }) => job.face?.operation],
  resource_key: ["key", ({ job }) => job.face?.resource_key],
  domain_name: ["key", ({ job }) => job.face?.domain_name],
  display: ["text", ({ job }) => job.face?.display],
  payload: ["text", ({ job }) => job.payload],
  created_on: ["instant", ({ created_on }) => created_on],
  not_before: ["instant", ({ job }) => job.not_before === null ? null : DateTime.formatIso(job.not_before)],
  paused_at: ["instant", ({ created_on, job }) => job.paused ? created_on : null]
}

/** Whether nothing but the capacity of its topic keeps a job from running. */
export const isReady = ({ job, lane_wait }: PlacedJob): boolean => !lane_wait && isUnbound(job)

/** Whether a job has neither been paused nor put off. */
export const isUnbound = ({ not_before, paused }: NewJob): boolean => !paused && not_before === null

/** The same job behind others of its lane. */
export const behindLane = (placed: PlacedJob): PlacedJob =>
  placed.job.lane === null ? placed : { ...placed, lane_wait: true, isQueued: false }

/** Jobs without a lane first. */
export const byLane = ({ job: { lane: a } }: PlacedJob, { job: { lane: b } }: PlacedJob): number =>
  a === b ? 0 : a === null ? -1 : b === null || a > b ? 1 : -1
