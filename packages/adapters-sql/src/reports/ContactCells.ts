import type { DomainContact } from "@namewright/core/domains"
import type { ContactRole } from "@namewright/core/shared"

/** The ids of a domain's contacts by role, several of one role with `;` between them. */
export type ContactCells = Readonly<Record<ContactRole, string>>

/** The cells of a domain's contacts, from the JSON that keeps them. */
export const contactCells = (json: string): ContactCells => {
  const cells = { registrant: "", admin: "", tech: "", billing: "" }
  for (const { contact_id, contact_type } of JSON.parse(json) as ReadonlyArray<DomainContact>) {
    cells[contact_type] += cells[contact_type] === "" ? contact_id : `;${contact_id}`
  }
  return cells
}
