import { Effect, Layer, Option, Schema } from "effect"
import { JobKinds, type SystemJob } from "../jobs/index.ts"
import { type Report, ReportId } from "./Report.ts"
import { generationAttempts, ReportGeneration } from "./ReportGeneration.ts"

const kind = "report_generate"
const topic = "reports"

const Payload = Schema.Struct({ report_id: ReportId })
const readPayload = Schema.decodeUnknownOption(Payload)

/** The job that makes a report. An organization's reports are made one after the other. */
export const generationJob = (
  { organization_id, report_id }: Pick<Report, "organization_id" | "report_id">
): SystemJob => ({
  kind,
  organization_id,
  payload: { report_id },
  ordering_key: topic,
  key: report_id
})

/** Reports that one process makes at a time; each holds a connection while it is made. */
const concurrency = 2

/** Lets the workers make reports. */
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
        onNone: () => Effect.die(new Error(`A job ${kind} names no report`)),
        onSome: ({ report_id }) =>
          Effect.as(generation.generate(report_id, { isLast: attempt >= generationAttempts }), null)
      })
  })
}))
