import { limits } from "@namewright/core/shared"
import { Duration } from "effect"
import { type Cookies, HttpServerResponse } from "effect/http"
import type { RealmPlaces } from "./RealmPlaces.ts"

/** Names of the cookies of a realm. */
export interface CookieNames {
  /** Cookie of the sign-in. */
  readonly signIn: string
  /** Cookie that binds the forms of this browser. */
  readonly form: string
  /** The session of the provider. */
  readonly session: string
  /** The step of a sign-in that the provider waits for, and the way back from it. */
  readonly interaction: string
  readonly resume: string
}

/**
 * `__Host-` makes browsers refuse a cookie that another host of the domain has set (RFC 6265bis, section 4.1.3). Such a
 * cookie belongs to all paths, so its name says which realm it is of. Cookies of a single page need a path: they have
 * `__Secure-`. Browsers accept neither without TLS.
 */
export const cookieNames = ({ isEncrypted, path }: RealmPlaces): CookieNames => {
  const host = isEncrypted ? `__Host-namewright${path.replaceAll(/\W+/g, "_")}` : "namewright"
  const page = isEncrypted ? "__Secure-namewright" : "namewright"
  return {
    signIn: `${host}_signin`,
    form: `${host}_form`,
    session: `${host}_session`,
    interaction: `${page}_interaction`,
    resume: `${page}_resume`
  }
}

/** The path of the cookies that are not those of a single page. */
export const cookiePath = ({ isEncrypted, path }: RealmPlaces): string => isEncrypted ? "/" : path

/** The value of a cookie in the header `Cookie`. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(";") ?? []) {
    const end = pair.indexOf("=")
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim()
  }
  return undefined
}

/** Scripts do not see it, and no other site can send it but by a link that somebody follows. */
const options = (places: RealmPlaces) =>
  ({ httpOnly: true, sameSite: "lax", secure: places.isEncrypted, path: cookiePath(places) }) satisfies Cookies.Cookie[
    "options"
  ]

export const setCookie =
  (places: RealmPlaces, cookie: keyof CookieNames, value: string) =>
  (answer: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(answer, cookieNames(places)[cookie], value, {
      ...options(places),
      maxAge: Duration.seconds(limits.signInSeconds)
    })

export const clearCookie =
  (places: RealmPlaces, cookie: keyof CookieNames) =>
  (answer: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(answer, cookieNames(places)[cookie], "", {
      ...options(places),
      maxAge: Duration.zero
    })
