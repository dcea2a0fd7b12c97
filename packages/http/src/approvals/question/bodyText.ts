import type { Change } from "@namewright/core/approvals"
import type { Schema } from "effect"
import { type CallText, lengthOf, questionBudget } from "./CallText.ts"
import { countedText } from "./countedText.ts"
import { countedSent, everySent } from "./sentMembers.ts"
import { isShort, nameText, valueLines } from "./valueLines.ts"

/** Text about the body of a call and its changes, complete or counted. */
export interface BodyText {
  readonly text: CallText
  /** Values that are too long are counted. */
  readonly changes: ReadonlyArray<Change>
}

/** Characters of what a call replaces that are kept with an approval. */
const maximumReplaced = 100_000

/** Text about a body whose secrets are masked. Members that change are in the changes only. */
export const bodyText = (body: unknown, changes: ReadonlyArray<Change>): BodyText => {
  const changed = new Set(changes.map(({ field }) => field))
  const sent = everySent(body, changed)
  const written = changes.flatMap(({ after, field }) => valueLines(`Writes ${nameText(field)}`, after))
  const replaced = changes.flatMap(({ before, field }) => valueLines(`Replaces ${nameText(field)}`, before))
  if (lengthOf([...sent, ...written, ...replaced]) <= questionBudget) {
    return { text: { lines: sent, contents: [], needsPage: false }, changes }
  }
  const kept = lengthOf(replaced) <= maximumReplaced
    ? replaced
    : [`${replaced.length} more lines of what is replaced are not shown`]
  return {
    text: { lines: countedSent(body, changed), contents: [...sent, ...written, ...kept], needsPage: true },
    changes: changes.map(({ after, before, field }) => ({ field, before: short(before), after: short(after) }))
  }
}

const short = (value: Schema.Json): Schema.Json => isShort(value) ? value : countedText(value)
