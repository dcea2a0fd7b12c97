import type { Effect, Schema } from "effect"
import type { AuthorizationError } from "../access/index.ts"
import type { CurrentActor, InvalidInput, Permission } from "../shared/index.ts"
import type { JobOperation } from "./Job.ts"

/** A planned job of a command. */
export interface PlannedJob {
  /** Place among the instances of a bulk command, from 0; null where the command has none. */
  readonly instance_index: number | null
  /** Which `JobKind` carries it out. */
  readonly kind: string
  readonly operation: JobOperation
  readonly resource_key: string
  /** Jobs of one ordering key run one at a time, in the order of submission. Ordering keys belong to the organization. */
  readonly ordering_key: string
  readonly domain_name?: string | undefined
  readonly display: string
  /** As callers see it: `type`, `operation` and the merged data of the instance. */
  readonly payload: Schema.JsonObject
}

/** Reason why a command or one of its instances gets no job. The others are not affected. */
export interface InstanceProblem {
  readonly instance_index: number | null
  readonly error: string
  readonly code?: string | undefined
  readonly type?: string | undefined
  readonly resource_key?: string | undefined
}

export const isPlanned = (part: PlannedJob | InstanceProblem): part is PlannedJob => "kind" in part

/** A command of batches, as its slice registers it. */
export interface BatchCommand<P> {
  /** `domain_create_bulk` */
  readonly name: string
  /** Checked at submission, beside the right to submit jobs at all. */
  readonly right: Permission
  /**
   * Risk for its approver: a command can create costs, or change data. `none` is for commands that only create what
   * costs nothing.
   */
  readonly risk: "costs" | "changes" | "none"
  /** The wire form of `payload`; a payload that does not decode refuses the whole batch. */
  readonly payload: Schema.Codec<P, unknown>
  /**
   * The jobs of each command, in the order of the commands. It gets many commands of its kind at once and reads the
   * database in bulk. Problems of single instances are values. A failure refuses the whole batch; the `loc` of its
   * issues starts with the place of the command among those given, then `payload`.
   */
  readonly expand: (
    commands: ReadonlyArray<P>
  ) => Effect.Effect<
    ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>,
    InvalidInput | AuthorizationError,
    CurrentActor
  >
}
