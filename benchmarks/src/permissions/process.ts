import { authorize, authorizeWithinScope, scopeOf, systemActor } from "@namewright/core/access"
import { type Actor, admitsRrset, CurrentActor, newOrganizationId, tagsNeeded } from "@namewright/core/shared"
import { Effect } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"

export interface PermissionTask {
  readonly count: number
}

/** Microseconds of one check. */
export interface PermissionResult {
  readonly unrestricted: number
  readonly restricted: number
}

const { count } = taskOf<PermissionTask>()

/** A key with as many restrictions as are allowed; the object and the RRset match the last of them. */
const names = Array.from({ length: 50 }, (_, index) => `*.customer-${index}.example`)
const restrictions = {
  ids: Array.from({ length: 100 }, (_, index) => `zone_${String(index).padStart(26, "0")}`),
  names,
  rrsets: names.map((name) => ({ name: `_acme-challenge.${name}`, types: ["TXT"] }))
}

const object = { id: "zone_none", name: "www.customer-49.example." }
const owner = `_acme-challenge.${object.name}`

const measure = Effect.fnUntraced(function*(actor: Actor, check: Effect.Effect<boolean, unknown, CurrentActor>) {
  const work = Effect.gen(function*() {
    for (let index = 0; index < count; index++) {
      if (!(yield* check)) yield* Effect.die(new Error("The check refuses the actor"))
    }
  })
  const run = Effect.orDie(Effect.provideService(work, CurrentActor, actor))
  yield* run
  const started = performance.now()
  yield* run
  return (performance.now() - started) / count * 1000
})

const permissions = Effect.gen(function*() {
  const organization = yield* newOrganizationId
  const actor = systemActor(organization)
  const scope = scopeOf(restrictions)
  const result: PermissionResult = {
    unrestricted: yield* measure(actor, Effect.as(authorize("dns:manage"), true)),
    restricted: yield* measure(
      scope === undefined ? actor : { ...actor, scope },
      Effect.map(
        authorizeWithinScope("dns:manage"),
        (caller) => tagsNeeded(caller.scope, object)?.length === 0 && admitsRrset(caller.scope, owner, "TXT")
      )
    )
  }
  return result
})

serveParent(await Effect.runPromise(permissions))
