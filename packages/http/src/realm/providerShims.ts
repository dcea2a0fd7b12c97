import { HttpServerResponse } from "effect/http"
import { clientMetadata } from "./clientMetadata.ts"
import { cookieNames, cookieOf } from "./cookies.ts"
import type { NodeRequest } from "./nodeExchange.ts"
import { endpoints, enteredCodeHeader } from "./providerConfiguration.ts"
import { standardScopeOf } from "./realmScopes.ts"
import type { RealmUrls } from "./RealmUrls.ts"

/** A request for the provider, or the response to a request that it must not process. */
export type Shimmed =
  | { readonly request: NodeRequest }
  | { readonly refusal: HttpServerResponse.HttpServerResponse }

/** Adjusts requests of existing clients to the rules of the provider. */
export const shimmed = (request: NodeRequest, urls: RealmUrls): Shimmed => {
  const mountPath = urls.path
  const [path = "", query = ""] = request.url.slice(mountPath.length).split("?", 2)
  switch (`${request.method} ${path}`) {
    case `GET ${endpoints.authorization}`: {
      const params = authorization(new URLSearchParams(query), urls)
      return { request: { ...request, url: `${mountPath}${path}?${params}` } }
    }
    case `POST ${endpoints.device_authorization}`: {
      const params = new URLSearchParams(textOf(request))
      return { request: withBody(request, String(scoped(params, urls))) }
    }
    case `GET ${endpoints.code_verification}`:
      return { request: codeEntry(request, new URLSearchParams(query), `${mountPath}${path}`) }
    case `POST ${endpoints.code_verification}`:
      // The form is bound to a session. The provider fails on a request without one.
      return cookieOf(request.headers["cookie"], cookieNames(urls).session) === undefined
        ? { refusal: HttpServerResponse.empty({ status: 303, headers: { location: `${mountPath}${path}` } }) }
        : { request }
    case `POST ${endpoints.registration}`:
      return registration(request, urls)
    default:
      return { request }
  }
}

const textOf = ({ body }: NodeRequest): string => new TextDecoder().decode(body)

const withBody = (request: NodeRequest, text: string): NodeRequest => ({
  ...request,
  body: new TextEncoder().encode(text)
})

/** Adds the standard scope to a request without one. The person sees it and decides. */
const scoped = (params: URLSearchParams, { resources }: RealmUrls): URLSearchParams => {
  if ((params.get("scope") ?? "").trim() === "") params.set("scope", standardScopeOf(resources))
  return params
}

/** Adds `prompt=consent` to `offline_access`, which requires it (OpenID Connect Core, section 11). */
const authorization = (params: URLSearchParams, urls: RealmUrls): URLSearchParams => {
  scoped(params, urls)
  const prompts = (params.get("prompt") ?? "").split(" ").filter((name) => name !== "")
  const isOffline = params.get("scope")?.split(" ").includes("offline_access") === true
  if (isOffline && !prompts.includes("consent") && !prompts.includes("none")) {
    params.set("prompt", [...prompts, "consent"].join(" "))
  }
  return params
}

/** Prefills the form with the code of the URL instead of submitting it, because the person has to compare it first. */
const codeEntry = (request: NodeRequest, params: URLSearchParams, url: string): NodeRequest => {
  const code = params.get("user_code")
  return code === null ? request : {
    ...request,
    url,
    headers: { ...request.headers, [enteredCodeHeader]: code.slice(0, 32) }
  }
}

const registration = (request: NodeRequest, { resources }: RealmUrls): Shimmed => {
  const read = clientMetadata(textOf(request), resources)
  return "error" in read
    ? { refusal: HttpServerResponse.jsonUnsafe(read, { status: 400, headers: { "cache-control": "no-store" } }) }
    : { request: withBody(request, JSON.stringify(read.metadata)) }
}
