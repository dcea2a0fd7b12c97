import type { SimpleType } from "./SimpleType.ts"
import { trimmed } from "./whiteSpace.ts"
import { deepText, type XmlElement } from "./XmlElement.ts"

/** Violation of a schema. The message names elements and attributes, never their content, which may be a password. */
export class SchemaViolation extends Error {
  override readonly name = "SchemaViolation"
  /** The element at fault. */
  readonly element: XmlElement

  constructor(message: string, element: XmlElement) {
    super(message)
    this.element = element
  }
}

/**
 * Children of an element in the order of its schema (an `xs:sequence`), all in the element's own namespace. Each child
 * is consumed once. Every method throws `SchemaViolation`; the caller that knows the response catches it.
 */
export class StrictContent {
  readonly element: XmlElement
  #next = 0

  /** `attributes` are the allowed names. Text between the children is a violation. */
  constructor(element: XmlElement, attributes: ReadonlyArray<string> = []) {
    allowAttributes(element, attributes)
    if (trimmed(element.text) !== "") throw new SchemaViolation(`${element.name} holds text of its own`, element)
    this.element = element
  }

  /** The next child, which is required. */
  required(name: string): XmlElement {
    const found = this.optional(name)
    if (found === undefined) throw this.#missing(name)
    return found
  }

  /** The next child if it has this name and namespace. */
  optional(name: string, namespace = this.element.namespace): XmlElement | undefined {
    const next = this.peek()
    if (next?.name !== name || next.namespace !== namespace) return undefined
    this.#next += 1
    return next
  }

  /** `min` to `max` children of one name. */
  many(name: string, min: number, max = Infinity): ReadonlyArray<XmlElement> {
    const found: Array<XmlElement> = []
    for (let next = this.optional(name); next !== undefined; next = this.optional(name)) found.push(next)
    if (found.length < min) throw this.#missing(name)
    if (found.length > max) throw new SchemaViolation(`${this.element.name} has more than ${max} ${name}`, this.element)
    return found
  }

  /** The text of the next child, which is required and has no attributes. */
  requiredValue<A>(name: string, type: SimpleType<A>): A {
    return valueOf(this.required(name), type)
  }

  /** The text of the next child if it has this name. */
  optionalValue<A>(name: string, type: SimpleType<A>): A | undefined {
    const found = this.optional(name)
    return found === undefined ? undefined : valueOf(found, type)
  }

  /** The texts of `min` to `max` children. */
  manyValues<A>(name: string, type: SimpleType<A>, min: number, max = Infinity): ReadonlyArray<A> {
    return this.many(name, min, max).map((element) => valueOf(element, type))
  }

  /** The next child, without consuming it. */
  peek(): XmlElement | undefined {
    return this.element.children[this.#next]
  }

  /** The only child, of any namespace but the element's own and none (`xs:any` with `##other`). */
  requiredOther(): XmlElement {
    const [other, second] = this.others()
    if (other === undefined) throw new SchemaViolation(`${this.element.name} is empty`, this.element)
    if (second !== undefined) throw this.#unexpected(second)
    return other
  }

  /** Consumes the remaining children, each of another namespace than the element. */
  others(): ReadonlyArray<XmlElement> {
    const rest = this.element.children.slice(this.#next)
    const wrong = rest.find(({ namespace }) => namespace === "" || namespace === this.element.namespace)
    if (wrong !== undefined) throw this.#unexpected(wrong)
    this.#next = this.element.children.length
    return rest
  }

  /** Fails if children remain. */
  end(): void {
    const next = this.peek()
    if (next !== undefined) throw this.#unexpected(next)
  }

  #missing(name: string): SchemaViolation {
    const next = this.peek()
    const found = next === undefined ? "its end" : next.name
    return new SchemaViolation(`${this.element.name} has ${found} where ${name} is expected`, next ?? this.element)
  }

  #unexpected(child: XmlElement): SchemaViolation {
    return new SchemaViolation(`${this.element.name} has ${child.name} where the schema has no place for it`, child)
  }
}

/** The typed value of an element without children. `attributes` are the allowed names. */
export const valueOf = <A>(element: XmlElement, type: SimpleType<A>, attributes: ReadonlyArray<string> = []): A => {
  allowAttributes(element, attributes)
  const [inside] = element.children
  if (inside !== undefined) throw new SchemaViolation(`${element.name} holds an element`, inside)
  const value = type(element.text)
  if (value === undefined) throw new SchemaViolation(`The value of ${element.name} is not of its type`, element)
  return value
}

/** All text of an element of mixed content, at any depth. `attributes` are the allowed names of the outer element. */
export const mixedText = (element: XmlElement, attributes: ReadonlyArray<string> = []): string => {
  allowAttributes(element, attributes)
  return deepText(element)
}

/** An optional attribute. */
export const optionalAttribute = <A>(element: XmlElement, name: string, type: SimpleType<A>): A | undefined => {
  const text = element.attributes[name]
  if (text === undefined) return undefined
  const value = type(text)
  if (value === undefined) {
    throw new SchemaViolation(`The attribute ${name} of ${element.name} is not of its type`, element)
  }
  return value
}

/** A required attribute. */
export const requiredAttribute = <A>(element: XmlElement, name: string, type: SimpleType<A>): A => {
  const value = optionalAttribute(element, name, type)
  if (value === undefined) throw new SchemaViolation(`${element.name} lacks the attribute ${name}`, element)
  return value
}

/**
 * Attributes of schema instances are allowed on every element (XML Schema 1.0, part 1, section 2.6). No element of EPP
 * is nillable.
 */
const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
const instanceAttributes: ReadonlySet<string> = new Set(["type", "schemaLocation", "noNamespaceSchemaLocation"])

const allowAttributes = (element: XmlElement, attributes: ReadonlyArray<string>): void => {
  const foreign = element.foreign?.find(({ name, namespace }) =>
    namespace !== schemaInstance || !instanceAttributes.has(name)
  )
  if (foreign !== undefined) {
    throw new SchemaViolation(`${element.name} has the attribute ${foreign.name} of another namespace`, element)
  }
  for (const name in element.attributes) {
    if (!attributes.includes(name)) throw new SchemaViolation(`${element.name} has the attribute ${name}`, element)
  }
}
