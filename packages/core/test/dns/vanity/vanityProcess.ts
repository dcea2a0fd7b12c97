import { VanitySetId, VanitySetLifeCycle, VanitySets } from "@namewright/core/dns"
import { Effect } from "effect"
import { startedFor, workToStep } from "../../domains/workToStep.ts"
import { setRequest } from "./VanityPlatform.ts"

/**
 * A process that works on a vanity nameserver set and kills itself at a step: `node vanityProcess.js FILE OPERATION SUBJECT
 * STEP`. It ends by SIGKILL, or with code 0 when the work has fewer steps.
 */
const [filename = "", operation = "", subject = "", step = "0"] = process.argv.slice(2)

const { act } = startedFor()

/** Scheduled work of vanity sets, without that of other slices. */
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

await workToStep(filename, Number(step), operations[operation as keyof typeof operations]())
