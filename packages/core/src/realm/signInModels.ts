/** Models of the records that keep a person signed in at the pages of the realm: its own sessions, and the provider's. */
export const signInModels = ["SignIn", "Session"] as const
