import type { ActionQuote, Change, Safety } from "@namewright/core/approvals"
import { Money } from "@namewright/core/shared"
import { Predicate } from "effect"
import { type OperationInput, urlOf } from "./OperationCalls.ts"
import type { Operation } from "./OperationCatalog.ts"
import { plainText } from "./plainText.ts"
import type { Planned } from "./plannedChanges.ts"
import { riskWords } from "./Safety.ts"

/** Everything that whoever approves a call is told. */
export interface Prompt {
  readonly operation: Operation
  readonly input: OperationInput
  readonly safety: Safety
  readonly planned: Planned
  readonly quote: ActionQuote | undefined
  /** What the tool says of the call, in place of the members of its body. */
  readonly details: ReadonlyArray<string> | undefined
}

/** Lines of one part of a prompt. */
const maximumLines = 20

/** The lines that say what a call is about, besides its operation, risk, price and changes. */
export const summaryLines = (
  { details, input, planned: { about, changes } }: Pick<Prompt, "details" | "input" | "planned">
): ReadonlyArray<string> => {
  const suborganization = input.organizationContext ?? input.query?.["organization_id"]
  return [
    ...(about.length === 0 ? [] : [`About: ${about.map(([name, value]) => `${name} ${plainText(value)}`).join(", ")}`]),
    ...(details ?? bounded(membersOf(input.body, changes).map((line) => `Sends ${line}`))),
    ...(Predicate.isString(suborganization) ? [`For the suborganization ${plainText(suborganization)}`] : [])
  ]
}

/** The question to the person behind the client. */
export const approvalMessage = (prompt: Prompt): string => {
  const { input, operation, planned: { changes }, quote, safety } = prompt
  const { method, operationId, summary } = operation
  return [
    `${summary} (${operationId})`,
    `${method} ${plainText(urlOf(operation, input), 500).slice(1, -1)}`,
    `Risk: ${riskWords(safety)}`,
    ...(quote === undefined ? [] : priceLines(quote)),
    ...summaryLines(prompt),
    ...bounded(changes.map(changeLine))
  ].join("\n")
}

const priceLines = ({ amount, currency, items }: ActionQuote): ReadonlyArray<string> => [
  `Price: ${Money.toDecimal(amount)} ${currency}, taxes included`,
  ...bounded(items.map(({ price, text }) => `  ${plainText(text).slice(1, -1)}: ${Money.toDecimal(price)} ${currency}`))
]

const changeLine = ({ after, before, field }: Change): string =>
  `Changes ${field}: ${plainText(before)} -> ${plainText(after)}`

/** The members of a body that no change tells of. */
const membersOf = (body: unknown, changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  Predicate.isObject(body)
    ? Object.entries(body)
      .filter(([name]) => !changes.some(({ field }) => field === name))
      .map(([name, value]) => `${plainText(name).slice(1, -1)}: ${plainText(masked(name, value))}`)
    : body === undefined
    ? []
    : [plainText(body)]

/** Secrets are masked at every depth: commands of a batch contain them as well. */
const masked = (name: string, value: unknown): unknown => {
  if (/auth_code|secret|password|token/.test(name)) return "(not shown)"
  if (Array.isArray(value)) return value.map((item) => masked("", item))
  return Predicate.isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, masked(member, inner)]))
    : value
}

const bounded = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length <= maximumLines
    ? lines
    : [...lines.slice(0, maximumLines), `and ${lines.length - maximumLines} more`]
