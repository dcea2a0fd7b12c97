import { type Cause, Duration, Effect, Predicate, Result, Schema } from "effect"
import { callHost } from "../../telemetry/index.ts"
import { type CommandId } from "../RegistryCommand.ts"
import {
  type CommandError,
  type QueryError,
  RegistryOutcomeUnknown,
  RegistryRefusal,
  RegistryTemporary
} from "../RegistryError.ts"

/** A function of a driver with its argument. */
export interface DriverCall {
  /** Driver and command in logs. */
  readonly name: string
  readonly timeout: Duration.Duration
  readonly invoke: (signal: AbortSignal) => unknown
}

/** Reasons for which a call has no usable result. */
type NoResult = RegistryRefusal | RegistryTemporary | "unknown"

const isRefusal = Schema.is(Schema.Struct(RegistryRefusal.fields))
const isTemporary = Schema.is(Schema.Struct(RegistryTemporary.fields))

/** Another copy of this module may have made the error. */
const thrownOf = (error: unknown): RegistryRefusal | RegistryTemporary | undefined => {
  if (error instanceof RegistryRefusal || error instanceof RegistryTemporary) return error
  if (Predicate.isTagged(error, "RegistryRefusal") && isRefusal(error)) {
    const { reason, result_code, text } = error
    return new RegistryRefusal({ reason, result_code, text })
  }
  return Predicate.isTagged(error, "RegistryTemporary") && isTemporary(error)
    ? new RegistryTemporary({ text: error.text })
    : undefined
}

const failed = ({ name }: DriverCall, problem: string, cause?: Cause.Cause<unknown> | unknown) =>
  Effect.as(
    cause === undefined ? Effect.logError(`${name}: ${problem}`) : Effect.logError(`${name}: ${problem}`, cause),
    "unknown" as const
  )

/**
 * Calls a function of a driver and reads its result. Whatever it throws besides a refusal, a result that cannot be read,
 * and a missed time limit are logged as defects of the driver.
 */
const called = <A>(
  call: DriverCall,
  read: (value: unknown) => Result.Result<A, string>
): Effect.Effect<A, NoResult> =>
  callHost(call.invoke).pipe(
    Effect.catch((error) => {
      const thrown = thrownOf(error)
      return Effect.flip(
        thrown === undefined ? failed(call, "the driver failed", error) : Effect.succeed<NoResult>(thrown)
      )
    }),
    Effect.timeoutOrElse({
      duration: call.timeout,
      orElse: () => Effect.flip(failed(call, `no result within ${Duration.format(call.timeout)}`))
    }),
    Effect.flatMap((value) =>
      Result.match(read(value), {
        onSuccess: (result) => Effect.succeed(result),
        onFailure: (problem) => Effect.flip(failed(call, `the driver returned an invalid result: ${problem}`))
      })
    )
  )

/** A query without a result may be repeated. */
export const query = <A>(
  call: DriverCall,
  read: (value: unknown) => Result.Result<A, string>
): Effect.Effect<A, QueryError> =>
  Effect.mapError(
    called(call, read),
    (reason) => reason === "unknown" ? new RegistryTemporary({ text: "The registry did not answer" }) : reason
  )

/** The outcome of a command without a result is unknown, because the registry may have carried it out. */
export const transform = <A>(
  call: DriverCall,
  command_id: CommandId,
  read: (value: unknown) => Result.Result<A, string>
): Effect.Effect<A, CommandError> =>
  Effect.mapError(
    called(call, read),
    (reason) =>
      reason === "unknown"
        ? new RegistryOutcomeUnknown({ command_id, text: "The registry did not answer the command" })
        : reason
  )
