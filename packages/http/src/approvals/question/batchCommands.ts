import {
  expandCommands,
  type ExpandedCommands,
  isPlanned,
  type JobKinds,
  type RegisteredCommand,
  registeredCommands,
  requestCount,
  type SubmittedCommand
} from "@namewright/core/jobs"
import { inputIssue, limits, refuseInput } from "@namewright/core/shared"
import { Effect, Predicate } from "effect"
import { visibleText } from "../../shared/plainText.ts"
import { lengthOf, questionBudget } from "./CallText.ts"
import { counted, countedText, someOf } from "./countedText.ts"
import { nameText, valueLines } from "./valueLines.ts"

/** Command of a batch with its objects. */
export interface PlannedCommand {
  readonly name: string
  /** `Command 2: dns_zone_create, 3 jobs` */
  readonly title: string
  /** Payload as sent, with secrets masked. */
  readonly payload: unknown
  /** Object of each instance's job, in order; a single command has one. */
  readonly targets: ReadonlyArray<string>
}

/**
 * The commands of a batch, with their planned jobs. More jobs than an approval allows are refused, as are errors of the
 * submission itself. `commands` match the schema of the operation.
 */
export const plannedCommands = Effect.fnUntraced(function*(
  kinds: JobKinds["Service"],
  commands: ReadonlyArray<SubmittedCommand>,
  masked: ReadonlyArray<unknown>
) {
  const { issues: unknown, registered } = registeredCommands(kinds, commands, 0)
  yield* refuseInput(unknown)
  const asked = requestCount(registered)
  yield* refuseInput(
    asked <= limits.approvalJobs ? [] : [
      inputIssue(
        ["body", "commands"],
        "too_long",
        `Expected at most ${limits.approvalJobs} jobs in one approval, not ${asked}; submit several batches`,
        asked
      )
    ]
  )
  const { issues, parts } = yield* expandCommands(registered)
  yield* refuseInput(issues)
  return registered.map((command, position) =>
    plannedCommand(command, parts[position] ?? [], payloadOf(masked[command.index]))
  )
})

const payloadOf = (command: unknown): unknown => Predicate.hasProperty(command, "payload") ? command.payload : undefined

const plannedCommand = (
  { command: { name }, index }: RegisteredCommand,
  parts: ExpandedCommands["parts"][number],
  payload: unknown
): PlannedCommand => ({
  name,
  title: `Command ${index + 1}: ${name}, ${counted(parts.length, "job")}`,
  payload,
  targets: parts.map((part) =>
    visibleText(isPlanned(part) ? part.domain_name ?? part.display : part.resource_key ?? "refused")
  )
})

/** All lines of a command. */
export const everyOfCommand = ({ payload, targets, title }: PlannedCommand): ReadonlyArray<string> => {
  const { instances, members, word } = partsOf(payload)
  return [
    instances.length === 0 ? `${title} for ${targets.join(", ")}` : title,
    ...members.flatMap(([name, value]) => valueLines(`${word} ${nameText(name)}`, value)),
    ...instances.flatMap((instance, at) => valueLines(`Instance ${at + 1}, ${targets[at] ?? ""}`, instance))
  ]
}

/** Maximum commands with a line each; more are counted by command name. */
const countedOneByOne = 20

/** Names and objects of commands, with the number of each. */
export const countedCommands = (commands: ReadonlyArray<PlannedCommand>): ReadonlyArray<string> => {
  const oneByOne = commands.length <= countedOneByOne ? commands.flatMap(countedCommand) : []
  if (oneByOne.length > 0 && lengthOf(oneByOne) <= questionBudget) return oneByOne
  return [...Map.groupBy(commands, ({ name }) => name)].map(([name, alike]) => {
    const targets = alike.flatMap((command) => command.targets)
    const jobs = `${counted(alike.length, "command")}, ${counted(targets.length, "job")}`
    return `${name}: ${jobs} for ${someOf([...new Set(targets)])}; members: ${someOf(memberNamesOf(alike))}`
  })
}

const countedCommand = ({ payload, targets, title }: PlannedCommand): ReadonlyArray<string> => {
  const { instances, members, word } = partsOf(payload)
  return [
    `${title} for ${someOf(targets)}`,
    ...members.map(([name, value]) => `${word} ${nameText(name)}: ${countedText(value)}`),
    ...(instances.length === 0 ? [] : [`Members of the instances: ${someOf(namesIn(instances))}`])
  ]
}

const memberNamesOf = (commands: ReadonlyArray<PlannedCommand>): ReadonlyArray<string> =>
  namesIn(commands.flatMap(({ payload }) => {
    const { instances, members } = partsOf(payload)
    return [Object.fromEntries(members), ...instances]
  }))

const namesIn = (objects: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  [...new Set(objects.flatMap((one) => Predicate.isObject(one) ? Object.keys(one) : []))].map(nameText)

/** Members of a single command, or the template and the instances of a bulk command. */
const partsOf = (payload: unknown) => {
  const { instances, template, ...single } = Predicate.isObject(payload) ? payload : {}
  return Array.isArray(instances)
    ? {
      word: "Each",
      members: Object.entries(Predicate.isObject(template) ? template : {}),
      instances: instances as ReadonlyArray<unknown>
    }
    : { word: "With", members: Object.entries(single), instances: [] }
}
