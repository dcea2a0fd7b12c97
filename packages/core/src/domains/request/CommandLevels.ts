import { Effect, Schema } from "effect"
import { mapInChunks } from "../../jobs/index.ts"
import { type InputIssue, limits, refuseInput } from "../../shared/index.ts"
import { type ContactOperation, domainAttributeInputIssues } from "../../tlds/index.ts"

/** Unchecked domain name of a command. An invalid name refuses its instance, not the batch. */
export const CommandName = Schema.String.check(Schema.isMaxLength(limits.checkNameLength))

/** Members of one level of a command, with their JSON pointer. */
export interface Level<A> {
  readonly loc: InputIssue["loc"]
  readonly members: A
}

/** The only level of a single command. */
export const oneLevel = <A>(index: number, members: A): ReadonlyArray<Level<A>> => [
  { loc: [index, "payload"], members }
]

/** The template and the instances of a bulk command. */
export const bulkLevels = <T, I>(
  index: number,
  { instances, template }: { readonly template?: T | null | undefined; readonly instances: ReadonlyArray<I> }
): ReadonlyArray<Level<T | I>> => {
  const levels: Array<Level<T | I>> = instances.map((members, position) => ({
    loc: [index, "payload", "instances", position],
    members
  }))
  if (template !== undefined && template !== null) {
    levels.unshift({ loc: [index, "payload", "template"], members: template })
  }
  return levels
}

/** Refuses the batch if a level of any command has issues. */
export const refuseLevels = Effect.fnUntraced(function*<P, A>(
  commands: ReadonlyArray<P>,
  levelsOf: (index: number, command: P) => ReadonlyArray<Level<A>>,
  issuesOf: (level: Level<A>) => ReadonlyArray<InputIssue>
) {
  const issues: Array<InputIssue> = []
  yield* mapInChunks(commands, (command, index) => {
    for (const level of levelsOf(index, command)) issues.push(...issuesOf(level))
  })
  yield* refuseInput(issues)
})

/** Level of a command that may have attributes. */
export type WithAttributes = { readonly attributes?: Readonly<Record<string, string>> | null | undefined }

/** Issues of attributes that do not depend on the TLD; they refuse the whole batch. */
export const attributeIssues = (
  { loc, members: { attributes } }: Level<WithAttributes>,
  operation: ContactOperation
): ReadonlyArray<InputIssue> =>
  attributes === undefined || attributes === null
    ? []
    : domainAttributeInputIssues(attributes, operation).map((issue) => atLevel(loc, issue))

/** Issue of a request body, relocated to a level. */
export const atLevel = (loc: InputIssue["loc"], issue: InputIssue): InputIssue => ({
  ...issue,
  loc: [...loc, ...issue.loc.slice(1)]
})
