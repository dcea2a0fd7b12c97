import { Worker } from "@namewright/core/embed"
import { Effect } from "effect"
import { fromArguments, platformOf } from "./sharedInstallation.ts"

/** Worker process: `node domainWorkingProcess.ts DATABASE ADDRESS BASE`. It ends by SIGTERM. */
const work = Effect.gen(function*() {
  const worker = yield* Worker
  process.stdout.write("works\n")
  return yield* worker.work
})

const controller = new AbortController()
process.once("SIGTERM", () => controller.abort())
await Effect.runPromiseExit(
  Effect.provide(work, platformOf(fromArguments(process.argv.slice(2)))),
  { signal: controller.signal }
)
