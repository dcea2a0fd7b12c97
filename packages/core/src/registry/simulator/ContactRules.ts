import { countryCodes } from "../../shared/index.ts"
import type { RoleBounds } from "../../tlds/index.ts"
import type { RegistryContact, RegistryContactLink } from "../RegistryDomain.ts"
import type { RegistryRefusal } from "../RegistryError.ts"
import { malformed, missingParameter, policy } from "./Refusal.ts"

/** `+CC.NUMBER` (RFC 5733, section 2.5). */
const telephone = /^\+[0-9]{1,3}\.[0-9]{1,14}$/
const email = /^[^\s@]{1,64}@(?:[^\s@.]{1,63}\.)+[^\s@.]{2,63}$/
const fits = (text: string, maximum: number) => text.trim().length > 0 && text.length <= maximum

/** The form of a handle: 3 to 16 characters (RFC 5730, `clIDType`). */
export const handleProblem = (handle: string): RegistryRefusal | undefined =>
  /^\S{3,16}$/.test(handle) ? undefined : malformed("A handle has 3 to 16 characters")

/** What is wrong with a contact's data, by RFC 5733; the first problem only, as a registry answers. */
export const contactProblem = (contact: RegistryContact): RegistryRefusal | undefined => {
  if (!fits(contact.name, 255)) return malformed("The name is missing or too long")
  if (contact.organization !== null && !fits(contact.organization, 255)) {
    return malformed("The organization is empty or too long")
  }
  if (contact.street.length < 1 || contact.street.length > 3 || !contact.street.every((line) => fits(line, 255))) {
    return malformed("An address has one to three lines")
  }
  if (!fits(contact.city, 255)) return malformed("The city is missing or too long")
  if (contact.postal_code.length > 16) return malformed("The postal code is too long")
  if (!countryCodes.has(contact.country)) return malformed(`${contact.country} is not a country`)
  if (!telephone.test(contact.phone)) return malformed("The telephone number is not of the form +CC.NUMBER")
  if (contact.fax !== null && !telephone.test(contact.fax)) return malformed("The fax number is malformed")
  return email.test(contact.email) ? undefined : malformed("The e-mail address is malformed")
}

/** What is wrong with the whole set of contacts that a name would have. */
export const rolesProblem = (
  contacts: ReadonlyArray<RegistryContactLink>,
  roles: ReadonlyArray<RoleBounds>
): RegistryRefusal | undefined => {
  const stranger = contacts.find(({ type }) => !roles.some((role) => role.type === type))
  if (stranger !== undefined) return policy(`The registry knows no ${stranger.type} contact`)
  for (const { max, min, type } of roles) {
    const count = contacts.filter((contact) => contact.type === type).length
    if (count < min) return missingParameter(`The ${type} contact is missing`)
    if (count > max) return policy(`A name has at most ${max} ${type} contacts`)
  }
  return undefined
}
