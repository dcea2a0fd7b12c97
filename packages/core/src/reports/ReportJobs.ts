import { Effect, Layer, Option, Schema } from "effect"
import { JobKinds, type SystemJob } from "../jobs/index.ts"
import { type Report, ReportId } from "./Report.ts"
import { generationAttempts, ReportGeneration } from "./ReportGeneration.ts"

const kind = "report_generate"
const topic = "reports"

const Payload = Schema.Struct({ report_id: ReportId })
const readPayload = Schema.decodeUnknownOption(Payload)

/** Job that generates a report. Reports of one organization are generated one at a time. */
export const generationJob = (
  { organization_id, report_id }: Pick<Report, "organization_id" | "report_id">
): SystemJob => ({
  kind,
  organization_id,
  payload: { report_id },
  ordering_key: topic,
  key: report_id
})

/** Concurrent generations per process; each uses a database connection. */
const concurrency = 2

/** Registers the kind of the jobs that generate reports. */
export const ReportJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const generation = yield* ReportGeneration
  yield* kinds.registerTopic({ topic, concurrency })
  yield* kinds.registerKind({
    kind,
    topic,
    maxAttempts: generationAttempts,
    run: ({ attempt, payload }) =>
      Option.match(readPayload(payload), {
        onNone: () => Effect.die(new Error(`A job ${kind} has no report id`)),
        onSome: ({ report_id }) =>
          Effect.as(generation.generate(report_id, { isLast: attempt >= generationAttempts }), null)
      })
  })
}))
