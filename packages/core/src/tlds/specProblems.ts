import type { AttributeDefinition } from "./ContactAttribute.ts"
import type { RoleBounds, TldSpec } from "./TldSpec.ts"

/**
 * Contradictions in a specification that its schema admits, described in words; empty if there are none. The schema has
 * checked formats and ranges.
 */
export const specProblems = (spec: TldSpec): ReadonlyArray<string> => [
  ...bounds("characters", spec.characters),
  ...bounds("dns_configuration.allowed_number_of_nameserver", spec.dns_configuration.allowed_number_of_nameserver),
  ...languages(spec),
  ...terms(spec),
  ...authCode(spec),
  ...(spec.contacts === null ? [] : [
    ...roles("contacts.supported_roles", spec.contacts.supported_roles),
    ...roles("contacts.transfer_supported_roles", spec.contacts.transfer_supported_roles),
    ...roles("contacts.update_supported_roles", spec.contacts.update_supported_roles),
    ...spec.contacts.possible_attributes.flatMap((definition) => attribute(definition, spec))
  ]),
  ...(spec.local_presence?.required === true && (spec.local_presence.eligible_countries ?? []).length === 0
    ? ["local_presence is required and names no eligible_countries"]
    : [])
]

const bounds = (
  path: string,
  { max, min }: { readonly min: number; readonly max: number }
): ReadonlyArray<string> => min > max ? [`${path}: min ${min} is above max ${max}`] : []

const languages = ({ idn: { idn_capable, idn_tables } }: TldSpec): ReadonlyArray<string> => {
  if (idn_tables === null) return []
  return [
    ...(idn_capable ? [] : ["idn.idn_tables: there are no international names"]),
    ...(idn_tables.length === 0 ? ["idn.idn_tables: no language tag is listed; null requires none"] : [])
  ]
}

const terms = ({ domain_lifecycle: { explicit_renew, registration_periods, renewal_periods } }: TldSpec) => [
  ...((registration_periods ?? []).length === 0 ? ["domain_lifecycle.registration_periods: no term is sold"] : []),
  ...(explicit_renew === true && (renewal_periods ?? []).length === 0
    ? ["domain_lifecycle.renewal_periods: no term is sold"]
    : [])
]

const authCode = ({ transfer_policies: policy }: TldSpec): ReadonlyArray<string> => {
  const { authinfo_max_length: max, authinfo_min_length: min } = policy
  return [
    ...(min !== null && max !== null ? bounds("transfer_policies.authinfo", { min, max }) : []),
    ...(policy.authinfo_pattern === null || isPattern(policy.authinfo_pattern)
      ? []
      : ["transfer_policies.authinfo_pattern is no regular expression"]),
    ...(policy.authinfo_time_limited === true && policy.authinfo_validity_period === null
      ? ["transfer_policies: a code that expires needs authinfo_validity_period"]
      : [])
  ]
}

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text, "u") instanceof RegExp
  } catch {
    return false
  }
}

const roles = (path: string, list: ReadonlyArray<RoleBounds> | null): ReadonlyArray<string> =>
  (list ?? []).flatMap((role, index) => [
    ...bounds(`${path}[${index}]`, role),
    ...(list?.findIndex(({ type }) => type === role.type) === index ? [] : [`${path}: ${role.type} is listed twice`])
  ])

const attribute = (definition: AttributeDefinition, { contacts }: TldSpec): ReadonlyArray<string> => {
  const path = `contacts.possible_attributes.${definition.key}`
  const keys = new Set(contacts?.possible_attributes.map(({ key }) => key))
  return [
    ...(definition.type === "enum" && (definition.values ?? []).length === 0
      ? [`${path}: an enum without values`]
      : []),
    ...(definition.conditions ?? []).filter(({ field }) => !keys.has(field)).map(({ field }) =>
      `${path}: depends on ${field}, which is no attribute here`
    )
  ]
}
