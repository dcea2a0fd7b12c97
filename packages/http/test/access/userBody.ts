/** A body that `POST /v1/users` accepts. */
export const userBody = (username: string, given: Record<string, unknown> = {}) => ({
  username,
  email: `${username}@example.org`,
  first_name: "Ada",
  last_name: "Lovelace",
  locale: "en_GB",
  ...given
})
