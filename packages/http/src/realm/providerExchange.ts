import { limits } from "@namewright/core/shared"
import { ByteSize, Effect, Option } from "effect"
import { Cookies, HttpIncomingMessage, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { nodeExchange, type NodeRequest } from "./nodeExchange.ts"
import { enteredCodeHeader } from "./providerConfiguration.ts"
import { shimmed } from "./providerShims.ts"
import type { RealmPlaces } from "./RealmPlaces.ts"
import { RealmProvider } from "./RealmProvider.ts"
import { pageHeaders } from "./Visit.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The request with the configured host in place of `Host`. */
export const nodeRequestOf = (places: RealmPlaces, request: Request, body: Uint8Array): NodeRequest => {
  const { [enteredCodeHeader]: _, ...headers } = request.headers
  return {
    method: request.method,
    url: `${places.path}${request.url.slice(places.route.length)}`,
    mountPath: places.path,
    headers: { ...headers, host: places.host },
    body,
    address: Option.getOrUndefined(request.remoteAddress),
    isEncrypted: places.isEncrypted
  }
}

const bodyOf = (request: Request) =>
  request.method === "POST"
    ? Effect.orDie(
      Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limits.realmBody))
    )
    : Effect.succeed(new ArrayBuffer())

/** Response of the provider. */
export const askProvider = Effect.fnUntraced(function*(places: RealmPlaces, request: Request) {
  const provider = yield* Effect.flatMap(RealmProvider, ({ current }) => current)
  const asked = shimmed(nodeRequestOf(places, request, new Uint8Array(yield* bodyOf(request))), places)
  if ("refusal" in asked) return asked.refusal
  const { body, headers, status } = yield* Effect.promise(() =>
    nodeExchange(asked.request, (incoming, outgoing) => {
      // The provider adds the hashes of its scripts, which submit forms.
      outgoing.setHeader("content-security-policy", providerPolicy)
      provider.callback()(incoming, outgoing)
    })
  )
  const { "content-length": _, "content-security-policy": policy, "set-cookie": setCookies = [], ...others } = headers
  const isPage = String(others["content-type"] ?? "").startsWith("text/html")
  const answer = HttpServerResponse.uint8Array(body, {
    status,
    headers: {
      ...textHeaders(others),
      ...(isPage ? { ...pageHeaders(), ...pagePolicy(policy) } : {})
    },
    contentType: String(others["content-type"] ?? "application/octet-stream")
  })
  const cookies = Cookies.fromSetCookie(typeof setCookies === "object" ? setCookies : String(setCookies))
  return HttpServerResponse.mergeCookies(answer, cookies)
})

/** Without `form-action`, because `response_mode=form_post` submits a form to the client. */
const providerPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'none'"

const pagePolicy = (policy: unknown) =>
  typeof policy === "string" ? { "content-security-policy": policy.replace("'none' 'sha256", "'sha256") } : {}

const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(", ") : String(value)]]
    )
  )
