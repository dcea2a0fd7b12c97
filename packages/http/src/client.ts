import { type Effect, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { PlatformApi } from "./PlatformApi.ts"

export interface ClientOptions {
  /** Where the interface is served, without `/v1`. */
  readonly baseUrl: string | URL
  readonly credential:
    | { readonly apiKey: string | Redacted.Redacted }
    | { readonly accessToken: string | Redacted.Redacted }
}

/** A typed client of the REST interface over the `HttpClient` in the context: `client.events.listEvents({ query })`. */
export const make = (
  { baseUrl, credential }: ClientOptions
): Effect.Effect<HttpApiClient.ForApi<typeof PlatformApi>, never, HttpClient.HttpClient> =>
  HttpApiClient.make(PlatformApi, {
    baseUrl,
    transformClient: HttpClient.mapRequest(
      "apiKey" in credential
        ? HttpClientRequest.setHeader("x-api-key", textOf(credential.apiKey))
        : HttpClientRequest.bearerToken(credential.accessToken)
    )
  })

const textOf = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
