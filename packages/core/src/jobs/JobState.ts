import type { JobStatus } from "./Job.ts"

/** What moves a job from one state to another. */
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

/** A move that the specification allows: from any of these states to one of those. */
export interface JobTransition {
  readonly trigger: JobTrigger
  readonly from: ReadonlyArray<JobStatus>
  readonly to: ReadonlyArray<JobStatus>
}

/**
 * Every move of a job; whatever is not here does not happen. Where a move has two ends, the job is `blocked` if its
 * time, its ordering key or its topic holds it up. Source: REST specification, "Job".
 */
export const jobTransitions: ReadonlyArray<JobTransition> = [
  { trigger: "release", from: ["blocked"], to: ["queued"] },
  { trigger: "claim", from: ["queued"], to: ["running"] },
  { trigger: "succeed", from: ["running"], to: ["succeeded"] },
  { trigger: "fail", from: ["running"], to: ["failed"] },
  // Another attempt after a pause, or a job that requested more time.
  { trigger: "defer", from: ["running"], to: ["blocked"] },
  { trigger: "exhaust", from: ["running"], to: ["dead_letter"] },
  // Its worker stopped or was lost; the attempt stays counted.
  { trigger: "abandon", from: ["running"], to: ["queued"] },
  { trigger: "pause", from: ["blocked", "queued"], to: ["paused"] },
  { trigger: "resume", from: ["paused"], to: ["queued", "blocked"] },
  { trigger: "cancel", from: ["blocked", "queued", "paused"], to: ["canceled"] },
  { trigger: "retry", from: ["failed", "dead_letter"], to: ["queued", "blocked"] }
]

/** Whether a job in this state has ended; only a retry opens it again. */
export const hasEnded = (status: JobStatus): boolean => ended.has(status)

const ended: ReadonlySet<JobStatus> = new Set<JobStatus>(["succeeded", "failed", "canceled", "dead_letter"])
