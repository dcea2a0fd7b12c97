import { layer as postgres } from "@namewright/adapters-pg"
import { JobWorker, JobWorkerSettings } from "@namewright/core/jobs"
import { Duration, Effect, Layer } from "effect"
import { jobsOn } from "./JobsPlatform.ts"
import { notingJobs } from "./notingJobs.ts"

/** A process that carries out noted jobs: `node workingProcess.ts URL`. It ends in good order by SIGTERM. */
const [url = ""] = process.argv.slice(2)

const impatient = Layer.succeed(JobWorkerSettings, {
  beat: Duration.millis(500),
  lease: Duration.seconds(3),
  poll: Duration.seconds(1),
  grace: Duration.seconds(10)
})

const storage = postgres({ url, maxConnections: 6 })

const work = Effect.gen(function*() {
  yield* notingJobs(process.pid)
  const worker = yield* JobWorker
  process.stdout.write("works\n")
  yield* worker.run
}).pipe(Effect.provide(jobsOn(storage).pipe(Layer.provideMerge(storage), Layer.provide(impatient))))

const controller = new AbortController()
process.once("SIGTERM", () => controller.abort())
await Effect.runPromiseExit(work, { signal: controller.signal })
