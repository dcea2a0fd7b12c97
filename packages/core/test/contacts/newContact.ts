import type { CreateContact } from "@namewright/core/contacts"

/** Contact as a caller sends it. */
export const newContact: CreateContact = {
  first_name: "Ada",
  last_name: "Lovelace",
  org: null,
  title: null,
  email: "ada@example.com",
  phone: "+44.2079460000",
  fax: null,
  street: "12 Square",
  city: "London",
  state: null,
  postal_code: "GB-sw1y4jh",
  country: "GB",
  disclose: true
}
