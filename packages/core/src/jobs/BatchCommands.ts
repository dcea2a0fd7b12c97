import { Effect, Predicate, Result } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
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

/** A command of a batch that is known. */
export interface KnownCommand {
  readonly index: number
  readonly submitted: SubmittedCommand
  readonly command: BatchCommand<unknown>
}

const place = (index: number, ...path: ReadonlyArray<string | number>) => ["body", "commands", index, ...path]

/** The commands by their names, from the given place in the batch on, and what is wrong with the other ones. */
export const knownCommands = (
  kinds: JobKinds["Service"],
  commands: ReadonlyArray<SubmittedCommand | undefined>,
  start: number
): { readonly known: ReadonlyArray<KnownCommand>; readonly unknown: ReadonlyArray<InputIssue> } => {
  const issues: Array<InputIssue> = []
  const known: Array<KnownCommand> = []
  const names = () => kinds.commands().map(({ name }) => name).toSorted().join(", ")
  let index = start - 1
  for (const submitted of commands) {
    index++
    if (submitted === undefined) continue
    const name = submitted.command ?? submitted.type
    const command = typeof name === "string" ? kinds.command(name) : undefined
    if (command !== undefined) known.push({ index, submitted, command })
    else if (typeof name !== "string") {
      issues.push(inputIssue(place(index, "command"), "missing", "Field required", null))
    } else {
      issues.push(inputIssue(place(index, "command"), "union_tag_invalid", `Expected one of ${names()}`, name))
    }
  }
  return { known, unknown: issues }
}

/** Every right that the commands ask for. */
export const authorizeCommands = Effect.fnUntraced(function*(
  commands: ReadonlyArray<KnownCommand>
): Effect.fn.Return<void, AuthorizationError, CurrentActor> {
  for (const right of new Set(commands.map(({ command }) => command.right))) yield* authorize(right)
})

/** Commands and instances of bulk commands. */
export const askedBy = (commands: ReadonlyArray<KnownCommand>): number =>
  commands.reduce((sum, { submitted: { payload } }) => sum + instancesOf(payload), 0)

/** Refuses more than a batch may ask for, before it is kept: instances are small to send and not to keep. */
export const refuseTooMany = (asked: number): Effect.Effect<void, InvalidInput> => {
  const msg = `Expected at most ${limits.batchJobs} commands and instances of bulk commands`
  return refuseInput(asked <= limits.batchJobs ? [] : [inputIssue(["body", "commands"], "too_long", msg, null)])
}

const instancesOf = (payload: unknown): number =>
  Predicate.hasProperty(payload, "instances") && Array.isArray(payload.instances) ? payload.instances.length : 1

/** Commands and instances that are decoded without a pause. */
const slice = 250

/** What came of the commands of a portion. */
export interface ExpandedCommands {
  /** The jobs and problems of each command, in the order of the commands. */
  readonly parts: ReadonlyArray<ReadonlyArray<PlannedJob | InstanceProblem>>
  /** What no payload may look like; then no command has parts. */
  readonly issues: ReadonlyArray<InputIssue>
}

export const expandCommands = Effect.fnUntraced(function*(
  commands: ReadonlyArray<KnownCommand>
): Effect.fn.Return<ExpandedCommands, AuthorizationError, CurrentActor> {
  const issues: Array<InputIssue> = []
  const parts: Array<ReadonlyArray<PlannedJob | InstanceProblem>> = commands.map(() => [])
  const payloads: Array<unknown> = []
  let worked = 0
  for (const known of commands) {
    payloads.push(Result.getOrElse(decodePayload(known), (wrong) => void issues.push(...wrong)))
    worked += instancesOf(known.submitted.payload)
    if (worked < slice) continue
    worked = 0
    yield* Effect.yieldNow
  }
  if (issues.length > 0) return { parts, issues }
  const byName = Map.groupBy(commands.map((known, at) => ({ ...known, at })), ({ command }) => command.name)
  for (const alike of byName.values()) {
    const [first] = alike
    if (first === undefined) continue
    const expanded = yield* Effect.catchTag(
      first.command.expand(alike.map(({ at }) => payloads[at])),
      "InvalidInput",
      (invalid) =>
        Effect.sync(() => {
          issues.push(...placed(invalid, alike.map(({ index }) => index)))
          return []
        })
    )
    alike.forEach(({ at }, position) => parts[at] = expanded[position] ?? [])
  }
  return { parts, issues }
})

/** The decoders of commands; to make one takes as long as to decode dozens of payloads. */
const decoders = new WeakMap<BatchCommand<unknown>, ReturnType<typeof decodeInput<unknown>>>()

const decoderOf = (command: BatchCommand<unknown>) => {
  const known = decoders.get(command) ?? decodeInput(command.payload)
  decoders.set(command, known)
  return known
}

const decodePayload = ({ command, index, submitted }: KnownCommand) =>
  Result.mapError(
    decoderOf(command)(submitted.payload),
    ({ issue }) =>
      inputIssues(issue, "body").map((wrong) => ({ ...wrong, loc: place(index, "payload", ...wrong.loc.slice(1)) }))
  )

/** Issues of an expansion, which start with the place among the commands that were expanded together. */
const placed = ({ issues }: InvalidInput, indexes: ReadonlyArray<number>): ReadonlyArray<InputIssue> =>
  issues.map((issue) => {
    const [position, ...path] = issue.loc
    return { ...issue, loc: place(indexes[Number(position)] ?? 0, ...path) }
  })
