import { Predicate, Schema, type SchemaAST } from "effect"

/** Brings a value of a schema into its encoded form. */
type Encode = (value: unknown) => unknown

/** What is its own encoded form. It is told from the others by identity, so that nothing is copied for nothing. */
const same: Encode = (value) => value

/**
 * Encodes values of a schema as `Schema.encodeSync` does, but believes that they are what their type says: answers are
 * made by code that the compiler has checked, and to test each of their members once more took most of the time of a
 * list. Parts that it does not understand are left to the schema itself.
 */
export const answerEncoder = <S extends Schema.Constraint>(schema: S): (value: S["Type"]) => S["Encoded"] =>
  encoderOf(schema.ast, new Map())

type Known = Map<SchemaAST.AST, Encode>

const encoderOf = (ast: SchemaAST.AST, known: Known): Encode => {
  const found = known.get(ast)
  if (found !== undefined) return found
  // A schema that contains itself finds this while it is being made.
  known.set(ast, (value) => made(value))
  const made: Encode = understood(ast, known) ?? bySchema(ast)
  known.set(ast, made)
  return made
}

const bySchema = (ast: SchemaAST.AST): Encode =>
  Schema.encodeUnknownSync(Schema.make<Schema.Codec<unknown, unknown>>(ast), { disableChecks: true })

/** First what stands in the node, then every step from there to its encoded form. */
const understood = (ast: SchemaAST.AST, known: Known): Encode | undefined => {
  let encode = ofNode(ast, known)
  for (const { to, transformation } of ast.encoding ?? []) {
    const step = transformation._tag === "Middleware" ? undefined : ofGetter(transformation.encode)
    if (encode === undefined || step === undefined) return undefined
    encode = inTurn(inTurn(encode, step), encoderOf(to, known))
  }
  return encode
}

const inTurn = (first: Encode, second: Encode): Encode =>
  first === same ? second : second === same ? first : (value) => second(first(value))

const ofGetter = (getter: Transformation["encode"]): Encode | undefined => {
  switch (getter._tag) {
    case "Passthrough":
      return same
    case "Transform":
      return getter.transform
    default:
      return undefined
  }
}

type Transformation = Extract<SchemaAST.Link["transformation"], { readonly _tag: "Transformation" }>

const ofNode = (ast: SchemaAST.AST, known: Known): Encode | undefined => {
  switch (ast._tag) {
    case "String":
    case "Number":
    case "Boolean":
    case "Null":
    case "Literal":
    case "Enum":
    case "TemplateLiteral":
    case "Unknown":
    case "Any":
      return same
    case "Declaration":
      return ast.typeParameters.length === 0 ? same : undefined
    case "Arrays":
      return ofArray(ast, known)
    case "Objects":
      return ast.indexSignatures.length === 0
        ? ofStruct(ast.propertySignatures, known)
        : ofRecord(ast, known)
    case "Union":
      return ofUnion(ast, known)
    case "Suspend":
      return (value) => encoderOf(ast.thunk(), known)(value)
    default:
      return undefined
  }
}

const ofArray = ({ elements, rest }: SchemaAST.Arrays, known: Known): Encode | undefined => {
  const [item] = rest
  if (elements.length > 0 || rest.length !== 1 || item === undefined) return undefined
  const encode = encoderOf(item, known)
  return encode === same ? same : (items) => (items as ReadonlyArray<unknown>).map(encode)
}

/** A value or null, or one of several that are all their own encoded form. */
const ofUnion = ({ types }: SchemaAST.Union, known: Known): Encode | undefined => {
  const others = types.filter(({ _tag, encoding }) => _tag !== "Null" || encoding !== undefined)
  const encoders = others.map((type) => encoderOf(type, known))
  if (encoders.every((encode) => encode === same)) return same
  const [encode] = encoders
  return encode === undefined || encoders.length > 1
    ? undefined
    : (value) => value === null ? null : encode(value)
}

const ofRecord = ({ indexSignatures, propertySignatures }: SchemaAST.Objects, known: Known): Encode | undefined => {
  const [signature] = indexSignatures
  if (signature === undefined || indexSignatures.length > 1 || propertySignatures.length > 0) return undefined
  const { parameter, type } = signature
  const plain = parameter._tag === "String" && parameter.encoding === undefined && parameter.checks === undefined
  return plain && encoderOf(type, known) === same ? same : undefined
}

/** Whether a member may be there in one form and missing in the other. */
const decidesPresence = ({ encoding }: SchemaAST.AST): boolean =>
  encoding?.some(({ transformation }) =>
    transformation._tag === "Middleware" || transformation.encode._tag.startsWith("TransformOptional")
  ) ?? false

type Member = readonly [name: string, encode: Encode]

const ofStruct = (signatures: SchemaAST.Objects["propertySignatures"], known: Known): Encode | undefined => {
  const members: Array<Member> = []
  for (const { name, type } of signatures) {
    if (!Predicate.isString(name) || decidesPresence(type)) return undefined
    members.push([name, encoderOf(type, known)])
  }
  const names = members.map(([name]) => name)
  const changed = members.filter(([, encode]) => encode !== same)
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>
    if (!areInOrder(Object.keys(given), names)) return picked(given, members)
    if (changed.length === 0) return given
    // A copy of the whole is several times cheaper than one made member by member.
    const encoded = { ...given }
    for (const [name, encode] of changed) {
      const member = given[name]
      if (member !== undefined) encoded[name] = encode(member)
    }
    return encoded
  }
}

/** Whether an object has members of the schema only, in the order of the schema; some may be missing. */
const areInOrder = (given: ReadonlyArray<string>, names: ReadonlyArray<string>): boolean => {
  let at = 0
  for (const name of given) {
    while (at < names.length && names[at] !== name) at++
    if (at++ >= names.length) return false
  }
  return true
}

/** The members of the schema; what else an object has is not for the caller. */
const picked = (given: Readonly<Record<string, unknown>>, members: ReadonlyArray<Member>) => {
  const encoded: Record<string, unknown> = {}
  for (const [name, encode] of members) {
    const member = given[name]
    if (member !== undefined) encoded[name] = encode(member)
  }
  return encoded
}
