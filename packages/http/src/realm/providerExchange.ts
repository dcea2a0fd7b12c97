import { limits } from "@namewright/core/shared"
import { ByteSize, Effect, Option } from "effect"
import { Cookies, HttpIncomingMessage, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { brandSources } from "../shared/pages/brandParts.ts"
import { pageLocale } from "../shared/pages/pageLocale.ts"
import { nodeExchange, type NodeRequest } from "./nodeExchange.ts"
import { enteredCodeHeader, restRefreshHeader } from "./providerConfiguration.ts"
import { shimmed } from "./providerShims.ts"
import { RealmProvider } from "./RealmProvider.ts"
import type { RealmUrls } from "./RealmUrls.ts"
import { languageHeaders, pageHeaders } from "./Visit.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Request with the configured host instead of `Host`. */
export const nodeRequestOf = (urls: RealmUrls, request: Request, body: Uint8Array): NodeRequest => {
  const { [enteredCodeHeader]: _, [restRefreshHeader]: __, ...headers } = request.headers
  return {
    method: request.method,
    url: `${urls.path}${request.url.slice(urls.route.length)}`,
    mountPath: urls.path,
    headers: { ...headers, host: urls.host },
    body,
    address: Option.getOrUndefined(request.remoteAddress),
    isEncrypted: urls.isEncrypted
  }
}

const bodyOf = (request: Request) =>
  request.method === "POST"
    ? Effect.orDie(
      Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limits.realmBody))
    )
    : Effect.succeed(new ArrayBuffer())

/** Sends a request to the provider. */
export const askProvider = Effect.fnUntraced(function*(urls: RealmUrls, request: Request) {
  const provider = yield* Effect.flatMap(RealmProvider, ({ of }) => of(urls))
  const adjusted = shimmed(nodeRequestOf(urls, request, new Uint8Array(yield* bodyOf(request))), urls)
  if ("refusal" in adjusted) return adjusted.refusal
  const { body, headers, status } = yield* Effect.promise(() =>
    nodeExchange(adjusted.request, (incoming, outgoing) => {
      // The provider adds the hashes of its scripts, which submit forms.
      outgoing.setHeader("content-security-policy", providerPolicy(urls))
      provider.callback()(incoming, outgoing)
    })
  )
  const { "content-length": _, "content-security-policy": policy, "set-cookie": setCookies = [], ...others } = headers
  const isPage = String(others["content-type"] ?? "").startsWith("text/html")
  const answer = HttpServerResponse.uint8Array(body, {
    status,
    headers: {
      ...textHeaders(others),
      ...(isPage
        ? {
          ...pageHeaders(),
          ...pagePolicy(policy),
          ...languageHeaders(pageLocale(request.headers["accept-language"]))
        }
        : {})
    },
    contentType: String(others["content-type"] ?? "application/octet-stream")
  })
  const cookies = Cookies.fromSetCookie(typeof setCookies === "object" ? setCookies : String(setCookies))
  return HttpServerResponse.mergeCookies(answer, cookies)
})

/** Without `form-action`, because `response_mode=form_post` submits a form to the client. */
const providerPolicy = ({ brand }: RealmUrls) =>
  `default-src 'none'; style-src 'self'; ${
    brandSources(brand)
  }base-uri 'none'; frame-ancestors 'none'; script-src 'none'`

const pagePolicy = (policy: unknown) =>
  typeof policy === "string" ? { "content-security-policy": policy.replace("'none' 'sha256", "'sha256") } : {}

const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(", ") : String(value)]]
    )
  )
