import { limits } from "@namewright/core/shared"
import { Duration } from "effect"
import { type Cookies, HttpServerResponse } from "effect/http"
import type { RealmUrls } from "./RealmUrls.ts"

/** Cookie names of a realm. */
export interface CookieNames {
  /** Cookie of the sign-in. */
  readonly signIn: string
  /** Cookie that binds the forms of this browser. */
  readonly form: string
  /** Cookie of the provider's session. */
  readonly session: string
  /** Cookie of a pending interaction of the provider, and of its resumption. */
  readonly interaction: string
  readonly resume: string
}

/**
 * Cookie names with security prefixes. With `__Host-`, browsers refuse a cookie that another host of the domain has set
 * (RFC 6265bis, section 4.1.3). Such a cookie applies to all paths, so its name contains the realm. Cookies of a single
 * page need a path and have `__Secure-`. Both prefixes require TLS. At the host of a brand the names do not contain that of
 * the software.
 */
export const cookieNames = ({ isEncrypted, path, tenant }: RealmUrls): CookieNames => {
  const name = tenant === null ? "namewright" : "realm"
  const host = isEncrypted ? `__Host-${name}${path.replaceAll(/\W+/g, "_")}` : name
  const page = isEncrypted ? `__Secure-${name}` : name
  return {
    signIn: `${host}_signin`,
    form: `${host}_form`,
    session: `${host}_session`,
    interaction: `${page}_interaction`,
    resume: `${page}_resume`
  }
}

/** Path of cookies for all pages. */
export const cookiePath = ({ isEncrypted, path }: RealmUrls): string => isEncrypted ? "/" : path

/** Value of a cookie in the header `Cookie`. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(";") ?? []) {
    const end = pair.indexOf("=")
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim()
  }
  return undefined
}

/** Options: hidden from scripts; other sites send the cookie only when a link is followed. */
const options = (urls: RealmUrls) =>
  ({ httpOnly: true, sameSite: "lax", secure: urls.isEncrypted, path: cookiePath(urls) }) satisfies Cookies.Cookie[
    "options"
  ]

export const setCookie =
  (urls: RealmUrls, cookie: keyof CookieNames, value: string) =>
  (answer: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(answer, cookieNames(urls)[cookie], value, {
      ...options(urls),
      maxAge: Duration.seconds(limits.signInSeconds)
    })

export const clearCookie =
  (urls: RealmUrls, cookie: keyof CookieNames) =>
  (answer: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(answer, cookieNames(urls)[cookie], "", {
      ...options(urls),
      maxAge: Duration.zero
    })
