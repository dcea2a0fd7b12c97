import { Schema } from "effect"

/** Role of a contact in a domain. Source: REST specification, "Domain". */
export const ContactRole = Schema.Literals(["registrant", "admin", "tech", "billing"])
  .annotate({ identifier: "ContactRole" })
export type ContactRole = typeof ContactRole.Type
