import { Result } from "effect"
import type { InputIssue } from "../shared/index.ts"
import type { SubmitBatch, SubmittedCommand } from "./Batch.ts"

/** A batch without its commands. */
export type BatchFrame = Omit<SubmitBatch, "commands">

/** Consecutive commands of a batch. */
export interface BatchPortion {
  /** Undefined for an entry that is not a command. */
  readonly commands: ReadonlyArray<SubmittedCommand | undefined>
  /** Issues of these commands; `loc` starts with `body`. */
  readonly issues: ReadonlyArray<InputIssue>
  /** True if the rest of the batch cannot be read. Its issues are then the only ones. */
  readonly isBroken: boolean
}

/**
 * A batch that is read in portions while it is planned. Each portion can be garbage-collected before the next one is
 * read, and other fibers run in between.
 */
export interface BatchSource {
  /** Can be iterated once. */
  readonly portions: Iterable<BatchPortion>
  /** Called after all portions. */
  readonly frame: () => Result.Result<BatchFrame, ReadonlyArray<InputIssue>>
}

/** Number of commands in a portion of a batch in memory. */
const perPortion = 200

/** A batch in memory. */
export const sourceOf = ({ commands, ...frame }: SubmitBatch): BatchSource => ({
  portions: Array.from({ length: Math.ceil(commands.length / perPortion) }, (_, n) => ({
    commands: commands.slice(n * perPortion, (n + 1) * perPortion),
    issues: [],
    isBroken: false
  })),
  frame: () => Result.succeed(frame)
})
