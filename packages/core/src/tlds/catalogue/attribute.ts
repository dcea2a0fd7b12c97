import type { ContactRole } from "../../shared/index.ts"
import type { AttributeCondition, AttributeDefinition, AttributeKey, AttributeType } from "../ContactAttribute.ts"

interface Options {
  readonly required?: boolean
  readonly roles?: ReadonlyArray<ContactRole>
  /** All of them must hold. */
  readonly when?: ReadonlyArray<AttributeCondition>
}

const define = (
  key: AttributeKey,
  type: AttributeType,
  values: ReadonlyArray<string> | null,
  { required = false, roles, when }: Options
): AttributeDefinition => ({
  key,
  type,
  values,
  required,
  contact_roles: roles ?? null,
  conditions: when ?? null
})

/** Attribute with a fixed set of values. */
export const choice = (key: AttributeKey, values: ReadonlyArray<string>, options: Options = {}): AttributeDefinition =>
  define(key, "enum", values, options)

/** Attribute with any text, or with values of another type. */
export const text = (
  key: AttributeKey,
  options: Options & { readonly type?: Exclude<AttributeType, "enum"> } = {}
): AttributeDefinition => define(key, options.type ?? "string", null, options)

/** Condition: the attribute has this value, or one of these. */
export const is = (field: AttributeKey, value: string | ReadonlyArray<string>): AttributeCondition => ({
  field,
  operator: typeof value === "string" ? "equals" : "in",
  value
})

/** Condition: the attribute does not have this value. */
export const isNot = (field: AttributeKey, value: string): AttributeCondition => ({
  field,
  operator: "not_equals",
  value
})
