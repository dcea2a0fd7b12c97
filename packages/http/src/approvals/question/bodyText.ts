import type { Change } from "@namewright/core/approvals"
import type { Schema } from "effect"
import { type CallText, lengthOf, questionBudget } from "./CallText.ts"
import { countedText } from "./countedText.ts"
import { allMemberLines, countedMemberLines } from "./sentMembers.ts"
import { isShort, nameText, valueLines } from "./valueLines.ts"

/** Text about the body of a call and its changes, complete or abbreviated. */
export interface BodyText {
  readonly text: CallText
  /** Changes; values that are too long are counted. */
  readonly changes: ReadonlyArray<Change>
}

/** Maximum characters of replaced values that are stored with an approval. */
const maximumReplaced = 100_000

/** Text about a body with masked secrets. A changed member is shown only among the changes. */
export const bodyText = (body: unknown, changes: ReadonlyArray<Change>): BodyText => {
  const changed = new Set(changes.map(({ field }) => field))
  const sent = allMemberLines(body, changed)
  const written = changes.flatMap(({ after, field }) => valueLines(`Writes ${nameText(field)}`, after))
  const replaced = changes.flatMap(({ before, field }) => valueLines(`Replaces ${nameText(field)}`, before))
  if (lengthOf([...sent, ...written, ...replaced]) <= questionBudget) {
    return { text: { lines: sent, contents: [], needsPage: false }, changes }
  }
  const kept = lengthOf(replaced) <= maximumReplaced
    ? replaced
    : [`${replaced.length} more lines of replaced values are not shown`]
  return {
    text: { lines: countedMemberLines(body, changed), contents: [...sent, ...written, ...kept], needsPage: true },
    changes: changes.map(({ after, before, field }) => ({ field, before: short(before), after: short(after) }))
  }
}

const short = (value: Schema.Json): Schema.Json => isShort(value) ? value : countedText(value)
