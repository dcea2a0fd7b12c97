import type { JobStatus } from "@namewright/core/jobs"

/** The number under which a state is stored; below 4 a job is open. */
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

/** The state with this number. */
export const statusOfCode = (code: number): JobStatus => {
  const status = statuses.get(code)
  if (status === undefined) throw new RangeError(`${code} is no state of a job`)
  return status
}
