import type { ContactRole, PolicyIssue } from "../../../shared/index.ts"
import type { LocatedHolder } from "../Holder.ts"

/** Rule of one registry about its contacts that specifications cannot express as data. */
export type HolderRule = (holders: ReadonlyArray<LocatedHolder>) => ReadonlyArray<PolicyIssue>

/** The holders of one role. */
export const inRole = (holders: ReadonlyArray<LocatedHolder>, role: ContactRole): ReadonlyArray<LocatedHolder> =>
  holders.filter(({ contact_type }) => contact_type === role)

/** Rule about each registrant; `others` are all contacts of the domain. */
export const registrantRule = (
  rule: (registrant: LocatedHolder, others: ReadonlyArray<LocatedHolder>) => ReadonlyArray<PolicyIssue | undefined>
): HolderRule =>
(holders) =>
  inRole(holders, "registrant").flatMap((registrant) =>
    rule(registrant, holders).filter((issue) => issue !== undefined)
  )

/** Problem of one member of a holder, `org` or `attributes.KEY`. */
export const issueAt = (holder: LocatedHolder, member: string, detail: string): PolicyIssue => ({
  pointer: `${holder.pointer}.${member}`,
  detail
})

/** Administrative contacts other than the registrant. */
export const otherAdmins = (
  registrant: LocatedHolder,
  holders: ReadonlyArray<LocatedHolder>
): ReadonlyArray<LocatedHolder> =>
  inRole(holders, "admin").filter(({ contact }) => contact.contact_id !== registrant.contact.contact_id)
