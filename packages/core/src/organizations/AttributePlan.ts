import { Effect } from "effect"
import { PermissionDenied } from "../access/index.ts"
import { inputIssue, InvalidInput, limits } from "../shared/index.ts"
import {
  balanceAlertKey,
  balanceAlertThreshold,
  type OrganizationAttribute,
  type RequestedAttribute
} from "./OrganizationAttribute.ts"
import type { AttributeWrite } from "./OrganizationAttributeStore.ts"
import { OrganizationAttributeProtected } from "./OrganizationError.ts"

/** Changes that a request makes to attributes. */
export interface AttributePlan {
  readonly put: ReadonlyArray<AttributeWrite>
  readonly remove: ReadonlyArray<string>
}

type Attributes = ReadonlyMap<string, OrganizationAttribute>

/**
 * Plans the changes of a request to existing attributes. `seesPrivate` is false for the suborganization that owns the
 * attributes: private keys are read-only to it, and it cannot make keys private.
 */
export const planAttributes = Effect.fnUntraced(function*(
  existing: ReadonlyArray<OrganizationAttribute>,
  requested: ReadonlyArray<RequestedAttribute>,
  seesPrivate: boolean
): Effect.fn.Return<AttributePlan, OrganizationAttributeProtected | PermissionDenied | InvalidInput> {
  const present: Attributes = new Map(existing.map((attribute) => [attribute.key, attribute]))
  const locked = requested.find(({ key, protected: claimed }) => {
    const attribute = present.get(key)
    return attribute?.protected === true || claimed === true || (attribute?.private === true && !seesPrivate)
  })
  if (locked !== undefined) return yield* new OrganizationAttributeProtected({ key: locked.key })
  if (!seesPrivate && requested.some((attribute) => attribute.private === true)) {
    return yield* new PermissionDenied({ reason: "Only the parent organization can make attributes private" })
  }
  const plan = planOf(present, requested)
  const [issue, ...issues] = issuesOf(present, requested, plan)
  return issue === undefined ? plan : yield* new InvalidInput({ issues: [issue, ...issues] })
})

const planOf = (present: Attributes, requested: ReadonlyArray<RequestedAttribute>): AttributePlan => ({
  put: requested.flatMap(({ key, private: hidden, value }) => {
    const attribute = present.get(key)
    const written = value === undefined ? attribute?.value ?? null : value
    return written === null
      ? []
      : [{ key, value: written, private: hidden ?? attribute?.private ?? false, protected: false }]
  }),
  remove: requested.filter(({ key, value }) => value === null && present.has(key)).map(({ key }) => key)
})

const issuesOf = (present: Attributes, requested: ReadonlyArray<RequestedAttribute>, plan: AttributePlan) => {
  const total = new Set([...present.keys(), ...plan.put.map(({ key }) => key)]).size - plan.remove.length
  const maximum = limits.organizationAttributes.total
  return [
    ...requested.flatMap(({ key, value }, index) => {
      const loc = ["body", "attributes", index]
      const twice = requested.findIndex((other) => other.key === key) !== index
      const noThreshold = key === balanceAlertKey && value !== undefined && value !== null &&
        balanceAlertThreshold(value) === undefined
      return [
        ...(twice ? [inputIssue([...loc, "key"], "value_error", "The key is named twice", key)] : []),
        ...(value === undefined && !present.has(key)
          ? [inputIssue([...loc, "value"], "missing", "A new attribute needs a value", null)]
          : []),
        ...(noThreshold
          ? [inputIssue([...loc, "value"], "decimal_parsing", "A decimal with at most two places", value)]
          : [])
      ]
    }),
    ...(total > maximum
      ? [inputIssue(["body", "attributes"], "too_long", `An organization has at most ${maximum} attributes`, total)]
      : [])
  ]
}
