import { VanitySetId, VanitySetLifeCycle, VanitySets } from "@namewright/core/dns"
import { CurrentActor } from "@namewright/core/shared"
import { Effect } from "effect"
import { crashingPlatform } from "../../domains/CrashingPlatform.ts"
import type { Customer } from "../../domains/DomainsPlatform.ts"
import { setRequest } from "./VanityPlatform.ts"

/**
 * A process that works on a vanity nameserver set and kills itself at a step: `node vanityProcess.js FILE OPERATION SUBJECT
 * STEP`. It ends by SIGKILL, or with code 0 when the work has fewer steps.
 */
const [filename = "", operation = "", subject = "", step = "0"] = process.argv.slice(2)

let steps = 0
let working = false
const die = Effect.suspend(() => {
  if (!working || ++steps !== Number(step)) return Effect.void
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const actor: Customer["actor"] = JSON.parse(
  process.env["ACTOR"] ?? "{}",
  (key, value) => key === "permissions" ? new Set(value) : value
)
const act: Customer["act"] = (work) => Effect.provideService(work, CurrentActor, actor)

/** What time does, without the rest that it brings. */
const advance = (id: VanitySetId) => Effect.flatMap(VanitySetLifeCycle, (lifeCycle) => lifeCycle.advance(id))

const create = Effect.gen(function*() {
  const sets = yield* VanitySets
  const { set_id } = yield* act(sets.create(setRequest(subject)))
  yield* advance(set_id)
})

const operations = {
  create: () => create,
  renew: () => advance(VanitySetId.make(subject)),
  restore: () => Effect.flatMap(VanitySets, (sets) => act(sets.restore(VanitySetId.make(subject)))),
  terminate: () => advance(VanitySetId.make(subject))
} as const

const work = Effect.gen(function*() {
  working = true
  yield* operations[operation as keyof typeof operations]()
  working = false
})

await Effect.runPromise(Effect.asVoid(Effect.provide(work, crashingPlatform(filename, die))))
