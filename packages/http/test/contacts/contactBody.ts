/** Contact with the required members. */
export const contactBody = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.com",
  phone: "+44 20 7946 0000",
  street: "12 St James's Square",
  city: "London",
  postal_code: "sw1y4jh",
  country: "gb",
  disclose: false
}
