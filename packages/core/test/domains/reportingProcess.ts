import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Timetable } from "@namewright/core/shared"
import { Duration, Effect, Layer } from "effect"
import { steppingTransactions } from "./CrashingPlatform.ts"
import type { Customer } from "./DomainsPlatform.ts"
import { attestEmail } from "./evidence.ts"
import { reportTakers } from "./reportingPlatform.ts"
import { startedFor, workToStep } from "./workToStep.ts"

/*
 * Attests the last claim that a registry demands of a contact, reports it, and reads the registry's decision. It kills itself
 * at a step: before or after a commit, when a report arrives, after the registry's answer, or after the acknowledgement of
 * the decision: `node reportingProcess.js FILE ORGANIZATION CONTACT ARRIVED OUTCOME STEP`.
 */
const [filename = "", organization_id = "", contact_id = "", arrived = "", outcome = "", step = "0"] = process.argv
  .slice(2)

const { act, actor } = startedFor()
const owner = { organization_id, contact_id, actor, act } as Customer

const works = new Set(["registry.intents", "registry.messages", "domains.life_cycle"])

/** The jobs, which store the intents of reports, and the scheduled work on intents, messages and domains. */
const reporting = Effect.gen(function*() {
  yield* JobWorker.use(({ drain }) => drain(Duration.minutes(1)))
  const timetable = yield* Timetable
  for (const work of yield* timetable.works) if (works.has(work.name)) yield* work.run
})

await workToStep(
  filename,
  Number(step),
  attestEmail(owner).pipe(Effect.andThen(reporting), Effect.andThen(reporting)),
  (file, onStep) =>
    Layer.orDie(layerPlatform({
      storage: steppingTransactions(onStep).pipe(Layer.provideMerge(sqlite({ filename: file, synchronous: "normal" }))),
      registries: reportTakers({ arrived, refuses: outcome === "refused", onStep })
    }))
)
