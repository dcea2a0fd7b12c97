import { type MailLocale, mailLocaleOf } from "@namewright/core/mail"
import { type RealmKeyring, RealmKeys } from "@namewright/core/realm"
import { Entropy, limits } from "@namewright/core/shared"
import { ByteSize, Effect, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { HttpIncomingMessage, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { brandSources } from "../shared/pages/brandParts.ts"
import { pageLocale } from "../shared/pages/pageLocale.ts"
import { cookieNames, cookieOf, setCookie } from "./cookies.ts"
import { formTokens } from "./FormTokens.ts"
import { refusalPage } from "./pages/failurePage.ts"
import type { RefusalPage } from "./pages/texts/refusalTexts.ts"
import type { RealmUrls } from "./RealmUrls.ts"
import { type SignIn, SignIns } from "./SignIns.ts"

type Request = HttpServerRequest.HttpServerRequest
export type Answer = HttpServerResponse.HttpServerResponse

/** Request for a page, with its browser and its sign-in. */
export interface Visit {
  readonly urls: RealmUrls
  readonly request: Request
  readonly query: URLSearchParams
  /** Fields of a submitted form; otherwise empty. */
  readonly form: URLSearchParams
  /** Secret that binds the forms of this browser. */
  readonly browser: string
  readonly keyring: RealmKeyring
  readonly signIn: SignIn | undefined
  readonly address: string | undefined
  /** Language that the browser prefers, otherwise that of the signed-in person. */
  readonly locale: MailLocale
}

/** Reads the request for a page. */
export const visitOf = Effect.fnUntraced(function*(urls: RealmUrls, request: Request) {
  const keys = yield* RealmKeys
  const signIns = yield* SignIns
  const entropy = yield* Entropy
  const header = request.headers["cookie"]
  const names = cookieNames(urls)
  const cookie = cookieOf(header, names.form)
  const start = request.url.indexOf("?")
  const address = Option.getOrUndefined(request.remoteAddress)
  const signIn = Option.getOrUndefined(yield* signIns.find(cookieOf(header, names.signIn), address))
  const visit: Visit = {
    urls,
    request,
    query: new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1)),
    form: request.method === "POST" ? yield* formOf(request) : new URLSearchParams(),
    browser: cookie !== undefined && browserForm.test(cookie)
      ? cookie
      : Base64Url.encode(yield* entropy.randomBytes(18)),
    keyring: yield* keys.current,
    signIn,
    address,
    locale: pageLocale(request.headers["accept-language"], signIn && mailLocaleOf(signIn.account.user))
  }
  return visit
})

const browserForm = /^[\w-]{24}$/

const formOf = (request: Request) =>
  Effect.map(
    Effect.provideService(
      Effect.orElseSucceed(request.text, () => ""),
      HttpIncomingMessage.MaxBodySize,
      ByteSize.bytes(limits.realmBody)
    ),
    (text) => new URLSearchParams(text)
  )

/** Signatures of the forms and tickets of a realm. */
export const formTokensOf = ({ keyring, urls }: Pick<Visit, "keyring" | "urls">) => formTokens(keyring, urls.issuer)

/** Token of a form for a purpose. */
export const formTokenOf = (visit: Visit, purpose: string): string =>
  formTokensOf(visit).issue({ browser: visit.browser, signIn: visit.signIn?.id, purpose })

/** True if the browser has the cookie to which its forms are bound. */
const hasFormCookie = ({ browser, urls, request }: Visit): boolean =>
  cookieOf(request.headers["cookie"], cookieNames(urls).form) === browser

/**
 * True if the submitted form is from this realm, this browser, and for this purpose. `Origin` and `Sec-Fetch-Site` are
 * checked too if the browser sends them.
 */
export const isGenuineForm = (visit: Visit, purpose: string): boolean => {
  const { form, urls, request } = visit
  const { host, origin, "sec-fetch-site": site } = request.headers
  const ours = origin === undefined || origin === urls.origin || URL.parse(origin)?.host === host
  return ours && (site === undefined || site === "same-origin" || site === "none") &&
    hasFormCookie(visit) &&
    formTokensOf(visit).isGenuine(form.get("form_token") ?? "", {
      browser: visit.browser,
      signIn: visit.signIn?.id,
      purpose
    })
}

/** Value of a form field, truncated to 1024 characters. */
export const fieldOf = (visit: Visit, name: string): string => (visit.form.get(name) ?? "").slice(0, 1024)

/**
 * Security headers of all pages: no scripts unless `scripts` allows those of this origin, no external content, no frames. `sendsTo` lists further sources for
 * `form-action`, because some browsers apply it to the redirects of a form. Pages of brands have a logo and a font.
 */
export const pageHeaders = (
  sendsTo: ReadonlyArray<string> = [],
  scripts = false,
  brand?: RealmUrls["brand"]
): Record<string, string> => ({
  "content-security-policy": `default-src 'none'; style-src 'self'; ${scripts ? "script-src 'self'; " : ""}${
    brandSources(brand)
  }base-uri 'none'; frame-ancestors 'none'; form-action ${["'self'", ...sendsTo].join(" ")}`,
  "x-frame-options": "DENY",
  // The origin of a form is required to recognize it; other sites get no referrer.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
})

/** Headers of a page whose language depends on the browser. */
export const languageHeaders = (locale: MailLocale): Record<string, string> => ({
  "content-language": locale,
  vary: "accept-language"
})

export interface PageOptions {
  readonly status?: number | undefined
  readonly sendsTo?: ReadonlyArray<string> | undefined
  /** True to allow scripts of this origin. */
  readonly scripts?: boolean
}

/** Response with a page. */
export const pageAnswer = (
  visit: Visit,
  text: string,
  { scripts, sendsTo, status = 200 }: PageOptions = {}
): Answer => {
  const answer = HttpServerResponse.setHeaders(
    HttpServerResponse.text(text, { status, contentType: "text/html; charset=utf-8" }),
    { ...pageHeaders(sendsTo, scripts, visit.urls.brand), ...languageHeaders(visit.locale) }
  )
  return hasFormCookie(visit) ? answer : setCookie(visit.urls, "form", visit.browser)(answer)
}

/** Response with a page that explains a refusal. */
export const refusal = (visit: Visit, status: number, page: RefusalPage): Answer =>
  pageAnswer(visit, refusalPage(visit.urls, visit.locale, page), { status })

export const staleForm = (visit: Visit): Answer => refusal(visit, 403, "staleForm")

/** Redirects to another page of the realm: `account`. */
export const redirectTo = ({ urls }: Visit, page: string): Answer =>
  HttpServerResponse.empty({ status: 303, headers: { location: `${urls.path}/${page}` } })
