import { Result } from "effect"
import type { InputIssue } from "../shared/index.ts"
import type { SubmitBatch, SubmittedCommand } from "./Batch.ts"

/** A batch without its commands. */
export type BatchFrame = Omit<SubmitBatch, "commands">

/** Some of the commands of a batch, in their order. */
export interface BatchPortion {
  /** Undefined for an entry that is not a command. */
  readonly commands: ReadonlyArray<SubmittedCommand | undefined>
  /** Problems of those; `loc` starts with `body`. */
  readonly issues: ReadonlyArray<InputIssue>
  /** True if the rest of the batch cannot be read. Its issues are then the only ones. */
  readonly isBroken: boolean
}

/**
 * A batch that is read while it is planned: each portion is released before the next one is read, and other work has its
 * turn in between.
 */
export interface BatchSource {
  /** Read once. */
  readonly portions: Iterable<BatchPortion>
  /** Read after all portions. */
  readonly frame: () => Result.Result<BatchFrame, ReadonlyArray<InputIssue>>
}

/** Commands of a portion, unless its source has a better measure. */
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
