import type { ContactRole, PolicyIssue } from "../../shared/index.ts"
import type { RoleBounds, TldSpec } from "../TldSpec.ts"
import type { Holder } from "./Holder.ts"

export type ContactOperation = "create" | "transfer" | "update"

/** Roles in an operation. Without their own rules, transfers and updates use those of the creation. */
const rolesOf = ({ contacts }: TldSpec, operation: ContactOperation): ReadonlyArray<RoleBounds> => {
  const onCreate = contacts?.supported_roles ?? []
  switch (operation) {
    case "create":
      return onCreate
    case "transfer":
      return contacts?.transfer_supported_roles ?? onCreate
    case "update":
      return contacts?.update_supported_roles ?? onCreate
  }
}

/** Holders with roles that the registry supports; others are dropped, for callers that always send all roles. */
export const admittedHolders = <H extends Pick<Holder, "contact_type">>(
  spec: TldSpec,
  operation: ContactOperation,
  holders: ReadonlyArray<H>
): ReadonlyArray<H> => {
  const supported = new Set(rolesOf(spec, operation).map(({ type }) => type))
  return holders.filter(({ contact_type }) => supported.has(contact_type))
}

/**
 * Problems of the numbers of contacts in `roles`; other roles are not checked, because an update does not change them.
 */
export const roleIssues = (
  spec: TldSpec,
  operation: ContactOperation,
  holders: ReadonlyArray<Pick<Holder, "contact_type">>,
  roles?: ReadonlyArray<ContactRole>
): ReadonlyArray<PolicyIssue> =>
  rolesOf(spec, operation).filter(({ type }) => roles === undefined || roles.includes(type)).flatMap(
    ({ max, min, type }) => {
      const count = holders.filter(({ contact_type }) => contact_type === type).length
      if (count >= min && count <= max) return []
      const wanted = count < min ? `at least ${min}` : `at most ${max}`
      return [{ pointer: `contacts.${type}`, detail: `A name here has ${wanted} ${type} contact(s), not ${count}` }]
    }
  )
