import type { ContactRole, PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"
import { attributeIssues } from "./AttributePolicy.ts"
import { withDerivedAttributes } from "./DerivedAttributes.ts"
import { fullName, type Holder, type HolderContact, isSameName, located } from "./Holder.ts"
import { holderRules } from "./holders/HolderRules.ts"
import { localPresenceIssues } from "./LocalPresencePolicy.ts"
import { admittedHolders, type ContactOperation, roleIssues } from "./RolePolicy.ts"

/**
 * Problems of the contacts of a domain: roles, attributes, presence, and the registry's own rules. `changed` are the
 * roles in an update. Other roles are not checked, unless the registrant changes.
 */
export const holderIssues = (
  spec: TldSpec,
  tld: string,
  operation: ContactOperation,
  holders: ReadonlyArray<Holder>,
  changed?: ReadonlyArray<ContactRole>
): ReadonlyArray<PolicyIssue> => {
  const all = located(admittedHolders(spec, operation, holders)).map((holder) => withDerivedAttributes(spec, holder))
  const checked = all.filter(({ contact_type }) => changed === undefined || changed.includes(contact_type))
  const ruled = holderRules[tld]?.(all) ?? []
  const isConcerned = ({ pointer }: PolicyIssue) =>
    changed === undefined || changed.includes("registrant") ||
    changed.some((role) => pointer.startsWith(`contacts.${role}[`))
  return [
    ...roleIssues(spec, operation, all, changed),
    ...checked.flatMap((holder) => [...attributeIssues(spec, holder), ...localPresenceIssues(spec, holder)]),
    ...ruled.filter(isConcerned)
  ]
}

/** Current holder of a domain at its registry. */
export interface CurrentHolder {
  readonly name: string
  readonly organization: string | null
}

/** TLDs whose registry transfers a domain only if the registrant stays the same (DOMREG, procedural regulation). */
const keepsRegistrant: ReadonlySet<string> = new Set(["lt"])

/** True if a transfer has to compare the registrant with the current holder. */
export const comparesHolders = (tld: string): boolean => keepsRegistrant.has(tld)

/**
 * Problem of a transfer to another registrant than the current holder. Organizations are compared by their names,
 * persons by theirs.
 */
export const registrantMatchIssues = (
  tld: string,
  registrant: HolderContact,
  current: CurrentHolder
): ReadonlyArray<PolicyIssue> => {
  if (!comparesHolders(tld)) return []
  const wanted = current.organization ?? current.name
  const actual = current.organization === null ? fullName(registrant) : registrant.org ?? ""
  return isSameName(wanted, actual) ? [] : [{
    pointer: `contacts.registrant[0].${current.organization === null ? "first_name" : "org"}`,
    detail: "The registrant of a transfer is the current holder of the name"
  }]
}
