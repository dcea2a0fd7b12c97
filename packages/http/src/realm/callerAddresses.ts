import type { HttpSettings } from "../shared/HttpSettings.ts"

/**
 * True if callers may appear with the address of an undeclared proxy: at an https URL a proxy may terminate TLS, so the
 * settings must name it or declare that there is none.
 */
export const hidesCallers = (trustedProxies: HttpSettings["trustedProxies"], base_url: string): boolean =>
  trustedProxies === undefined && base_url.startsWith("https:")

/** Problems that prevent the embedded realm from limiting failed sign-ins by address. */
export const callerAddressProblems = (
  { realm, trustedProxies }: Pick<HttpSettings, "realm" | "trustedProxies">,
  base_url: string
): ReadonlyArray<string> =>
  realm === "embedded" && hidesCallers(trustedProxies, base_url)
    ? [
      "trustedProxies: with an embedded realm at an https address, expected the proxies in front of it, or [] if callers connect without one"
    ]
    : []
