import { Schema } from "effect"

/** What a contact is to a domain. Source: REST specification, "Domain". */
export const ContactRole = Schema.Literals(["registrant", "admin", "tech", "billing"])
  .annotate({ identifier: "ContactRole" })
export type ContactRole = typeof ContactRole.Type
