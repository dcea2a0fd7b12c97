import type { TldSpec } from "../TldSpec.ts"
import { applicableAttributes } from "./AttributePolicy.ts"
import type { Holder } from "./Holder.ts"

/** Default values of attributes, derived from the role or from the presence of an organization name. */
const derivations: Readonly<Record<string, (holder: Holder) => string>> = {
  DE_CONTACT_TYPE: ({ contact }) => contact.org === null ? "PERSON" : "ORG",
  AFNIC_CONTACT_TYPE: ({ contact }) => contact.org === null ? "PP" : "PM",
  SK_NIC_LEGAL_FORM: ({ contact }) => contact.org === null ? "PERS" : "CORP",
  NOR_ID_CONTACT_TYPE: ({ contact, contact_type }) =>
    contact_type === "tech" ? "ROLE" : contact.org === null ? "PERSON" : "ORGANIZATION"
}

/** The holder with derived attributes of its TLD; existing values are kept. */
export const withDerivedAttributes = <H extends Holder>(spec: TldSpec, holder: H): H => {
  const derived = (spec.contacts?.possible_attributes ?? []).flatMap(({ key }) => {
    const derive = derivations[key]
    const isGiven = (holder.attributes[key] ?? "") !== ""
    return derive === undefined || isGiven ? [] : [[key, derive(holder)] as const]
  })
  return derived.length === 0
    ? holder
    : { ...holder, attributes: { ...holder.attributes, ...Object.fromEntries(derived) } }
}

/** Attributes of a contact in a role for the registry: its own and the derived ones, as far as they apply. */
export const registryAttributes = (spec: TldSpec, holder: Holder): Readonly<Record<string, string>> => {
  const { attributes, contact_type } = withDerivedAttributes(spec, holder)
  return applicableAttributes(spec, contact_type, attributes)
}
