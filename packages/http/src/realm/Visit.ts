import { type RealmKeyring, RealmKeys } from "@namewright/core/realm"
import { Entropy, limits } from "@namewright/core/shared"
import { ByteSize, Effect, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { HttpIncomingMessage, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { cookieNames, cookieOf, setCookie } from "./cookies.ts"
import { formTokens } from "./FormTokens.ts"
import { messagePage } from "./pages/failurePage.ts"
import type { RealmPlaces } from "./RealmPlaces.ts"
import { type SignIn, SignIns } from "./SignIns.ts"

type Request = HttpServerRequest.HttpServerRequest
export type Answer = HttpServerResponse.HttpServerResponse

/** A request for one of the pages, with what is known of who makes it. */
export interface Visit {
  readonly places: RealmPlaces
  readonly request: Request
  readonly query: URLSearchParams
  /** Fields of a submitted form; otherwise empty. */
  readonly form: URLSearchParams
  /** Secret that binds the forms of this browser. */
  readonly browser: string
  readonly keyring: RealmKeyring
  readonly signIn: SignIn | undefined
  readonly address: string | undefined
}

/** Request of a page with its browser and its sign-in. */
export const visitOf = Effect.fnUntraced(function*(places: RealmPlaces, request: Request) {
  const keys = yield* RealmKeys
  const signIns = yield* SignIns
  const entropy = yield* Entropy
  const header = request.headers["cookie"]
  const names = cookieNames(places)
  const known = cookieOf(header, names.form)
  const start = request.url.indexOf("?")
  const visit: Visit = {
    places,
    request,
    query: new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1)),
    form: request.method === "POST" ? yield* formOf(request) : new URLSearchParams(),
    browser: known !== undefined && browserForm.test(known) ? known : Base64Url.encode(yield* entropy.randomBytes(18)),
    keyring: yield* keys.current,
    signIn: Option.getOrUndefined(yield* signIns.find(cookieOf(header, names.signIn))),
    address: Option.getOrUndefined(request.remoteAddress)
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

/** The proof for forms of one purpose. */
export const formTokenOf = (visit: Visit, purpose: string): string =>
  formTokens(visit.keyring).issue({ browser: visit.browser, signIn: visit.signIn?.id, purpose })

/** True if the browser holds the cookie that its forms are bound to. */
const holdsForm = ({ browser, places, request }: Visit): boolean =>
  cookieOf(request.headers["cookie"], cookieNames(places).form) === browser

/**
 * Whether the form that was sent is ours, of this browser and for this purpose. Browsers say as well where a form came
 * from; those that say it are believed.
 */
export const isOurForm = (visit: Visit, purpose: string): boolean => {
  const { form, places, request } = visit
  const { host, origin, "sec-fetch-site": site } = request.headers
  const ours = origin === undefined || origin === places.origin || URL.parse(origin)?.host === host
  return ours && (site === undefined || site === "same-origin" || site === "none") &&
    holdsForm(visit) &&
    formTokens(visit.keyring).isGenuine(form.get("form_token") ?? "", {
      browser: visit.browser,
      signIn: visit.signIn?.id,
      purpose
    })
}

/** One line of a form; what is longer than anybody's is cut. */
export const fieldOf = (visit: Visit, name: string): string => (visit.form.get(name) ?? "").slice(0, 1024)

/**
 * What every page says to browsers: no script, nothing from elsewhere, in no frame. `sendsTo` are the places that a form
 * may lead to after it was sent to us, where browsers look at those as well.
 */
export const pageHeaders = (sendsTo: ReadonlyArray<string> = []): Record<string, string> => ({
  "content-security-policy":
    `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${
      ["'self'", ...sendsTo].join(" ")
    }`,
  "x-frame-options": "DENY",
  // Without the origin of a form we could not see that it is ours; other sites learn nothing.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
})

export interface PageOptions {
  readonly status?: number | undefined
  readonly sendsTo?: ReadonlyArray<string> | undefined
}

/** A page as the answer to a visit. */
export const pageAnswer = (visit: Visit, text: string, { sendsTo, status = 200 }: PageOptions = {}): Answer => {
  const answer = HttpServerResponse.setHeaders(
    HttpServerResponse.text(text, { status, contentType: "text/html; charset=utf-8" }),
    pageHeaders(sendsTo)
  )
  return holdsForm(visit) ? answer : setCookie(visit.places, "form", visit.browser)(answer)
}

/** A page that says why something was not done. */
export const refusal = (visit: Visit, status: number, title: string, text: string): Answer =>
  pageAnswer(visit, messagePage(visit.places, title, text), { status })

export const staleForm = (visit: Visit): Answer =>
  refusal(
    visit,
    403,
    "This form is not valid any more",
    "It was opened too long ago, in another browser, or by another site. Nothing was done. Go back and reload the page."
  )

/** To another page of the realm: `account`. */
export const redirectTo = ({ places }: Visit, page: string): Answer =>
  HttpServerResponse.empty({ status: 303, headers: { location: `${places.path}/${page}` } })
