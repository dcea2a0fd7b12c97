import { Effect } from "effect"
import { type InstanceProblem, isPlanned, type PlannedJob, problemOf } from "../../jobs/index.ts"
import type { Actor } from "../../shared/index.ts"
import { makeZoneAccess } from "../ZoneAccess.ts"
import { ZoneNotFound } from "../ZoneError.ts"

type Plans = ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>

export type ZoneScope = Effect.Success<typeof makeZoneScope>

/**
 * Replaces planned jobs of restricted callers for zones outside of their scope by problems. Other callers are not checked:
 * the existence of their zones is checked when the jobs run.
 */
export const makeZoneScope = Effect.gen(function*() {
  const { visible } = yield* makeZoneAccess

  const admitted = Effect.fnUntraced(function*(actor: Actor, part: PlannedJob | InstanceProblem) {
    if (!isPlanned(part)) return part
    const { instance_index, resource_key } = part
    const isVisible = yield* Effect.isSuccess(visible(actor, resource_key))
    const problem: InstanceProblem = {
      instance_index,
      resource_key,
      ...problemOf(new ZoneNotFound({ zone_name: resource_key }))
    }
    return isVisible ? part : problem
  })

  return (actor: Actor, plans: Plans): Effect.Effect<Plans> =>
    actor.scope === undefined
      ? Effect.succeed(plans)
      : Effect.forEach(plans, (plan) => Effect.forEach(plan, (part) => admitted(actor, part)))
})
