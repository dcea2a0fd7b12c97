import type { Contact } from "../../contacts/index.ts"

/** Members of a contact in events about a verification that is required. */
export const asRegistrant = ({ contact_id, email, first_name, last_name }: Contact) => ({
  contact_id,
  name: `${first_name} ${last_name}`,
  email
})
