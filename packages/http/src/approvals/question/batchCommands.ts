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

/** A command of a batch, as shown to the approver. */
export interface PlannedCommand {
  readonly name: string
  /** `Command 2: dns_zone_create, 3 jobs` */
  readonly title: string
  /** Payload as it was sent, with masked secrets. */
  readonly payload: unknown
  /** Object of each instance's job, in order; a single command has one. */
  readonly targets: ReadonlyArray<string>
}

/**
 * Plans the jobs of a batch's commands. Fails with the issues that the submission itself would report, or if the jobs
 * exceed the limit of one approval. `commands` must match the schema of the operation.
 */
export const plannedCommands = Effect.fnUntraced(function*(
  kinds: JobKinds["Service"],
  commands: ReadonlyArray<SubmittedCommand>,
  masked: ReadonlyArray<unknown>
) {
  const { issues: unknown, registered } = registeredCommands(kinds, commands, 0)
  yield* refuseInput(unknown)
  const jobCount = requestCount(registered)
  yield* refuseInput(
    jobCount <= limits.approvalJobs ? [] : [
      inputIssue(
        ["body", "commands"],
        "too_long",
        `Expected at most ${limits.approvalJobs} jobs in one approval, not ${jobCount}; submit several batches`,
        jobCount
      )
    ]
  )
  const { issues, parts } = yield* expandCommands(registered)
  yield* refuseInput(issues)
  return registered.map((command, index) =>
    plannedCommand(command, parts[index] ?? [], payloadOf(masked[command.index]))
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
export const allLinesOf = ({ payload, targets, title }: PlannedCommand): ReadonlyArray<string> => {
  const { instances, members, word } = partsOf(payload)
  return [
    instances.length === 0 ? `${title} for ${targets.join(", ")}` : title,
    ...members.flatMap(([name, value]) => valueLines(`${word} ${nameText(name)}`, value)),
    ...instances.flatMap((instance, index) => valueLines(`Instance ${index + 1}, ${targets[index] ?? ""}`, instance))
  ]
}

/** Maximum commands with lines of their own. Of more commands, those with the same name are counted together. */
const maximumSingle = 20

/** Names and objects of commands, with the number of each. */
export const countedCommands = (commands: ReadonlyArray<PlannedCommand>): ReadonlyArray<string> => {
  const oneByOne = commands.length <= maximumSingle ? commands.flatMap(countedCommand) : []
  if (oneByOne.length > 0 && lengthOf(oneByOne) <= questionBudget) return oneByOne
  return [...Map.groupBy(commands, ({ name }) => name)].map(([name, alike]) => {
    const targets = alike.flatMap((command) => command.targets)
    const jobs = `${counted(alike.length, "command")}, ${counted(targets.length, "job")}`
    return `${name}: ${jobs} for ${someOf([...new Set(targets)])}; members: ${someOf(memberNames(alike))}`
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

const memberNames = (commands: ReadonlyArray<PlannedCommand>): ReadonlyArray<string> =>
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
