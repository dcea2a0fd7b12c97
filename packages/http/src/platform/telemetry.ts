import { Layer } from "effect"
import { FetchHttpClient, UrlParams } from "effect/http"
import { Otlp } from "effect/observability"

export interface TelemetryOptions {
  /** Address of an OpenTelemetry collector (OTLP over HTTP), without `/v1/traces`. */
  readonly url: string
  /** Default `namewright`. */
  readonly serviceName?: string | undefined
  readonly serviceVersion?: string | undefined
  /** Sent with every export, for collectors that ask for a credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Query parameters whose values are secrets, and no part of a span. */
const secretParameters = ["token", "auth_code", "client_secret", "api_key"]

/** A redirect would send the headers, and what spans say of requests, to a server that nobody has named. */
const withoutRedirects = FetchHttpClient.layer.pipe(
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" }))
)

/** Sends traces, metrics and logs to a collector. */
export const telemetry = ({ headers, serviceName = "namewright", serviceVersion, url }: TelemetryOptions) =>
  Layer.merge(
    Otlp.layerJson({
      baseUrl: url,
      resource: { serviceName, serviceVersion },
      ...(headers === undefined ? {} : { headers })
    }).pipe(Layer.provide(withoutRedirects)),
    Layer.succeed(UrlParams.CurrentRedactedNames, secretParameters)
  )
