import type { JobStatus } from "@namewright/core/jobs"

/** Stored code of each state; codes below 4 are open states. */
export const jobCode = {
  blocked: 0,
  queued: 1,
  running: 2,
  paused: 3,
  succeeded: 4,
  failed: 5,
  canceled: 6,
  dead_letter: 7
} as const satisfies Record<JobStatus, number>

const statuses = new Map<number, JobStatus>(
  Object.entries(jobCode).map(([status, code]) => [code, status as JobStatus])
)

/** The state of a code. */
export const statusOfCode = (code: number): JobStatus => {
  const status = statuses.get(code)
  if (status === undefined) throw new RangeError(`${code} is not a state of a job`)
  return status
}
