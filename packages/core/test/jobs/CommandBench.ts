import {
  type InstanceProblem,
  isPlanned,
  JobKinds,
  newJobId,
  type PlannedJob,
  type RunningJob
} from "@namewright/core/jobs"
import { CurrentActor, inputIssues, Instant } from "@namewright/core/shared"
import { Effect, Exit, Option, Schema } from "effect"

const commandOf = Effect.fnUntraced(function*(name: string) {
  const { command } = yield* JobKinds
  return yield* Effect.fromNullishOr(command(name)).pipe(Effect.orDie)
})

/** Payloads as a batch hands them to a command; what the form does not admit is a defect here. */
export const decoded = Effect.fnUntraced(function*(name: string, payloads: ReadonlyArray<unknown>) {
  const { payload } = yield* commandOf(name)
  return yield* Effect.orDie(Effect.forEach(payloads, (one) => Schema.decodeUnknownEffect(payload)(one)))
})

/** Handling of decoded commands. */
export const expandedFrom = (name: string, commands: ReadonlyArray<unknown>) =>
  Effect.flatMap(commandOf(name), ({ expand }) => expand(commands))

/** Handling of commands with one name. */
export const expanded = (name: string, ...payloads: ReadonlyArray<unknown>) =>
  Effect.flatMap(decoded(name, payloads), (commands) => expandedFrom(name, commands))

/** The only job that a command becomes. */
export const onlyJob = Effect.fnUntraced(function*(name: string, payload: unknown) {
  const parts = (yield* expanded(name, payload)).flat()
  const job = parts.find(isPlanned)
  return job !== undefined && parts.length === 1
    ? job
    : yield* Effect.die(new Error(`Not one job: ${JSON.stringify(parts)}`))
})

/** Problems of the form of a payload, as `pointer: slug`. */
export const formProblems = Effect.fnUntraced(function*(name: string, wire: unknown) {
  const { payload } = yield* commandOf(name)
  const exit = Schema.decodeUnknownExit(payload)(wire, { errors: "all", reportInput: true })
  if (Exit.isSuccess(exit)) return []
  const error = Option.getOrThrow(Exit.findErrorOption(exit))
  return inputIssues(error.issue, "body").map(({ loc, type }) => `${loc.slice(1).join(".")}: ${type}`)
})

/** Problems without words, as `index code resource`. */
export const problemsOf = (parts: ReadonlyArray<PlannedJob | InstanceProblem>): ReadonlyArray<string> =>
  parts.flatMap((part) => isPlanned(part) ? [] : [`${part.instance_index} ${part.code} ${part.resource_key}`])

/** Problems for which a batch of commands is refused, as `pointer: slug`. */
export const refusedPlaces = Effect.fnUntraced(function*(name: string, ...payloads: ReadonlyArray<unknown>) {
  const refused = yield* Effect.flip(expanded(name, ...payloads))
  return refused._tag === "InvalidInput"
    ? refused.issues.map(({ loc, type }) => `${loc.join(".")}: ${type}`)
    : [refused._tag]
})

/** The merged request about a domain. */
export const domainOf = (part: PlannedJob | InstanceProblem) =>
  (isPlanned(part) ? part.payload["domain"] : undefined) as Readonly<Record<string, unknown>> | undefined

/** A planned job as a worker gets it. */
export const running = Effect.fnUntraced(function*(
  { kind, payload, resource_key }: PlannedJob,
  members: Partial<RunningJob> = {}
) {
  const { organization_id } = yield* CurrentActor
  const job: RunningJob = {
    job_id: yield* newJobId,
    batch_id: null,
    organization_id,
    kind,
    resource_key,
    payload,
    attempt: 1,
    created_on: yield* Instant.now,
    ...members
  }
  return job
})

/** Carries a job out, as a worker does. */
export const run = Effect.fnUntraced(function*(job: RunningJob) {
  const { kind } = yield* JobKinds
  const found = yield* Effect.orDie(Effect.fromNullishOr(kind(job.kind)))
  return yield* found.run(job)
})

/** The job as it is handed out again after its worker was lost. */
export const again = (job: RunningJob): RunningJob => ({ ...job, attempt: job.attempt + 1 })
