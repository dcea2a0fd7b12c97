import { Predicate, type Schema, SchemaAST, SchemaIssue } from "effect"

/** Issue of the first list in an input that has more entries than its schema allows. */
export type LongListFinder = (input: unknown) => SchemaIssue.Issue | undefined

/**
 * Finds lists that are too long before an input is decoded. Decoding such a list takes seconds, because decoders check
 * the length after all entries. Undefined for schemas without bounded lists.
 */
export const longListFinder = (schema: Schema.Constraint): LongListFinder | undefined =>
  finderOf(SchemaAST.toEncoded(schema.ast))

const finderOf = (ast: SchemaAST.AST): LongListFinder | undefined => {
  switch (ast._tag) {
    case "Arrays":
      return inList(ast)
    case "Objects":
      return inObject(ast)
    case "Union":
      return inUnion(ast)
    default:
      return undefined
  }
}

const inList = (ast: SchemaAST.Arrays): LongListFinder | undefined => {
  const bounds = ast.checks?.filter(isUpperBound) ?? []
  const [entry] = ast.rest
  const find = entry && ast.elements.length === 0 ? finderOf(entry) : undefined
  if (bounds.length === 0 && find === undefined) return undefined
  return (input) => {
    if (!Array.isArray(input)) return undefined
    for (const bound of bounds) {
      const issue = bound.run(input, ast, {})
      if (issue !== undefined) return new SchemaIssue.Filter(bound, issue)
    }
    return find && firstOf(input.entries(), find)
  }
}

const inObject = ({ propertySignatures }: SchemaAST.Objects): LongListFinder | undefined => {
  const members = propertySignatures.flatMap(({ name, type }) => {
    const find = finderOf(type)
    return find === undefined ? [] : [{ name, find }]
  })
  if (members.length === 0) return undefined
  return (input) => {
    if (!Predicate.isObject(input)) return undefined
    for (const { find, name } of members) {
      const issue = Object.hasOwn(input, name) ? find(Reflect.get(input, name)) : undefined
      if (issue !== undefined) return new SchemaIssue.Pointer([name], issue)
    }
    return undefined
  }
}

/** A list is too long if it exceeds the bound in every alternative that fits the input. */
const inUnion = ({ types }: SchemaAST.Union): LongListFinder | undefined => {
  const alternatives = types.map((type) => ({ type, find: finderOf(type) }))
  if (alternatives.every(({ find }) => find === undefined)) return undefined
  return (input) => {
    let found: SchemaIssue.Issue | undefined
    for (const { find, type } of alternatives) {
      if (!fits(type, input)) continue
      found = find?.(input)
      if (found === undefined) return undefined
    }
    return found
  }
}

/** True if an input can match a schema, judged by its type and its literal members. */
const fits = (ast: SchemaAST.AST, input: unknown): boolean => {
  if (ast._tag === "Arrays") return Array.isArray(input)
  if (ast._tag !== "Objects") return ast._tag === "Union" || !Predicate.isObjectOrArray(input)
  return Predicate.isObject(input) &&
    ast.propertySignatures.every(({ name, type }) =>
      type._tag !== "Literal" || Reflect.get(input, name) === type.literal
    )
}

const firstOf = (
  entries: Iterable<readonly [PropertyKey, unknown]>,
  find: LongListFinder
): SchemaIssue.Issue | undefined => {
  for (const [key, entry] of entries) {
    const issue = find(entry)
    if (issue !== undefined) return new SchemaIssue.Pointer([key], issue)
  }
  return undefined
}

const isUpperBound = (check: SchemaAST.Check<unknown>): check is SchemaAST.Filter<unknown> =>
  check._tag === "Filter" && check.annotations?.["representation"]?.id === "effect/schema/isMaxLength"
