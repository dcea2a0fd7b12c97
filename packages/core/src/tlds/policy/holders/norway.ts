import { issueAt, registrantRule } from "./HolderRule.ts"

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

/** Number of the Brønnøysund registers: nine digits, the last of which is a check digit modulo 11. */
export const isOrganizationNumber = (text: string): boolean => {
  if (!/^\d{9}$/.test(text)) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return (11 - sum % 11) % 11 === Number(text[8])
}

const personId = /^N\.PRI\.[A-Za-z0-9]{8}$/

/**
 * Norid, domain name policy: organizations are identified by their number, persons by an anonymous id of the registry.
 */
export const norway = registrantRule((registrant) => {
  const { attributes, contact } = registrant
  const type = attributes["NOR_ID_IDENTITY_TYPE"]
  const value = attributes["NOR_ID_IDENTITY_VALUE"] ?? ""
  const issue = (detail: string) => issueAt(registrant, "attributes.NOR_ID_IDENTITY_VALUE", detail)
  return [
    /^\d{4}$/.test(contact.postal_code)
      ? undefined
      : issueAt(registrant, "postal_code", "A Norwegian postal code has 4 digits"),
    type === "ORGANIZATION_NUMBER" && !isOrganizationNumber(value)
      ? issue("An organization number has 9 digits with a valid check digit")
      : undefined,
    type === "ORGANIZATION_NUMBER" && contact.org === null
      ? issueAt(registrant, "org", "A registrant with an organization number names its organization")
      : undefined,
    type === "ANONYMOUS_PERSON_IDENTIFIER" && !personId.test(value)
      ? issue("A person is identified by an id of the form N.PRI.xxxxxxxx")
      : undefined,
    type === "ANONYMOUS_PERSON_IDENTIFIER" && contact.org !== null
      ? issueAt(registrant, "org", "A natural person names no organization")
      : undefined
  ]
})
