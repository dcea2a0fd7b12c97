import { Effect } from "effect"
import { type DomainError, errorCatalogue } from "../shared/index.ts"
import type { InstanceProblem, PlannedJob } from "./BatchCommand.ts"
import type { Asked } from "./BulkPayload.ts"

/** Items that are worked on without a pause; a thousand of them take a few milliseconds. */
const slice = 250

/** Maps items in order and in slices, between which other work runs. */
export const mapInSlices = Effect.fnUntraced(function*<A, B>(
  items: ReadonlyArray<A>,
  make: (item: A, index: number) => B
): Effect.fn.Return<ReadonlyArray<B>> {
  const made: Array<B> = []
  for (const item of items) {
    const index = made.length
    if (index > 0 && index % slice === 0) yield* Effect.yieldNow
    made.push(make(item, index))
  }
  return made
})

/** Why a request is refused. */
export interface Problem {
  readonly error: string
  readonly code: string
  readonly type: string
}

/** A problem as the refusal of the same request has it. */
export const problemOf = ({ code, message }: DomainError): Problem => ({
  error: message,
  code,
  type: errorCatalogue[code].type
})

/** A problem with the form of a request. */
export const validationProblem = (code: string, error: string): Problem => ({ error, code, type: "validation-error" })

/** Members that neither the template nor the instance has. */
export const incomplete = (missing: ReadonlyArray<string>): Problem =>
  validationProblem("MISSING_FIELD", `Neither the instance nor its template has ${missing.join(", ")}`)

/** All problems of an instance as one: the first one is its code, the message has all. */
export const instanceProblem = (
  { instance_index }: Asked<unknown>,
  resource_key: string | undefined,
  problems: ReadonlyArray<Problem>
): InstanceProblem => ({
  instance_index,
  resource_key,
  code: problems[0]?.code,
  type: problems[0]?.type,
  error: problems.map(({ error }) => error).join("; ")
})

/** Requests of each command, collected in slices. */
export const askedByEach = Effect.fnUntraced(function*<P, A>(
  commands: ReadonlyArray<P>,
  asks: (command: P) => ReadonlyArray<Asked<A>>
): Effect.fn.Return<ReadonlyArray<ReadonlyArray<Asked<A>>>> {
  const all: Array<ReadonlyArray<Asked<A>>> = []
  let worked = 0
  for (const command of commands) {
    const asked = asks(command)
    all.push(asked)
    worked += asked.length
    if (worked < slice) continue
    worked = 0
    yield* Effect.yieldNow
  }
  return all
})

/** The plans of all requests, one list for each command. */
export const planEach = Effect.fnUntraced(function*<A>(
  commands: ReadonlyArray<ReadonlyArray<Asked<A>>>,
  plan: (asked: Asked<A>) => PlannedJob | InstanceProblem
): Effect.fn.Return<ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>> {
  const plans = yield* mapInSlices(commands.flat(), plan)
  let next = 0
  return commands.map(({ length }) => plans.slice(next, next += length))
})
