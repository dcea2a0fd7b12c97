import { Option, Schema } from "effect"
import { type ContactRole, countryCodes, Instant, limits, type PolicyIssue } from "../../shared/index.ts"
import type { AttributeCondition, AttributeDefinition, AttributeType } from "../ContactAttribute.ts"
import type { TldSpec } from "../TldSpec.ts"
import type { LocatedHolder } from "./Holder.ts"

type Attributes = Readonly<Record<string, string>>

/** True if a condition holds for a contact's attributes. An absent attribute equals no value. */
export const holds = ({ field, operator, value }: AttributeCondition, attributes: Attributes): boolean => {
  const values = typeof value === "string" ? [value] : value
  const actual = attributes[field]
  const isOneOf = actual !== undefined && values.includes(actual)
  return operator === "equals" || operator === "in" ? isOneOf : !isOneOf
}

const applies = (definition: AttributeDefinition, role: ContactRole, attributes: Attributes): boolean =>
  (definition.contact_roles === null || definition.contact_roles.includes(role)) &&
  (definition.conditions ?? []).every((condition) => holds(condition, attributes))

/** Attributes that apply to a contact in a role; a linked set may contain others. */
export const applicableAttributes = (spec: TldSpec, role: ContactRole, attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([key]) =>
      (spec.contacts?.possible_attributes ?? []).some((definition) =>
        definition.key === key && applies(definition, role, attributes)
      )
    )
  )

/**
 * Attributes of a contact in one role: those of its linked set, as far as the TLD still has them, and over them those of
 * the request. An empty value in the request removes one of the set.
 */
export const mergedContactAttributes = (
  { contacts }: Pick<TldSpec, "contacts">,
  linked: Attributes,
  inline: Attributes
): Attributes => {
  const possible = new Set<string>((contacts?.possible_attributes ?? []).map(({ key }) => key))
  const merged = new Map([...Object.entries(linked).filter(([key]) => possible.has(key)), ...Object.entries(inline)])
  // Unknown keys remain, so that they are refused.
  return Object.fromEntries([...merged].filter(([key, value]) => value !== "" || !possible.has(key)))
}

/** Problems of attributes: unknown to the TLD, missing, or with an invalid value. */
export const attributeIssues = (
  spec: TldSpec,
  { attributes, contact_type, pointer }: LocatedHolder
): ReadonlyArray<PolicyIssue> => {
  const definitions = spec.contacts?.possible_attributes ?? []
  const pointerOf = (key: string) => `${pointer}.attributes.${key}`
  const keys = new Set(definitions.map(({ key }) => String(key)))
  const unknown = Object.keys(attributes).filter((key) => !keys.has(key)).map((key) => ({
    pointer: pointerOf(key),
    detail: `${key} is not a contact attribute of this TLD`
  }))
  const known = Array.from(keys).flatMap((key) => {
    const wanted = definitions.filter((one) => one.key === key && applies(one, contact_type, attributes))
    const value = attributes[key]
    if (value === undefined || value === "") {
      return wanted.some(({ required }) => required) ? [{ pointer: pointerOf(key), detail: `${key} is required` }] : []
    }
    const problems = wanted.map((definition) => valueProblem(definition, value))
    return problems.length === 0 || problems.includes(undefined)
      ? []
      : [{ pointer: pointerOf(key), detail: `${key} must be ${problems[0]}` }]
  })
  return [...unknown, ...known]
}

/** Problem of one attribute, without regard to roles and conditions. */
export interface AttributeValueIssue {
  readonly key: string
  readonly value: string
  readonly type: "enum" | "extra_forbidden" | "value_error"
  readonly message: string
}

/**
 * Problems of attributes that no contact in any role could have: unknown to the TLD, or with a value that no definition
 * of the key permits.
 */
export const attributeValueIssues = (
  { contacts }: Pick<TldSpec, "contacts">,
  attributes: Attributes
): ReadonlyArray<AttributeValueIssue> =>
  Object.entries(attributes).flatMap(([key, value]): ReadonlyArray<AttributeValueIssue> => {
    const definitions = (contacts?.possible_attributes ?? []).filter((one) => one.key === key)
    const [first] = definitions
    if (first === undefined) {
      return [{ key, value, type: "extra_forbidden", message: `${key} is not a contact attribute of this TLD` }]
    }
    if (definitions.some((definition) => valueProblem(definition, value) === undefined)) return []
    const expected = definitions.every(({ type }) => type === "enum")
      ? `one of ${[...new Set(definitions.flatMap(({ values }) => values ?? []))].join(", ")}`
      : valueProblem(first, value)
    return [{ key, value, type: first.type === "enum" ? "enum" : "value_error", message: `${key} must be ${expected}` }]
  })

/** Description of the expected value; undefined if the value is valid. */
const valueProblem = ({ type, values }: AttributeDefinition, value: string): string | undefined => {
  if (type === "enum") return (values ?? []).includes(value) ? undefined : `one of ${(values ?? []).join(", ")}`
  const { expected, matches } = forms[type]
  return matches(value) ? undefined : expected
}

const isInstant = (text: string): boolean => Option.isSome(Schema.decodeOption(Instant.Instant)(text))

const forms: Record<Exclude<AttributeType, "enum">, { expected: string; matches: (text: string) => boolean }> = {
  string: {
    expected: `a text of up to ${limits.contactText.maximum} characters`,
    matches: (text) => text.trim() !== "" && text.length <= limits.contactText.maximum && !/\p{Cc}/u.test(text)
  },
  boolean: { expected: "true or false", matches: (text) => /^(?:true|false|1|0|yes|no)$/i.test(text) },
  datetime: { expected: "a date", matches: isInstant },
  integer: { expected: "a whole number", matches: (text) => /^-?\d{1,15}$/.test(text) },
  country_code: { expected: "an ISO 3166-1 country code", matches: (text) => countryCodes.has(text.toUpperCase()) },
  uri_template: {
    expected: "a URI template (RFC 6570) of the web",
    matches: (text) => /^https?:\/\/(?:[^\s{}]|\{[+#./;?&]?[\w.,:*%]+\})+$/i.test(text)
  }
}
