import type { JobStatus } from "./Job.ts"

/** Triggers of state changes of jobs. */
export type JobTrigger =
  | "release"
  | "claim"
  | "succeed"
  | "fail"
  | "defer"
  | "exhaust"
  | "abandon"
  | "pause"
  | "resume"
  | "cancel"
  | "retry"

/** An allowed state change: from any state of `from` to any state of `to`. */
export interface JobTransition {
  readonly trigger: JobTrigger
  readonly from: ReadonlyArray<JobStatus>
  readonly to: ReadonlyArray<JobStatus>
}

/**
 * All state changes of jobs. If a trigger has two target states, the job becomes `blocked` if its time, its ordering
 * key or the capacity of its topic requires it. Source: REST specification, "Job".
 */
export const jobTransitions: ReadonlyArray<JobTransition> = [
  { trigger: "release", from: ["blocked"], to: ["queued"] },
  { trigger: "claim", from: ["queued"], to: ["running"] },
  { trigger: "succeed", from: ["running"], to: ["succeeded"] },
  { trigger: "fail", from: ["running"], to: ["failed"] },
  // Another attempt after a pause, or a job that requested more time.
  { trigger: "defer", from: ["running"], to: ["blocked"] },
  { trigger: "exhaust", from: ["running"], to: ["dead_letter"] },
  // The worker stopped or was lost; the attempt is still counted.
  { trigger: "abandon", from: ["running"], to: ["queued"] },
  { trigger: "pause", from: ["blocked", "queued"], to: ["paused"] },
  { trigger: "resume", from: ["paused"], to: ["queued", "blocked"] },
  { trigger: "cancel", from: ["blocked", "queued", "paused"], to: ["canceled"] },
  { trigger: "retry", from: ["failed", "dead_letter"], to: ["queued", "blocked"] }
]

/** True if a job in this state has ended; only a retry starts it again. */
export const hasEnded = (status: JobStatus): boolean => ended.has(status)

const ended: ReadonlySet<JobStatus> = new Set<JobStatus>(["succeeded", "failed", "canceled", "dead_letter"])
