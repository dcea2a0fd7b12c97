import { Effect, Predicate, Schema } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import {
  type CurrentActor,
  type InputIssue,
  inputIssue,
  inputIssues,
  InvalidInput,
  limits,
  refuseInput
} from "../shared/index.ts"
import type { SubmittedCommand } from "./Batch.ts"
import type { BatchCommand, InstanceProblem, PlannedJob } from "./BatchCommand.ts"
import type { JobKinds } from "./JobKinds.ts"
import { forEachInSlices } from "./PlanEach.ts"

/** A command of a batch that is known. */
export interface KnownCommand {
  readonly index: number
  readonly submitted: SubmittedCommand
  readonly command: BatchCommand<unknown>
}

const place = (index: number, ...path: ReadonlyArray<string | number>) => ["body", "commands", index, ...path]

/** The commands by their names, and what is wrong with the other ones. */
export const knownCommands = (
  kinds: JobKinds["Service"],
  commands: ReadonlyArray<SubmittedCommand>
): { readonly known: ReadonlyArray<KnownCommand>; readonly unknown: ReadonlyArray<InputIssue> } => {
  const issues: Array<InputIssue> = []
  const known: Array<KnownCommand> = []
  const names = kinds.commands().map(({ name }) => name).toSorted().join(", ")
  for (const [index, submitted] of commands.entries()) {
    const name = submitted.command ?? submitted.type
    const command = typeof name === "string" ? kinds.command(name) : undefined
    if (command !== undefined) known.push({ index, submitted, command })
    else if (typeof name !== "string") {
      issues.push(inputIssue(place(index, "command"), "missing", "Field required", null))
    } else {
      issues.push(inputIssue(place(index, "command"), "union_tag_invalid", `Expected one of ${names}`, name))
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

/** Refuses more than a batch may ask for, before anything is made of it: instances are small to send and not to keep. */
export const refuseTooMany = (commands: ReadonlyArray<KnownCommand>): Effect.Effect<void, InvalidInput> => {
  const asked = commands.reduce((sum, { submitted: { payload } }) => sum + instancesOf(payload), 0)
  const msg = `Expected at most ${limits.batchJobs} commands and instances of bulk commands, not ${asked}`
  return refuseInput(asked <= limits.batchJobs ? [] : [inputIssue(["body", "commands"], "too_long", msg, null)])
}

const instancesOf = (payload: unknown): number =>
  Predicate.hasProperty(payload, "instances") && Array.isArray(payload.instances) ? payload.instances.length : 1

/** More entries than this help nobody. */
const maximumIssues = 10_000

/**
 * The jobs and problems of each command, in the order of the commands. What no payload may look like refuses all of
 * them, together with what was found before.
 */
export const expandCommands = Effect.fnUntraced(function*(
  commands: ReadonlyArray<KnownCommand>,
  found: ReadonlyArray<InputIssue>
) {
  const issues: Array<InputIssue> = [...found]
  const payloads = yield* forEachInSlices(
    commands,
    ({ command, index, submitted }) =>
      Schema.decodeUnknownEffect(command.payload)(submitted.payload, { errors: "all", reportInput: true }).pipe(
        Effect.catch(({ issue }) =>
          Effect.sync(() => {
            for (const wrong of inputIssues(issue, "body")) {
              issues.push({ ...wrong, loc: place(index, "payload", ...wrong.loc.slice(1)) })
            }
          })
        )
      )
  )
  yield* refuseInput(issues.slice(0, maximumIssues))
  const expanded: Array<ReadonlyArray<PlannedJob | InstanceProblem>> = commands.map(() => [])
  const byName = Map.groupBy(commands.map((known, at) => ({ ...known, at })), ({ command }) => command.name)
  for (const alike of byName.values()) {
    const [first] = alike
    if (first === undefined) continue
    const parts = yield* Effect.catchTag(
      first.command.expand(alike.map(({ at }) => payloads[at])),
      "InvalidInput",
      (invalid) => Effect.fail(placed(invalid, alike.map(({ index }) => index)))
    )
    alike.forEach(({ at }, position) => expanded[at] = parts[position] ?? [])
  }
  return expanded
})

/** Issues of an expansion, which start with the place among the commands that were expanded together. */
const placed = ({ issues: [first, ...others] }: InvalidInput, indexes: ReadonlyArray<number>): InvalidInput => {
  const withPlace = (issue: InputIssue): InputIssue => {
    const [position, ...path] = issue.loc
    return { ...issue, loc: place(indexes[Number(position)] ?? 0, ...path) }
  }
  return new InvalidInput({ issues: [withPlace(first), ...others.map(withPlace)] })
}
