import type { JobStatus } from "@namewright/core/jobs"
import { Record } from "effect"
import { Statement } from "effect/sql"

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
} as const satisfies { readonly [S in JobStatus]: number }

/** The codes in statements, written out because partial indexes have conditions on them. */
export const code = Record.map(jobCode, (number) => Statement.fragment([Statement.literal(String(number))]))

const statuses = new Map<number, JobStatus>(
  Object.entries(jobCode).map(([status, number]) => [number, status as JobStatus])
)

/** The state of a code. */
export const statusOfCode = (number: number): JobStatus => {
  const status = statuses.get(number)
  if (status === undefined) throw new RangeError(`${number} is not a state of a job`)
  return status
}
