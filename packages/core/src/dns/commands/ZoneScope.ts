import { Effect } from "effect"
import { type InstanceProblem, isPlanned, type PlannedJob, type Problem, problemOf } from "../../jobs/index.ts"
import { type Actor, restrictsRrsets } from "../../shared/index.ts"
import { forbiddenSteps } from "../forbiddenSteps.ts"
import { readRrsetWrite } from "../readRrsetWrite.ts"
import type { RrsetWrite } from "../RrsetWrite.ts"
import { makeZoneAccess } from "../ZoneAccess.ts"
import { type ZoneNotFound, ZoneValidationFailed } from "../ZoneError.ts"

type Part = PlannedJob | InstanceProblem
type Plans = ReadonlyArray<ReadonlyArray<Part>>

/** Write of a planned job, by the index of its command and of its instance. */
type WriteOf = (command: number, instance: number) => RrsetWrite

export type ZoneScope = Effect.Success<typeof makeZoneScope>

/**
 * Replaces planned jobs of restricted callers by problems: for zones outside of their scope and, with `writeOf`, for
 * writes of RRsets outside of it. Other callers are not checked: the existence of their zones is checked when the jobs
 * run.
 */
export const makeZoneScope = Effect.gen(function*() {
  const { visible } = yield* makeZoneAccess

  /** The job, unless it writes RRsets that the caller may not change. */
  const permitted = Effect.fnUntraced(function*(actor: Actor, job: PlannedJob, zone: string, write: RrsetWrite) {
    const { name } = yield* visible(actor, zone)
    const [first, ...others] = forbiddenSteps(actor, yield* readRrsetWrite(name, write, []))
    return first === undefined ? job : yield* new ZoneValidationFailed({ zone_name: name, errors: [first, ...others] })
  })

  const admitted = (actor: Actor, part: Part, writeOf: (() => RrsetWrite) | undefined): Effect.Effect<Part> => {
    if (!isPlanned(part)) return Effect.succeed(part)
    const { instance_index, resource_key } = part
    const checked = writeOf === undefined || !restrictsRrsets(actor.scope)
      ? Effect.as(visible(actor, resource_key), part)
      : permitted(actor, part, resource_key, writeOf())
    return Effect.catch(
      checked,
      (error: ZoneNotFound | ZoneValidationFailed) =>
        Effect.succeed<Part>({ instance_index, resource_key, ...describedProblem(error) })
    )
  }

  return (actor: Actor, plans: Plans, writeOf?: WriteOf): Effect.Effect<Plans> =>
    actor.scope === undefined
      ? Effect.succeed(plans)
      : Effect.forEach(plans, (plan, command) =>
        Effect.forEach(plan, (part, instance) =>
          admitted(
            actor,
            part,
            writeOf === undefined ? undefined : () => writeOf(command, instance)
          )))
})

/** The problem of an error, with the messages of all refused writes. */
const describedProblem = (error: ZoneNotFound | ZoneValidationFailed): Problem => {
  const problem = problemOf(error)
  return error._tag === "ZoneNotFound" ? problem : { ...problem, error: error.errors.map(({ msg }) => msg).join("; ") }
}
