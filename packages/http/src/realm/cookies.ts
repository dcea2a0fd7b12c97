import { limits } from "@namewright/core/shared"
import { Duration } from "effect"
import { type Cookies, HttpServerResponse } from "effect/http"
import type { RealmPlaces } from "./RealmPlaces.ts"

/** The cookies of the pages; the provider has others of its own. */
export const cookies = {
  /** Who is signed in. */
  signIn: "namewright_signin",
  /** What the forms of this browser are bound to. */
  form: "namewright_form",
  session: "namewright_session"
} as const

/** The value of a cookie in the header `Cookie`. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(";") ?? []) {
    const end = pair.indexOf("=")
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim()
  }
  return undefined
}

/** Scripts do not see it, and no other site can send it but by a link that somebody follows. */
const options = ({ isEncrypted, path }: RealmPlaces) =>
  ({ httpOnly: true, sameSite: "lax", secure: isEncrypted, path }) satisfies Cookies.Cookie["options"]

export const setCookie =
  (places: RealmPlaces, name: string, value: string) =>
  (answer: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(answer, name, value, {
      ...options(places),
      maxAge: Duration.seconds(limits.signInSeconds)
    })

export const clearCookie =
  (places: RealmPlaces, name: string) =>
  (answer: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setCookieUnsafe(answer, name, "", { ...options(places), maxAge: Duration.zero })
