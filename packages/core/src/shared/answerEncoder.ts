import { Predicate, Schema, type SchemaAST } from "effect"

/** Encodes a value of a schema. */
type Encode = (value: unknown) => unknown

/** Encoder of values that are equal to their encoded form. It is recognized by identity, to avoid copies. */
const same: Encode = (value) => value

/**
 * Encodes values of a schema as `Schema.encodeSync` does, without validation: the compiler has checked the code that
 * returns them, and validation took most of the time of a list. Unsupported schemas are encoded by `Schema` itself.
 */
export const answerEncoder = <S extends Schema.Constraint>(schema: S): (value: S["Type"]) => S["Encoded"] =>
  encoderOf(schema.ast, new Map())

type Encoders = Map<SchemaAST.AST, Encode>

const encoderOf = (ast: SchemaAST.AST, encoders: Encoders): Encode => {
  const found = encoders.get(ast)
  if (found !== undefined) return found
  // Used by recursive schemas until the encoder is complete.
  encoders.set(ast, (value) => encoder(value))
  const encoder: Encode = ofEncoded(ast, encoders) ?? bySchema(ast)
  encoders.set(ast, encoder)
  return encoder
}

const bySchema = (ast: SchemaAST.AST): Encode =>
  Schema.encodeUnknownSync(Schema.make<Schema.Codec<unknown, unknown>>(ast), { disableChecks: true })

/** Encodes the node, then applies each transformation to the encoded form. */
const ofEncoded = (ast: SchemaAST.AST, encoders: Encoders): Encode | undefined => {
  let encode = ofNode(ast, encoders)
  for (const { to, transformation } of ast.encoding ?? []) {
    const step = transformation._tag === "Middleware" ? undefined : ofGetter(transformation.encode)
    if (encode === undefined || step === undefined) return undefined
    encode = inTurn(inTurn(encode, step), encoderOf(to, encoders))
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

const ofNode = (ast: SchemaAST.AST, encoders: Encoders): Encode | undefined => {
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
      return ofArray(ast, encoders)
    case "Objects":
      return ast.indexSignatures.length === 0
        ? ofStruct(ast.propertySignatures, encoders)
        : ofRecord(ast, encoders)
    case "Union":
      return ofUnion(ast, encoders)
    case "Suspend":
      return (value) => encoderOf(ast.thunk(), encoders)(value)
    default:
      return undefined
  }
}

const ofArray = ({ elements, rest }: SchemaAST.Arrays, encoders: Encoders): Encode | undefined => {
  const [item] = rest
  if (elements.length > 0 || rest.length !== 1 || item === undefined) return undefined
  const encode = encoderOf(item, encoders)
  return encode === same ? same : (items) => (items as ReadonlyArray<unknown>).map(encode)
}

/** A nullable value, or a union whose members are all equal to their encoded form. */
const ofUnion = ({ types }: SchemaAST.Union, encoders: Encoders): Encode | undefined => {
  const others = types.filter(({ _tag, encoding }) => _tag !== "Null" || encoding !== undefined)
  const members = others.map((type) => encoderOf(type, encoders))
  if (members.every((encode) => encode === same)) return same
  const [encode] = members
  return encode === undefined || members.length > 1
    ? undefined
    : (value) => value === null ? null : encode(value)
}

const ofRecord = (
  { indexSignatures, propertySignatures }: SchemaAST.Objects,
  encoders: Encoders
): Encode | undefined => {
  const [signature] = indexSignatures
  if (signature === undefined || indexSignatures.length > 1 || propertySignatures.length > 0) return undefined
  const { parameter, type } = signature
  const plain = parameter._tag === "String" && parameter.encoding === undefined && parameter.checks === undefined
  return plain && encoderOf(type, encoders) === same ? same : undefined
}

/** True if the transformation can add or remove the member. */
const decidesPresence = ({ encoding }: SchemaAST.AST): boolean =>
  encoding?.some(({ transformation }) =>
    transformation._tag === "Middleware" || transformation.encode._tag.startsWith("TransformOptional")
  ) ?? false

type Member = readonly [name: string, encode: Encode]

const ofStruct = (signatures: SchemaAST.Objects["propertySignatures"], encoders: Encoders): Encode | undefined => {
  const members: Array<Member> = []
  for (const { name, type } of signatures) {
    if (!Predicate.isString(name) || decidesPresence(type)) return undefined
    members.push([name, encoderOf(type, encoders)])
  }
  const names = members.map(([name]) => name)
  const changed = members.filter(([, encode]) => encode !== same)
  return (value) => {
    const input = value as Readonly<Record<string, unknown>>
    if (!areInOrder(input, names)) return picked(input, members)
    if (changed.length === 0) return input
    // Copying the whole object is several times cheaper than copying each member.
    const encoded = { ...input }
    for (const [name, encode] of changed) {
      const member = input[name]
      if (member !== undefined) encoded[name] = encode(member)
    }
    return encoded
  }
}

/** True if all members are in the schema and in its order; some may be missing. */
const areInOrder = (input: object, names: ReadonlyArray<string>): boolean => {
  let next = 0
  for (const name in input) {
    while (next < names.length && names[next] !== name) next++
    if (next++ >= names.length) return false
  }
  return true
}

/** Copies only the members of the schema. */
const picked = (input: Readonly<Record<string, unknown>>, members: ReadonlyArray<Member>) => {
  const encoded: Record<string, unknown> = {}
  for (const [name, encode] of members) {
    const member = input[name]
    if (member !== undefined) encoded[name] = encode(member)
  }
  return encoded
}
