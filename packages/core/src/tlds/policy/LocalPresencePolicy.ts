import type { PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"
import { holds } from "./AttributePolicy.ts"
import type { LocatedHolder } from "./Holder.ts"

/** Problem of a contact outside of the countries that the TLD requires. */
export const localPresenceIssues = ({ local_presence }: TldSpec, holder: LocatedHolder): ReadonlyArray<PolicyIssue> => {
  if (local_presence === null || !local_presence.required) return []
  const { eligible_countries, exemptions, requirement, type } = local_presence
  const { attributes, contact: { country, org }, contact_type, pointer } = holder
  const countries = eligible_countries ?? []
  const isExempt = exemptions !== null && exemptions.length > 0 &&
    exemptions.every((condition) => holds(condition, attributes))
  if (!(type ?? ["registrant"]).includes(contact_type) || isExempt || countries.includes(country)) return []
  const concernsAll = requirement === null || requirement.includes("physical_address")
  return concernsAll || org !== null
    ? [{
      pointer: `${pointer}.country`,
      detail: `The ${contact_type} must be ${concernsAll ? "resident" : "established"} in ${countries.join(", ")}`
    }]
    : []
}
