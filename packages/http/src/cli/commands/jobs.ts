import { Batch, BatchId, BatchRetried, JobErrorClass } from "@namewright/core/jobs"
import { Clock, Console, Duration, Effect, Option, Schema, Terminal } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { Interface, interfaceFlags, interfaceOf } from "../Interface.ts"
import { progressLine } from "../progressLine.ts"

const batch = Argument.String("batch").pipe(
  Argument.withDescription("The id of the batch, batch_..."),
  Argument.withSchema(BatchId)
)

const every = Duration.seconds(1)

const onInterface = <A, E>(
  flags: Parameters<typeof interfaceOf>[0],
  work: Effect.Effect<A, E, Interface | Terminal.Terminal>
) => Effect.flatMap(interfaceOf(flags), (connected) => Effect.provideService(work, Interface, connected))

const read = (id: BatchId) => Effect.flatMap(Interface, ({ call }) => call(Batch, "GET", `/v1/jobs/${id}`))

/** Shows progress: a bar on one line of a terminal, otherwise a line per change. */
const show = Effect.fnUntraced(function*(line: string, previous: string) {
  const terminal = yield* Terminal.Terminal
  if ((yield* Interface).isInteractive) return yield* Effect.orDie(terminal.display(`\r\u001b[2K${line}`))
  if (line !== previous) yield* Console.log(line)
})

const watched = Effect.fnUntraced(function*(id: BatchId) {
  const begun = yield* Clock.currentTimeMillis
  const from = yield* read(id)
  let seen = from
  let shown = ""
  for (;;) {
    const line = progressLine(seen, { seconds: ((yield* Clock.currentTimeMillis) - begun) / 1000, from })
    yield* show(line, shown)
    shown = line
    if (seen.status === "complete") break
    yield* Effect.sleep(every)
    seen = yield* read(id)
  }
  if ((yield* Interface).isInteractive) yield* Console.log("")
  const unsuccessful = seen.failed + seen.dead_letter
  if (unsuccessful > 0) {
    return yield* new CommandFailed({
      message: `${unsuccessful} of ${seen.total} jobs failed; see GET /v1/jobs/${id}/jobs?status=failed,dead_letter`
    })
  }
})

const watch = Command.make(
  "watch",
  { ...interfaceFlags, batch },
  (flags) => onInterface(flags, watched(flags.batch))
).pipe(Command.withDescription("Show the progress of a batch until it is complete; fails if a job failed"))

const control = (name: string, method: "POST" | "DELETE", path: string, description: string, done: string) =>
  Command.make(
    name,
    { ...interfaceFlags, batch },
    (flags) =>
      onInterface(
        flags,
        Effect.flatMap(Interface, ({ call }) => call(Schema.Void, method, `/v1/jobs/${flags.batch}${path}`)).pipe(
          Effect.andThen(Console.log(`${flags.batch} is ${done}`))
        )
      )
  ).pipe(Command.withDescription(description))

const errorClass = Flag.Literals("error-class", JobErrorClass.literals).pipe(
  Flag.withDescription("Only jobs with this error, such as BillingInsufficientFundsError"),
  Flag.optional
)

const retry = Command.make(
  "retry",
  { ...interfaceFlags, batch, errorClass },
  (flags) => {
    const query = Option.match(flags.errorClass, { onNone: () => "", onSome: (name) => `?error_class=${name}` })
    return onInterface(
      flags,
      Effect.flatMap(Interface, ({ call }) => call(BatchRetried, "POST", `/v1/jobs/${flags.batch}/retry${query}`)).pipe(
        Effect.flatMap(({ blocked_count, retried_count }) =>
          Console.log(`${retried_count} jobs run again, ${blocked_count} of them are blocked`)
        )
      )
    )
  }
).pipe(Command.withDescription("Run the failed jobs of a batch again"))

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("Batches of an organization, through the REST interface of a running server"),
  Command.withSubcommands([
    watch,
    control("pause", "POST", "/pause", "Pause jobs that have not begun", "paused"),
    control("resume", "POST", "/resume", "Resume a paused batch", "resumed"),
    control("cancel", "DELETE", "", "Cancel jobs that have not begun", "cancelled"),
    retry
  ])
)
