import type { Change } from "@namewright/core/approvals"
import type { Schema } from "effect"
import { type CallText, lengthOf, questionBudget } from "./CallText.ts"
import { countedText } from "./countedText.ts"
import { countedSent, everySent } from "./sentMembers.ts"
import { isShort, nameText, valueLines } from "./valueLines.ts"

/** Text about the body of a call and its changes, complete or abbreviated. */
export interface BodyText {
  readonly text: CallText
  /** Long values are abbreviated. */
  readonly changes: ReadonlyArray<Change>
}

/** Maximum characters of replaced values that are stored with an approval. */
const maximumReplaced = 100_000

/** Text about a body with masked secrets. Changed members are only in `changes`. */
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
