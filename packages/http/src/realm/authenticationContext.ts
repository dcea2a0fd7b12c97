/**
 * Authentication context classes of sign-ins (`acr`; OpenID Connect Core, section 2), as levels: `1` for a password alone,
 * `2` for two factors or a passkey, which verifies its user.
 */
export const authenticationContexts = ["1", "2"] as const
export type AuthenticationContext = (typeof authenticationContexts)[number]

/** Context class of a sign-in by its methods (RFC 8176). */
export const authenticationContextOf = (methods: ReadonlyArray<string>): AuthenticationContext =>
  methods.includes("mfa") ? "2" : "1"
