import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { PlatformSettings } from "@namewright/core/shared"
import { WebhookResponse, WebhookSender, WebhookSendFailed } from "@namewright/core/webhooks"
import { Duration, Effect, Layer, Predicate, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { AddressRefused, publicLookup, refuseLiteral, type Resolve, systemResolve } from "./PublicLookup.ts"

const connectTimeout = Duration.seconds(10)
const totalTimeout = Duration.seconds(15)

/** Maximum bytes of a response that are read. */
const responseBytes = 64 * 1024

/** Maximum concurrent connections to one receiver. */
const connections = 8

const dispatcher = (resolve: Resolve) =>
  Layer.unwrap(Effect.map(PlatformSettings, ({ webhook_loopback }) =>
    NodeHttpClient.layerDispatcherOptions({
      connections,
      pipelining: 1,
      connect: {
        timeout: Duration.toMillis(connectTimeout),
        lookup: publicLookup(resolve, webhook_loopback === true)
      }
    })))

/**
 * Webhook sender of Node. The address of every connection is checked after the name is resolved. The setting
 * `webhook_loopback` allows loopback addresses.
 */
export const webhookSenderWith = (resolve: Resolve) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function*() {
      const loopback = (yield* PlatformSettings).webhook_loopback === true
      const client = yield* NodeHttpClient.makeUndici

      const send: WebhookSender["Service"]["send"] = ({ body, headers, url }) =>
        Effect.gen(function*() {
          yield* Effect.try({ try: () => refuseLiteral(new URL(url).hostname, loopback), catch: failureOf })
          const request = HttpClientRequest.post(url).pipe(
            HttpClientRequest.bodyText(body, "application/json"),
            HttpClientRequest.setHeaders(headers)
          )
          const response = yield* client.execute(request)
          return new WebhookResponse({ status: response.status, body: yield* beginningOf(response) })
        }).pipe(
          Effect.mapError((error) => error instanceof WebhookSendFailed ? error : failureOf(error)),
          Effect.timeoutOrElse({
            duration: totalTimeout,
            orElse: () =>
              Effect.fail(new WebhookSendFailed({ kind: "timeout", message: "No response within 15 seconds" }))
          }),
          // Receivers get no trace headers, and traces no URLs, which may contain a password.
          Effect.provideService(HttpClient.TracerPropagationEnabled, false),
          Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
          Effect.scoped
        )

      return WebhookSender.of({ sends: true, send })
    })
  ).pipe(Layer.provide(dispatcher(resolve)))

/** Webhook sender with the resolver of the operating system. */
export const webhookSender = webhookSenderWith(systemResolve)

/** Beginning of a response body; the rest is not read. */
const beginningOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.gen(function*() {
    const decoder = new TextDecoder()
    let read = 0
    let text = ""
    yield* response.stream.pipe(
      Stream.takeWhile((chunk) => {
        text += decoder.decode(chunk.subarray(0, responseBytes - read), { stream: true })
        read += chunk.length
        return read < responseBytes
      }),
      Stream.runDrain
    )
    return text
  })

type Kind = WebhookSendFailed["kind"]

const kindOfCode: Readonly<Record<string, Kind>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  ENODATA: "dns",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  ETIMEDOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls",
  CERT_HAS_EXPIRED: "tls",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls"
}

/** Failure with the message and kind of the innermost cause. */
const failureOf = (error: unknown): WebhookSendFailed => {
  const cause = innermost(error)
  const code = Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""
  const message = cause instanceof Error && cause.message !== "" ? cause.message : code || "The request failed"
  return new WebhookSendFailed({ kind: kindOf(cause, code), message })
}

const kindOf = (cause: unknown, code: string): Kind => {
  if (cause instanceof AddressRefused) return "address_refused"
  if (cause instanceof Error && cause.name === "HTTPParserError") return "protocol"
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS")) return "tls"
  return kindOfCode[code] ?? "connection"
}

const innermost = (error: unknown): unknown => {
  if (HttpClientError.isHttpClientError(error)) return innermost(error.reason)
  const causes = error instanceof AggregateError
    ? error.errors[0]
    : Predicate.hasProperty(error, "cause") && error.cause
  return causes === undefined || causes === null || causes === false ? error : innermost(causes)
}
