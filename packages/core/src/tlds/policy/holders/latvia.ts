import { europeanUnion } from "../../catalogue/europe.ts"
import type { LocatedHolder } from "../Holder.ts"
import { type HolderRule, inRole, issueAt, otherAdmins, registrantRule } from "./HolderRule.ts"

const number = /^[A-Za-z0-9#:./-]{3,20}$/
const form = "3 to 20 letters, digits and #:./-"

const numberIssue = (registrant: LocatedHolder, key: string, isRequired: boolean) => {
  const value = registrant.attributes[key]
  if (value === undefined || value === "") {
    return isRequired ? issueAt(registrant, `attributes.${key}`, `${key} is required here`) : undefined
  }
  return number.test(value) ? undefined : issueAt(registrant, `attributes.${key}`, `${key} has ${form}`)
}

const isInUnion = (country: string): boolean => (europeanUnion as ReadonlyArray<string>).includes(country)

const registrantOfLatvia = registrantRule((registrant, holders) => {
  const { country, org } = registrant.contact
  const isLatvian = country === "LV"
  return [
    numberIssue(registrant, "NIC_LV_REG_NR", isLatvian),
    numberIssue(registrant, "NIC_LV_VAT_NR", !isLatvian && org !== null && isInUnion(country)),
    ...(org === null
      ? otherAdmins(registrant, holders).map(({ pointer }) => ({
        pointer,
        detail: "The administrative contact of a natural person is the registrant itself"
      }))
      : [])
  ]
})

/**
 * NIC.LV: Latvian registrants have a registration number, legal entities elsewhere in the Union a VAT number. The
 * administrative contact is a person. A registrant who is a person is also the administrative contact.
 */
export const latvia: HolderRule = (holders) => [
  ...registrantOfLatvia(holders),
  ...inRole(holders, "admin").filter(({ contact }) => contact.org !== null).map((admin) =>
    issueAt(admin, "org", "The administrative contact is a person")
  )
]
