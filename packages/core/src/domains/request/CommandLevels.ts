import { Effect, Schema } from "effect"
import { mapInSlices } from "../../jobs/index.ts"
import { type InputIssue, limits, refuseInput } from "../../shared/index.ts"
import { type ContactOperation, domainAttributeInputIssues } from "../../tlds/index.ts"

/** A name of a domain as callers of commands write it; what is wrong with it concerns its own instance alone. */
export const GivenName = Schema.String.check(Schema.isMaxLength(limits.checkNameLength))

/** The members of one level of a command, with the place where they stand. */
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
  const levels: Array<Level<T | I>> = instances.map((members, place) => ({
    loc: [index, "payload", "instances", place],
    members
  }))
  if (template !== undefined && template !== null) {
    levels.unshift({ loc: [index, "payload", "template"], members: template })
  }
  return levels
}

/** Refuses the batch for what is wrong with a level of any of the commands. */
export const refuseLevels = Effect.fnUntraced(function*<P, A>(
  commands: ReadonlyArray<P>,
  levelsOf: (index: number, command: P) => ReadonlyArray<Level<A>>,
  issuesOf: (level: Level<A>) => ReadonlyArray<InputIssue>
) {
  const issues: Array<InputIssue> = []
  yield* mapInSlices(commands, (command, index) => {
    for (const level of levelsOf(index, command)) issues.push(...issuesOf(level))
  })
  yield* refuseInput(issues)
})

/** A level on which attributes may stand. */
export type WithAttributes = { readonly attributes?: Readonly<Record<string, string>> | null | undefined }

/** What is wrong with attributes wherever they are sold; it refuses the whole batch. */
export const attributeIssues = (
  { loc, members: { attributes } }: Level<WithAttributes>,
  operation: ContactOperation
): ReadonlyArray<InputIssue> =>
  attributes === undefined || attributes === null
    ? []
    : domainAttributeInputIssues(attributes, operation).map((issue) => placedAt(loc, issue))

/** An issue of a request's body as one of a level. */
export const placedAt = (loc: InputIssue["loc"], issue: InputIssue): InputIssue => ({
  ...issue,
  loc: [...loc, ...issue.loc.slice(1)]
})
