import type { Effect, Schema } from "effect"
import type { AuthorizationError } from "../access/index.ts"
import type { CurrentActor, InvalidInput, Permission } from "../shared/index.ts"
import type { JobOperation } from "./Job.ts"

/** A planned job of a command. */
export interface PlannedJob {
  /** Index among the instances of a bulk command, from 0; null for a single command. */
  readonly instance_index: number | null
  /** Name of the `JobKind` that runs it. */
  readonly kind: string
  readonly operation: JobOperation
  readonly resource_key: string
  /**
   * Jobs with the same ordering key run one at a time, in the order of submission. Ordering keys belong to the
   * organization.
   */
  readonly ordering_key: string
  readonly domain_name?: string | undefined
  readonly display: string
  /** Payload for callers: `type`, `operation` and the merged data of the instance. */
  readonly payload: Schema.JsonObject
}

/** Reason why a command or one of its instances gets no job. Others are not affected. */
export interface InstanceProblem {
  readonly instance_index: number | null
  readonly error: string
  readonly code?: string | undefined
  readonly type?: string | undefined
  readonly resource_key?: string | undefined
}

export const isPlanned = (part: PlannedJob | InstanceProblem): part is PlannedJob => "kind" in part

/** A batch command, registered by its slice. */
export interface BatchCommand<P> {
  /** For example `domain_create_bulk`. */
  readonly name: string
  /** Required at submission, in addition to the right to submit jobs. */
  readonly right: Permission
  /**
   * Risk that its approver sees: a command can create costs, or change data. `none` is for commands that only create
   * objects without costs.
   */
  readonly risk: "costs" | "changes" | "none"
  /**
   * True if `expand` refuses requests outside of `Actor.scope`, and the jobs do too. Restricted callers cannot submit other
   * commands.
   */
  readonly enforcesScope?: boolean | undefined
  /** The wire form of `payload`. A payload that cannot be decoded refuses the whole batch. */
  readonly payload: Schema.Codec<P, unknown>
  /**
   * Plans the jobs of each command, in the order of the commands. It gets many commands of its kind at once and reads
   * the database in bulk. Problems of single instances are values. A failure refuses the whole batch; the `loc` of its
   * issues starts with the index of the command among `commands`, then `payload`.
   */
  readonly expand: (
    commands: ReadonlyArray<P>
  ) => Effect.Effect<
    ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>,
    InvalidInput | AuthorizationError,
    CurrentActor
  >
}
