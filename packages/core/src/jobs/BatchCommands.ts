import { Effect, Predicate, Result } from "effect"
import { type AuthorizationError, authorize, authorizeWithinScope } from "../access/index.ts"
import {
  type CurrentActor,
  decodeInput,
  type InputIssue,
  inputIssue,
  inputIssues,
  type InvalidInput,
  limits,
  refuseInput
} from "../shared/index.ts"
import type { SubmittedCommand } from "./Batch.ts"
import type { BatchCommand, InstanceProblem, PlannedJob } from "./BatchCommand.ts"
import type { JobKinds } from "./JobKinds.ts"

/** A command of a batch whose name is registered. */
export interface RegisteredCommand {
  readonly index: number
  readonly submitted: SubmittedCommand
  readonly command: BatchCommand<unknown>
}

const pointerTo = (index: number, ...path: ReadonlyArray<string | number>) => ["body", "commands", index, ...path]

/** Looks up the commands by name; `start` is the index of the first one in the batch. Unknown names become issues. */
export const registeredCommands = (
  kinds: JobKinds["Service"],
  commands: ReadonlyArray<SubmittedCommand | undefined>,
  start: number
): { readonly registered: ReadonlyArray<RegisteredCommand>; readonly issues: ReadonlyArray<InputIssue> } => {
  const issues: Array<InputIssue> = []
  const registered: Array<RegisteredCommand> = []
  const names = () => kinds.commands().map(({ name }) => name).toSorted().join(", ")
  let index = start - 1
  for (const submitted of commands) {
    index++
    if (submitted === undefined) continue
    const name = submitted.command ?? submitted.type
    const command = typeof name === "string" ? kinds.command(name) : undefined
    if (command !== undefined) registered.push({ index, submitted, command })
    else if (typeof name !== "string") {
      issues.push(inputIssue(pointerTo(index, "command"), "missing", "Field required", null))
    } else {
      issues.push(inputIssue(pointerTo(index, "command"), "union_tag_invalid", `Expected one of ${names()}`, name))
    }
  }
  return { registered, issues }
}

/** Requires every right that the commands need. Restricted callers submit only commands that enforce the restriction. */
export const authorizeCommands = Effect.fnUntraced(function*(
  commands: ReadonlyArray<RegisteredCommand>
): Effect.fn.Return<void, AuthorizationError, CurrentActor> {
  const rightsOf = (scoped: boolean) =>
    new Set(commands.flatMap(({ command }) => (command.enforcesScope === true) === scoped ? [command.right] : []))
  for (const right of rightsOf(false)) yield* authorize(right)
  for (const right of rightsOf(true)) yield* authorizeWithinScope(right)
})

/** Number of commands and instances of bulk commands. */
export const requestCount = (commands: ReadonlyArray<RegisteredCommand>): number =>
  commands.reduce((sum, { submitted: { payload } }) => sum + instancesOf(payload), 0)

/** Refuses batches above the limit before they are expanded: instances are much larger once expanded. */
export const refuseTooMany = (requests: number): Effect.Effect<void, InvalidInput> => {
  const msg = `Expected at most ${limits.batchJobs} commands and instances of bulk commands`
  return refuseInput(requests <= limits.batchJobs ? [] : [inputIssue(["body", "commands"], "too_long", msg, null)])
}

const instancesOf = (payload: unknown): number =>
  Predicate.hasProperty(payload, "instances") && Array.isArray(payload.instances) ? payload.instances.length : 1

/** Maximum number of commands and instances that are decoded without yielding to the event loop. */
const chunkSize = 250

/** Result of the expansion of a portion's commands. */
export interface ExpandedCommands {
  /** The jobs and problems of each command, in the order of the commands. */
  readonly parts: ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>
  /** Issues of the payloads. If there are any, no command has parts. */
  readonly issues: ReadonlyArray<InputIssue>
}

export const expandCommands = Effect.fnUntraced(function*(
  commands: ReadonlyArray<RegisteredCommand>
): Effect.fn.Return<ExpandedCommands, AuthorizationError, CurrentActor> {
  const issues: Array<InputIssue> = []
  const parts: Array<ReadonlyArray<PlannedJob | InstanceProblem>> = commands.map(() => [])
  const payloads: Array<unknown> = []
  let worked = 0
  for (const command of commands) {
    payloads.push(Result.getOrElse(decodePayload(command), (wrong) => void issues.push(...wrong)))
    worked += instancesOf(command.submitted.payload)
    if (worked < chunkSize) continue
    worked = 0
    yield* Effect.yieldNow
  }
  if (issues.length > 0) return { parts, issues }
  const byName = Map.groupBy(
    commands.map((command, position) => ({ ...command, position })),
    ({ command }) => command.name
  )
  for (const alike of byName.values()) {
    const [first] = alike
    if (first === undefined) continue
    const expanded = yield* Effect.catchTag(
      first.command.expand(alike.map(({ position }) => payloads[position])),
      "InvalidInput",
      (invalid) =>
        Effect.sync(() => {
          issues.push(...withPointers(invalid, alike.map(({ index }) => index)))
          return []
        })
    )
    alike.forEach(({ position }, index) => parts[position] = expanded[index] ?? [])
  }
  return { parts, issues }
})

/** Cached decoders of commands: creating one takes as long as decoding dozens of payloads. */
const decoders = new WeakMap<BatchCommand<unknown>, ReturnType<typeof decodeInput<unknown>>>()

const decoderOf = (command: BatchCommand<unknown>) => {
  const decoder = decoders.get(command) ?? decodeInput(command.payload)
  decoders.set(command, decoder)
  return decoder
}

const decodePayload = ({ command, index, submitted }: RegisteredCommand) =>
  Result.mapError(
    decoderOf(command)(submitted.payload),
    ({ issue }) =>
      inputIssues(issue, "body").map((wrong) => ({ ...wrong, loc: pointerTo(index, "payload", ...wrong.loc.slice(1)) }))
  )

/** Issues of an expansion, with pointers into the batch; `expand` reports them by index among the expanded commands. */
const withPointers = ({ issues }: InvalidInput, indexes: ReadonlyArray<number>): ReadonlyArray<InputIssue> =>
  issues.map((issue) => {
    const [position, ...path] = issue.loc
    return { ...issue, loc: pointerTo(indexes[Number(position)] ?? 0, ...path) }
  })
