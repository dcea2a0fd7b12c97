import { fullName, isSameName, type LocatedHolder } from "../Holder.ts"
import { issueAt, otherAdmins, registrantRule } from "./HolderRule.ts"

/** Entity types 2 to 6 of the registry: entities that are registered in Italy. */
const italianEntities: ReadonlySet<string> = new Set([
  "company",
  "individual_firm",
  "non_profit",
  "public_org",
  "other"
])

const fiscalCode = /^[A-Z0-9]{16}$/i
const vatNumber = /^\d{11}$/

/** Describes the problem of a registration code for an entity type; undefined if it is valid. */
const codeProblem = (type: string, country: string, code: string): string | undefined => {
  if (code.length > 36) return "has at most 36 characters"
  switch (type) {
    case "natural_person":
      return country !== "IT" || fiscalCode.test(code) ? undefined : "is a fiscal code of 16 characters"
    case "individual_firm":
      return fiscalCode.test(code) || vatNumber.test(code) ? undefined : "is a fiscal code or a VAT number of 11 digits"
    case "non_profit":
      return vatNumber.test(code) || code === "N.A." ? undefined : "is a VAT number of 11 digits, or N.A."
    case "company":
    case "public_org":
    case "other":
      return vatNumber.test(code) ? undefined : "is a VAT number of 11 digits"
    default:
      return undefined
  }
}

const countryProblem = (type: string, country: string): string | undefined => {
  if (italianEntities.has(type) && country !== "IT") return `A registrant of the type ${type} is in Italy`
  return type === "foreign_legal_entity" && country === "IT" ? "A foreign legal entity is not in Italy" : undefined
}

const organizationProblem = ({ contact }: LocatedHolder, isPerson: boolean): string | undefined => {
  if (!isPerson) return contact.org === null ? "An entity names its organization" : undefined
  return contact.org === null || isSameName(contact.org, fullName(contact))
    ? undefined
    : "A natural person names no organization but its own name"
}

/** Registro .it, technical guidelines on synchronous operations: the registrant's entity type, codes and address. */
export const italy = registrantRule((registrant, holders) => {
  const { attributes, contact } = registrant
  const type = attributes["NIC_IT_ENTITY_TYPE"]
  if (type === undefined) return []
  const code = attributes["NIC_IT_REG_CODE"]
  const isPerson = type === "natural_person"
  const country = countryProblem(type, contact.country)
  const organization = organizationProblem(registrant, isPerson)
  const registrationCode = code === undefined ? undefined : codeProblem(type, contact.country, code)
  return [
    registrationCode === undefined
      ? undefined
      : issueAt(registrant, "attributes.NIC_IT_REG_CODE", `NIC_IT_REG_CODE of this entity type ${registrationCode}`),
    country === undefined ? undefined : issueAt(registrant, "country", country),
    contact.country === "IT" && !/^[A-Z]{2}$/i.test(contact.state ?? "")
      ? issueAt(registrant, "state", "An address in Italy names its province by two letters")
      : undefined,
    organization === undefined ? undefined : issueAt(registrant, "org", organization),
    ...(isPerson
      ? otherAdmins(registrant, holders).map(({ pointer }) => ({
        pointer,
        detail: "The administrative contact of a natural person is the registrant itself"
      }))
      : [])
  ]
})
