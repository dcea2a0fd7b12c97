import { SchemaAST } from "effect"

/** Position of a secret in a body; a number is the first element of a list. */
export type SecretPath = ReadonlyArray<string | 0>

/** A secret of a body, and the discriminators of the objects that contain it, by path. */
export interface SecretOfBody {
  readonly path: SecretPath
  readonly literals: ReadonlyMap<string, unknown>
}

/** True for a redacted value, for one with the annotation `isSecret`, and for records of such values. */
const isSecretValue = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.resolveAt("isSecret")(ast) === true) return true
  if (SchemaAST.isUnion(ast)) return ast.types.some(isSecretValue)
  if (SchemaAST.isObjects(ast)) {
    return ast.propertySignatures.length === 0 && ast.indexSignatures.some(({ type }) => isSecretValue(type))
  }
  return SchemaAST.resolveAt<{ readonly id: string }>("representation")(ast)?.id === "effect/schema/Redacted"
}

const literalOf = (ast: SchemaAST.AST): unknown => SchemaAST.isLiteral(ast) ? ast.literal : undefined

/** The secrets of a schema, at every depth. */
export const secretsIn = (
  ast: SchemaAST.AST,
  path: SecretPath = [],
  literals: ReadonlyMap<string, unknown> = new Map()
): ReadonlyArray<SecretOfBody> => {
  if (path.length > 8) return []
  if (path.length > 0 && isSecretValue(ast)) return [{ path, literals }]
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => secretsIn(type, path, literals))
  if (SchemaAST.isArrays(ast)) {
    return [...ast.elements, ...ast.rest].flatMap((type) => secretsIn(type, [...path, 0], literals))
  }
  if (!SchemaAST.isObjects(ast)) return []
  const known = new Map(literals)
  for (const { name, type } of ast.propertySignatures) {
    if (literalOf(type) !== undefined) known.set([...path, String(name)].join("."), literalOf(type))
  }
  return ast.propertySignatures.flatMap(({ name, type }) => secretsIn(type, [...path, String(name)], known))
}
