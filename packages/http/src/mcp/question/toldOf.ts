import type { Change } from "@namewright/core/approvals"
import type { Schema } from "effect"
import { countedText } from "./countedText.ts"
import { countedSent, everySent } from "./sentMembers.ts"
import { lengthOf, questionBudget, type Told } from "./Told.ts"
import { isShort, nameText, valueLines } from "./valueLines.ts"

/** What a call sends and changes, in full or counted. */
export interface ToldChanges {
  readonly told: Told
  /** Values that are too long are counted. */
  readonly changes: ReadonlyArray<Change>
}

/** Characters of what a call replaces that are kept with an approval. */
const maximumReplaced = 100_000

/** What a call sends, secrets masked, and what it changes. Members that change are told as changes. */
export const toldOf = (body: unknown, changes: ReadonlyArray<Change>): ToldChanges => {
  const changed = new Set(changes.map(({ field }) => field))
  const sent = everySent(body, changed)
  const written = changes.flatMap(({ after, field }) => valueLines(`Writes ${nameText(field)}`, after))
  const replaced = changes.flatMap(({ before, field }) => valueLines(`Replaces ${nameText(field)}`, before))
  if (lengthOf([...sent, ...written, ...replaced]) <= questionBudget) {
    return { told: { lines: sent, contents: [], needsPage: false }, changes }
  }
  const kept = lengthOf(replaced) <= maximumReplaced
    ? replaced
    : [`${replaced.length} more lines of what is replaced are not shown`]
  return {
    told: { lines: countedSent(body, changed), contents: [...sent, ...written, ...kept], needsPage: true },
    changes: changes.map(({ after, before, field }) => ({ field, before: short(before), after: short(after) }))
  }
}

const short = (value: Schema.Json): Schema.Json => isShort(value) ? value : countedText(value)
