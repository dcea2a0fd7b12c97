import { Effect } from "effect"
import { type DomainError, errorCatalogue } from "../shared/index.ts"
import type { InstanceProblem, PlannedJob } from "./BatchCommand.ts"
import type { CommandRequest } from "./BulkPayload.ts"

/** Number of items that are processed without yielding to the event loop; 1000 items take a few milliseconds. */
const chunkSize = 250

/** Maps items in order, and yields to the event loop between chunks. */
export const mapInChunks = Effect.fnUntraced(function*<A, B>(
  items: ReadonlyArray<A>,
  make: (item: A, index: number) => B
): Effect.fn.Return<ReadonlyArray<B>> {
  const made: Array<B> = []
  for (const item of items) {
    const index = made.length
    if (index > 0 && index % chunkSize === 0) yield* Effect.yieldNow
    made.push(make(item, index))
  }
  return made
})

/** Reason of the refusal of a request. */
export interface Problem {
  readonly error: string
  readonly code: string
  readonly type: string
}

/** The problem of an error, as in the response to a direct request. */
export const problemOf = ({ code, message }: DomainError): Problem => ({
  error: message,
  code,
  type: errorCatalogue[code].type
})

/** A problem of the form of a request. */
export const validationProblem = (code: string, error: string): Problem => ({ error, code, type: "validation-error" })

/** Problem of members that neither the template nor the instance has. */
export const incomplete = (missing: ReadonlyArray<string>): Problem =>
  validationProblem("MISSING_FIELD", `Neither the instance nor its template has ${missing.join(", ")}`)

/** Combines the problems of an instance: code and type of the first one, and all messages. */
export const instanceProblem = (
  { instance_index }: CommandRequest<unknown>,
  resource_key: string | undefined,
  problems: ReadonlyArray<Problem>
): InstanceProblem => ({
  instance_index,
  resource_key,
  code: problems[0]?.code,
  type: problems[0]?.type,
  error: problems.map(({ error }) => error).join("; ")
})

/** Collects the requests of each command in chunks. */
export const requestsOfCommands = Effect.fnUntraced(function*<P, A>(
  commands: ReadonlyArray<P>,
  asks: (command: P) => ReadonlyArray<CommandRequest<A>>
): Effect.fn.Return<ReadonlyArray<ReadonlyArray<CommandRequest<A>>>> {
  const all: Array<ReadonlyArray<CommandRequest<A>>> = []
  let worked = 0
  for (const command of commands) {
    const asked = asks(command)
    all.push(asked)
    worked += asked.length
    if (worked < chunkSize) continue
    worked = 0
    yield* Effect.yieldNow
  }
  return all
})

/** Plans the jobs of all requests; one list per command. */
export const planEach = Effect.fnUntraced(function*<A>(
  commands: ReadonlyArray<ReadonlyArray<CommandRequest<A>>>,
  plan: (asked: CommandRequest<A>) => PlannedJob | InstanceProblem
): Effect.fn.Return<ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>> {
  const plans = yield* mapInChunks(commands.flat(), plan)
  let next = 0
  return commands.map(({ length }) => plans.slice(next, next += length))
})
