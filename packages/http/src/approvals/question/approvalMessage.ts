import type { ActionQuote, Change, Safety } from "@namewright/core/approvals"
import { Money } from "@namewright/core/shared"
import { Predicate } from "effect"
import { type OperationInput, urlOf } from "../../platform/OperationCalls.ts"
import type { Operation } from "../../platform/OperationCatalog.ts"
import { plainText } from "../../shared/plainText.ts"
import { riskWords } from "../Safety.ts"
import type { CallText } from "./CallText.ts"
import type { Planned } from "./plannedChanges.ts"

/** Contents of a question. */
export interface Prompt {
  readonly operation: Operation
  readonly input: OperationInput
  readonly safety: Safety
  readonly planned: Planned
  readonly quote: ActionQuote | undefined
  readonly text: CallText
}

/** Maximum number of single prices in a question; its total includes all. */
const maximumPrices = 20

/** Lines about the subject of a call, besides operation, risk, total price and changes. */
export const summaryLines = ({ input, operation, planned: { about }, quote, text }: Prompt): ReadonlyArray<string> => {
  const suborganization = input.organizationContext ?? input.query?.["organization_id"]
  return [
    addressOf(operation, input),
    ...(quote === undefined ? [] : priceLines(quote)),
    ...(about.length === 0 ? [] : [`About: ${about.map(([name, value]) => `${name} ${plainText(value)}`).join(", ")}`]),
    ...text.lines,
    ...(Predicate.isString(suborganization) ? [`For the suborganization ${plainText(suborganization)}`] : [])
  ]
}

/** Question to the client's user. */
export const approvalMessage = (prompt: Prompt): string => {
  const { operation: { operationId, summary }, planned: { changes }, quote, safety } = prompt
  const [address = "", ...others] = summaryLines(prompt)
  return [
    `${summary} (${operationId})`,
    address,
    `Risk: ${riskWords(safety)}`,
    ...(quote === undefined ? [] : [`Price: ${Money.toDecimal(quote.amount)} ${quote.currency}, taxes included`]),
    ...others,
    ...changes.map(changeLine)
  ].join("\n")
}

/** `PATCH /v1/domains/example.com` */
export const addressOf = (operation: Operation, input: OperationInput): string =>
  `${operation.method} ${plainText(urlOf(operation, input)).slice(1, -1)}`

const priceLines = ({ currency, items }: ActionQuote): ReadonlyArray<string> => [
  ...items.slice(0, maximumPrices).map(({ price, text }) =>
    `${plainText(text).slice(1, -1)}: ${Money.toDecimal(price)} ${currency}, without tax`
  ),
  ...(items.length > maximumPrices ? [`and ${items.length - maximumPrices} more prices`] : [])
]

const changeLine = ({ after, before, field }: Change): string =>
  `Changes ${field}: ${plainText(before)} -> ${plainText(after)}`
