import { canadianLegalTypes } from "../../catalogue/northAmerica.ts"
import { issueAt, registrantRule } from "./HolderRule.ts"

const isIndividual = (legalType: string): boolean =>
  (canadianLegalTypes.individual as ReadonlyArray<string>).includes(legalType)

/** CIRA, Canadian Presence Requirements: all legal types except those of individuals are organizations. */
export const canada = registrantRule((registrant) => {
  const legalType = registrant.attributes["CIRA_CPR"]
  return legalType === undefined || isIndividual(legalType) || registrant.contact.org !== null
    ? []
    : [issueAt(registrant, "org", `A registrant of the legal type ${legalType} names its organization`)]
})
