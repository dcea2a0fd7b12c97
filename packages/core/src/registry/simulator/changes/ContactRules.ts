import { countryCodes } from "../../../shared/index.ts"
import type { RoleBounds } from "../../../tlds/index.ts"
import type { RegistryContactLink } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { malformed, missingParameter, policy } from "../objects/Refusal.ts"
import type { ContactData, PostalForm, Telephone } from "../objects/SimulatedContact.ts"

/** `+CC.NUMBER` (RFC 5733, section 2.5). */
const telephone = /^\+[0-9]{1,3}\.[0-9]{1,14}$/
const isEmail = /^[^\s@]{1,64}@(?:[^\s@.]{1,63}\.)+[^\s@.]{2,63}$/
const isAscii = /^[ -~]*$/
const fits = (text: string, maximum: number) => text.trim().length > 0 && text.length <= maximum

/** The form of a handle: 3 to 16 characters (RFC 5730, `clIDType`). */
export const handleProblem = (handle: string): RegistryRefusal | undefined =>
  /^\S{3,16}$/.test(handle) ? undefined : malformed("A handle has 3 to 16 characters")

/** First problem of a contact's data by RFC 5733; a registry reports only one. */
export const contactProblem = ({ email, fax, phone, postal }: ContactData): RegistryRefusal | undefined => {
  if (postal.length === 0) return missingParameter("A postal address is missing")
  if (new Set(postal.map(({ type }) => type)).size < postal.length) {
    return malformed("A contact has at most one postal address of a type")
  }
  for (const form of postal) {
    const problem = postalProblem(form)
    if (problem !== undefined) return problem
  }
  if (phone !== null && !isTelephone(phone)) return malformed("The telephone number is not of the form +CC.NUMBER")
  if (fax !== null && !isTelephone(fax)) return malformed("The fax number is malformed")
  return isEmail.test(email) ? undefined : malformed("The e-mail address is malformed")
}

const isTelephone = ({ number }: Telephone): boolean => telephone.test(number)

const postalProblem = ({ address, name, organization, type }: PostalForm): RegistryRefusal | undefined => {
  const { city, country, postal_code, state, street } = address
  if (!fits(name, 255)) return malformed("The name is missing or too long")
  if (organization !== null && !fits(organization, 255)) return malformed("The organization is empty or too long")
  if (street.length < 1 || street.length > 3 || !street.every((line) => fits(line, 255))) {
    return malformed("An address has one to three lines")
  }
  if (!fits(city, 255)) return malformed("The city is missing or too long")
  if (postal_code !== null && postal_code.length > 16) return malformed("The postal code is too long")
  if (!countryCodes.has(country)) return malformed(`${country} is not a country`)
  const text = [name, organization ?? "", ...street, city, state ?? "", postal_code ?? ""].join("")
  return type === "int" && !isAscii.test(text) ? malformed("An int address is written in ASCII") : undefined
}

/** Problem of the complete set of contacts of a domain. */
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
