import { Schema } from "effect"
import type { XmlElement } from "../xml/XmlElement.ts"

/**
 * Template of an element of a registry's own extension. `{KEY}` in a text or an attribute is a slot for a value: an
 * attribute of the TLD's specification by its key, or a value of the command, `{@name}`. If a value is missing, the
 * attribute or element with it is omitted, and so is every element that becomes empty.
 */
export interface ElementTemplate {
  readonly name: string
  /**
   * Default: the namespace of the parent; the outermost element needs one. Of several versions the first that the
   * session has announced is used; without any, the element is omitted.
   */
  readonly namespace?: string | ReadonlyArray<string> | undefined
  readonly attributes?: Readonly<Record<string, string>> | undefined
  readonly text?: string | undefined
  readonly children?: ReadonlyArray<ElementTemplate> | undefined
  /** The element is written only if these keys have these values. */
  readonly when?: Readonly<Record<string, string>> | undefined
}

export const ElementTemplate: Schema.Codec<ElementTemplate> = Schema.Struct({
  name: Schema.String,
  namespace: Schema.optional(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
  attributes: Schema.optional(Schema.Record(Schema.String, Schema.String)),
  text: Schema.optional(Schema.String),
  children: Schema.optional(Schema.Array(Schema.suspend((): Schema.Codec<ElementTemplate> => ElementTemplate))),
  when: Schema.optional(Schema.Record(Schema.String, Schema.String))
})

/** Values of the slots by key. Empty values count as missing. */
export type SlotValues = Readonly<Record<string, string | null | undefined>>

/** Input of a template: the values of its slots, and the announced extensions of the session. */
export interface Filling {
  readonly values: SlotValues
  readonly announced: ReadonlySet<string>
}

/** The element with filled slots; undefined if it is empty. */
export const filled = (template: ElementTemplate, filling: Filling, inherited = ""): XmlElement | undefined => {
  const { children: parts = [], name, when = {} } = template
  const { values } = filling
  const namespace = namespaceOf(template, filling, inherited)
  if (namespace === undefined || Object.entries(when).some(([key, value]) => values[key] !== value)) return undefined
  const text = filledText(template.text ?? "", values)
  const children = parts.flatMap((part) => filled(part, filling, namespace) ?? [])
  const attributes = filledAttributes(template.attributes ?? {}, values)
  const lostAll = parts.length > 0 && children.length === 0 && text === "" && Object.keys(attributes).length === 0
  return text === undefined || lostAll ? undefined : { namespace, name, attributes, children, text }
}

/** The elements of several templates that are not empty. */
export const filledAll = (
  templates: ReadonlyArray<ElementTemplate>,
  filling: Filling
): ReadonlyArray<XmlElement> => templates.flatMap((template) => filled(template, filling) ?? [])

const namespaceOf = ({ namespace }: ElementTemplate, { announced }: Filling, inherited: string) => {
  if (namespace === undefined) return inherited
  const versions = typeof namespace === "string" ? [namespace] : namespace
  return versions.find((uri) => announced.has(uri))
}

const slot = /\{([^{}]+)\}/g

const filledText = (text: string, values: SlotValues): string | undefined => {
  const keys = Array.from(text.matchAll(slot), ([, key = ""]) => key)
  return keys.some((key) => (values[key] ?? "") === "")
    ? undefined
    : text.replaceAll(slot, (_, key: string) => values[key] ?? "")
}

const filledAttributes = (attributes: Readonly<Record<string, string>>, values: SlotValues) =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, text]) => {
      const value = filledText(text, values)
      return value === undefined ? [] : [[name, value]]
    })
  )
