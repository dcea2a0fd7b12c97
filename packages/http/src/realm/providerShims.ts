import { HttpServerResponse } from "effect/http"
import { clientMetadata } from "./clientMetadata.ts"
import { cookieNames, cookieOf } from "./cookies.ts"
import type { NodeRequest } from "./nodeExchange.ts"
import { endpoints, enteredCodeHeader } from "./providerConfiguration.ts"
import type { RealmPlaces } from "./RealmPlaces.ts"
import { standardScope } from "./realmScopes.ts"

/** A request for the provider, or the answer to one that it must not see. */
export type Shimmed =
  | { readonly request: NodeRequest }
  | { readonly refusal: HttpServerResponse.HttpServerResponse }

/** Where requests are changed before the provider sees them, so that programs as they are get along with it. */
export const shimmed = (request: NodeRequest, places: RealmPlaces): Shimmed => {
  const mountPath = places.path
  const [path = "", query = ""] = request.url.slice(mountPath.length).split("?", 2)
  switch (`${request.method} ${path}`) {
    case `GET ${endpoints.authorization}`: {
      const asked = authorization(new URLSearchParams(query))
      return { request: { ...request, url: `${mountPath}${path}?${asked}` } }
    }
    case `POST ${endpoints.device_authorization}`: {
      const asked = new URLSearchParams(textOf(request))
      return { request: withBody(request, String(scoped(asked))) }
    }
    case `GET ${endpoints.code_verification}`:
      return { request: codeEntry(request, new URLSearchParams(query), `${mountPath}${path}`) }
    case `POST ${endpoints.code_verification}`:
      // The form is bound to a session; without one it cannot be ours, which the provider notices too late.
      return cookieOf(request.headers["cookie"], cookieNames(places).session) === undefined
        ? { refusal: HttpServerResponse.empty({ status: 303, headers: { location: `${mountPath}${path}` } }) }
        : { request }
    case `POST ${endpoints.registration}`:
      return registration(request)
    default:
      return { request }
  }
}

const textOf = ({ body }: NodeRequest): string => new TextDecoder().decode(body)

const withBody = (request: NodeRequest, text: string): NodeRequest => ({
  ...request,
  body: new TextEncoder().encode(text)
})

/** A program that names no scope gets what programs usually need; the person sees and decides. */
const scoped = (asked: URLSearchParams): URLSearchParams => {
  if ((asked.get("scope") ?? "").trim() === "") asked.set("scope", standardScope)
  return asked
}

/**
 * `offline_access` is granted only together with a decision (OpenID Connect Core, section 11), which programs seldom ask
 * for by `prompt`.
 */
const authorization = (asked: URLSearchParams): URLSearchParams => {
  scoped(asked)
  const prompts = (asked.get("prompt") ?? "").split(" ").filter((name) => name !== "")
  const isOffline = asked.get("scope")?.split(" ").includes("offline_access") === true
  if (isOffline && !prompts.includes("consent") && !prompts.includes("none")) {
    asked.set("prompt", [...prompts, "consent"].join(" "))
  }
  return asked
}

/** A code in the address is shown in the form, and not sent at once: the person is to compare it first. */
const codeEntry = (request: NodeRequest, asked: URLSearchParams, url: string): NodeRequest => {
  const code = asked.get("user_code")
  return code === null ? request : {
    ...request,
    url,
    headers: { ...request.headers, [enteredCodeHeader]: code.slice(0, 32) }
  }
}

const registration = (request: NodeRequest): Shimmed => {
  const read = clientMetadata(textOf(request))
  return "error" in read
    ? { refusal: HttpServerResponse.jsonUnsafe(read, { status: 400, headers: { "cache-control": "no-store" } }) }
    : { request: withBody(request, JSON.stringify(read.metadata)) }
}
