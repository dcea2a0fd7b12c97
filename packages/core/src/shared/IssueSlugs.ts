import { Predicate, SchemaAST, type SchemaRepresentation } from "effect"

/** Slug for a value of the wrong type. */
export const typeSlug = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isNumber(ast)) return isInteger(ast) ? "int_parsing" : "float_parsing"
  return typeSlugs[ast._tag] ?? "value_error"
}

const typeSlugs: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  String: "string_type",
  TemplateLiteral: "string_type",
  Boolean: "bool_parsing",
  Arrays: "list_type",
  Objects: "dict_type",
  Literal: "literal_error",
  Enum: "enum",
  Null: "none_required"
}

const isInteger = (ast: SchemaAST.AST): boolean =>
  ast.checks?.some((check) => check.annotations?.["representation"] !== undefined && idOf(check) === "isInt") ?? false

const idOf = (check: SchemaAST.Check<never>): string | undefined => {
  const representation = check.annotations?.["representation"]
  return Predicate.hasProperty(representation, "id") ? String(representation.id).split("/").at(-1) : undefined
}

/** Slug for a value that no member of a union accepts. */
export const unionSlug = (union: SchemaAST.Union, input: unknown): string => {
  const members = membersOf(union)
  if (members.every(SchemaAST.isLiteral)) return members.length === 1 ? "literal_error" : "enum"
  const [only, ...others] = members
  if (only !== undefined && others.length === 0) return typeSlug(only)
  return Predicate.isObject(input) && members.some(SchemaAST.isObjects) ? "union_tag_invalid" : "value_error"
}

/** The members of a union in wire form, without null. */
const membersOf = (union: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  union.types.flatMap((type) => {
    const encoded = SchemaAST.toEncoded(type)
    if (SchemaAST.isNull(encoded) || SchemaAST.isUndefined(encoded)) return []
    return SchemaAST.isUnion(encoded) ? membersOf(encoded) : [encoded]
  })

/** Slug for a failed check. For a check with two bounds it depends on the violated bound. */
export const checkSlug = (
  check: SchemaRepresentation.CheckRepresentationAnnotation<SchemaAST.AST> | undefined,
  target: SchemaAST.AST | undefined,
  input: unknown
): string => {
  const id = check?.id.split("/").at(-1) ?? ""
  if (id === "isStringFinite" && target !== undefined) return typeSlug(target)
  const text = typeof input === "string"
  if (lowerLengths.has(id)) return text ? "string_too_short" : "too_short"
  if (upperLengths.has(id)) return text ? "string_too_long" : "too_long"
  const { maximum, minimum } = (check?.payload ?? {}) as { readonly maximum?: number; readonly minimum?: number }
  if (betweenLengths.has(id)) {
    const short = minimum !== undefined && sizeOf(input, id) < minimum
    return text ? (short ? "string_too_short" : "string_too_long") : (short ? "too_short" : "too_long")
  }
  if (id === "isBetween") {
    return typeof input === "number" && maximum !== undefined && input >= maximum
      ? "less_than_equal"
      : "greater_than_equal"
  }
  return checkSlugs[id] ?? "value_error"
}

const lowerLengths = new Set(["isMinLength", "isNonEmpty", "isMinCodePoints", "isMinSize", "isMinProperties"])
const upperLengths = new Set(["isMaxLength", "isMaxCodePoints", "isMaxSize", "isMaxProperties"])
const betweenLengths = new Set(["isBetweenLength", "isBetweenCodePoints", "isBetweenSize", "isBetweenProperties"])

const sizeOf = (input: unknown, id: string): number => {
  if (typeof input === "string") return id === "isBetweenCodePoints" ? [...input].length : input.length
  if (Array.isArray(input)) return input.length
  return Predicate.isObject(input) ? Object.keys(input).length : 0
}

const checkSlugs: Record<string, string> = {
  isInt: "int_parsing",
  isInt32: "int_parsing",
  isUint32: "int_parsing",
  isFinite: "finite_number",
  isGreaterThan: "greater_than",
  isGreaterThanOrEqualTo: "greater_than_equal",
  isLessThan: "less_than",
  isLessThanOrEqualTo: "less_than_equal",
  isMultipleOf: "multiple_of",
  isPattern: "string_pattern_mismatch",
  isTrimmed: "string_pattern_mismatch",
  isUUID: "string_pattern_mismatch",
  isGUID: "string_pattern_mismatch",
  isULID: "string_pattern_mismatch",
  isAscii: "string_pattern_mismatch",
  isBase64: "string_pattern_mismatch",
  isBase64Url: "string_pattern_mismatch",
  isStartingWith: "string_pattern_mismatch",
  isEndingWith: "string_pattern_mismatch",
  isIncluding: "string_pattern_mismatch",
  isLowercased: "string_pattern_mismatch",
  isUppercased: "string_pattern_mismatch",
  isStringFinite: "string_pattern_mismatch",
  isStringBigInt: "string_pattern_mismatch"
}

const listedLiterals = 40

/** Description of the wire values that a schema accepts: `a string`, `"asc" or "desc"`. */
export const expectation = (ast: SchemaAST.AST): string => {
  const { expected } = ast.annotations ?? {}
  if (Predicate.isString(expected)) return expected
  if (SchemaAST.isNumber(ast)) return isInteger(ast) ? "an integer" : "a number"
  if (SchemaAST.isLiteral(ast)) return JSON.stringify(ast.literal) ?? String(ast.literal)
  if (SchemaAST.isUnion(ast)) return alternatives(membersOf(ast))
  return typeNames[ast._tag] ?? "another value"
}

const alternatives = (members: ReadonlyArray<SchemaAST.AST>): string => {
  const names = [...new Set(members.map(expectation))]
  if (names.length > listedLiterals) return `${names.slice(0, listedLiterals).join(", ")} or another of ${names.length}`
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
}

const typeNames: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  String: "a string",
  TemplateLiteral: "a string",
  Boolean: "true or false",
  Arrays: "a list",
  Objects: "an object",
  Null: "null",
  Never: "no value"
}
