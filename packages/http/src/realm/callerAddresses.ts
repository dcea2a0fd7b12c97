import type { HttpSettings } from "../shared/HttpSettings.ts"

/**
 * True if callers may have the address of a proxy that nobody has named: an https address of the installation means that
 * a proxy may end TLS, so the settings have to say which one, or that there is none.
 */
export const hidesCallers = (trustedProxies: HttpSettings["trustedProxies"], base_url: string): boolean =>
  trustedProxies === undefined && base_url.startsWith("https:")

/** Why an embedded realm cannot count failed sign-ins by address. */
export const callerAddressProblems = (
  { realm, trustedProxies }: Pick<HttpSettings, "realm" | "trustedProxies">,
  base_url: string
): ReadonlyArray<string> =>
  realm === "embedded" && hidesCallers(trustedProxies, base_url)
    ? [
      "trustedProxies: with an embedded realm at an https address, expected the proxies in front of it, or [] if callers connect without one"
    ]
    : []
