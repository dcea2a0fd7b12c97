import type { NewJob } from "@namewright/core/jobs"
import { DateTime } from "effect"
import type { RecordsetColumn } from "../Recordset.ts"
import { jobCode } from "./JobCodes.ts"

/** What a new job has, but for its batch. */
export const newJobColumns = {
  job_id: "key",
  flow_no: "integer",
  topic: "key",
  kind: "key",
  state: "integer",
  order_no: "bigint",
  place: "bigint",
  lane: "key",
  lane_wait: "boolean",
  time_wait: "boolean",
  organization_id: "key",
  max_attempts: "integer",
  backoff: "text",
  open_key: "key",
  idempotency_key: "key",
  command: "key",
  operation: "key",
  resource_key: "key",
  domain_name: "key",
  display: "text",
  payload: "text",
  created_on: "instant",
  not_before: "instant",
  paused_at: "instant"
} as const satisfies Record<string, RecordsetColumn>

export type NewJobRow = Record<keyof typeof newJobColumns, string | number | boolean | null>

const instant = (value: DateTime.Utc) => DateTime.formatIso(value)

/** A job as it is stored at first. */
export const newJobRow = (
  job: NewJob,
  flow_no: number,
  order_no: number,
  lane_wait: boolean,
  isQueued: boolean
): NewJobRow => ({
  job_id: job.job_id,
  flow_no,
  topic: job.topic,
  kind: job.kind,
  state: job.paused ? jobCode.paused : isQueued ? jobCode.queued : jobCode.blocked,
  order_no,
  place: isQueued ? order_no : null,
  lane: job.lane,
  lane_wait,
  time_wait: job.not_before !== null,
  organization_id: job.organization_id ?? "",
  max_attempts: job.max_attempts,
  backoff: job.backoff === null ? null : JSON.stringify(job.backoff),
  open_key: job.open_key,
  idempotency_key: job.idempotency_key,
  command: job.face?.command ?? null,
  operation: job.face?.operation ?? null,
  resource_key: job.face?.resource_key ?? null,
  domain_name: job.face?.domain_name ?? null,
  display: job.face?.display ?? null,
  payload: JSON.stringify(job.payload),
  created_on: instant(job.created_on),
  not_before: job.not_before === null ? null : instant(job.not_before),
  paused_at: job.paused ? instant(job.created_on) : null
})

/** The same job behind others of its lane. */
export const behindLane = (row: NewJobRow): NewJobRow => ({
  ...row,
  lane_wait: true,
  state: row.state === jobCode.paused ? jobCode.paused : jobCode.blocked,
  place: null
})

/** Rows without a lane first. */
export const byLane = (a: NewJobRow, b: NewJobRow): number =>
  a.lane === b.lane ? 0 : a.lane === null ? -1 : b.lane === null || a.lane > b.lane ? 1 : -1
