import { Layer } from "effect"
import { FetchHttpClient, UrlParams } from "effect/http"
import { Otlp } from "effect/observability"

export interface TelemetryOptions {
  /** Base URL of an OpenTelemetry collector (OTLP over HTTP), without `/v1/traces`. */
  readonly url: string
  /** Default `namewright`. */
  readonly serviceName?: string | undefined
  readonly serviceVersion?: string | undefined
  /** Headers of every export, for collectors that require a credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Query parameters with secret values, which spans do not contain. */
const secretParameters = ["token", "allocation_token", "auth_code", "client_secret", "api_key"]

/**
 * Redirects are not followed: they would send credentials and spans to a server that the configuration does not name.
 */
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
