/** Wire form of a contact that every registry accepts. */
export const ada = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.org",
  phone: "+49.30123456",
  street: "Invalidenstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country: "DE"
}
