import type { RegistryContact, RegistryRefusal } from "@namewright/core/registry"
import { trimmed } from "../xml/whiteSpace.ts"
import { malformed } from "./Refusals.ts"

const telephone = /^\+[0-9]{1,3}\.[0-9]{1,14}$/
const fits = (text: string, most: number, least = 1) => {
  const { length } = trimmed(text)
  return length >= least && length <= most
}

/**
 * Refusal of a contact that the schema does not allow (RFC 5733, section 4); undefined if it does. The registry may
 * still refuse it.
 */
export const contactFormProblem = (contact: RegistryContact): RegistryRefusal | undefined => {
  if (!isHandle(contact.handle)) return malformed("A handle has 3 to 16 characters")
  if (!fits(contact.name, 255)) return malformed("A name has 1 to 255 characters")
  if (contact.organization !== null && !fits(contact.organization, 255)) {
    return malformed("The name of an organization has 1 to 255 characters")
  }
  const { street } = contact
  if (street.length < 1 || street.length > 3) return malformed("An address has one to three lines")
  if (!street.every((line) => fits(line, 255))) return malformed("A line of an address has 1 to 255 characters")
  if (!fits(contact.city, 255)) return malformed("A city has 1 to 255 characters")
  if (contact.state !== null && !fits(contact.state, 255, 0)) return malformed("A state has at most 255 characters")
  if (!fits(contact.postal_code, 16, 0)) return malformed("A postal code has at most 16 characters")
  if (contact.country.length !== 2) return malformed("A country has two letters")
  if (!telephone.test(contact.phone)) return malformed("A telephone number is of the form +CC.NUMBER")
  if (contact.fax !== null && !telephone.test(contact.fax)) return malformed("A fax number is of the form +CC.NUMBER")
  return fits(contact.email, 255) ? undefined : malformed("The e-mail address is missing")
}

/** True if the text has the form of a contact id (RFC 5730, `clIDType`). */
export const isHandle = (handle: string): boolean => /^[^ \t\r\n](?:.{1,14})[^ \t\r\n]$/.test(handle)
