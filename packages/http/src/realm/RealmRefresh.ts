import { AuthenticationFailed, type RefreshTokenRequest, UserTokenResponse } from "@namewright/core/access"
import { limits, networkOf, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { CalledHost } from "../platform/CalledHost.ts"
import { HttpSettings } from "../shared/HttpSettings.ts"
import { type RateLimited, RateLimiter } from "../shared/RateLimiter.ts"
import { nodeExchange } from "./nodeExchange.ts"
import { endpoints, restRefreshHeader } from "./providerConfiguration.ts"
import { RealmProvider } from "./RealmProvider.ts"
import { brandRealmUrls, realmUrls } from "./RealmUrls.ts"
import { SignIns } from "./SignIns.ts"

/** Refreshes tokens of the embedded realm for the token endpoint of the REST interface. */
export class RealmRefresh extends Context.Service<RealmRefresh, {
  /**
   * Exchanges a refresh token for new tokens; it is valid once, and a second use ends the connection. The new refresh
   * token is valid for a day. Without an embedded realm every token is refused.
   */
  readonly refresh: (
    request: RefreshTokenRequest,
    address: string | undefined
  ) => Effect.Effect<UserTokenResponse, AuthenticationFailed | RateLimited>
}>()("@namewright/http/realm/RealmRefresh") {
  static readonly layer = Layer.effect(
    RealmRefresh,
    Effect.gen(function*() {
      const { realm } = yield* HttpSettings
      const settings = yield* PlatformSettings
      const provider = yield* RealmProvider
      const limiter = yield* RateLimiter

      const refresh = Effect.fn("RealmRefresh.refresh")(function*(
        { client_id, client_secret, grant_type, refresh_token }: RefreshTokenRequest,
        address: string | undefined
      ) {
        const served = yield* CalledHost
        // A refresh token is valid at the interface of its own realm only.
        const urls = served === null ? realmUrls(settings) : brandRealmUrls(served, settings)
        if (realm !== "embedded" || urls === undefined) return yield* unknown()
        yield* limiter.take("signIns", `realm ${urls.key} ${networkOf(address) ?? ""}`)
        const form = new URLSearchParams({ grant_type, client_id, refresh_token: Redacted.value(refresh_token) })
        if (client_secret !== undefined) form.set("client_secret", Redacted.value(client_secret))
        const { callback } = yield* Effect.map(provider.of(urls), (current) => ({ callback: current.callback() }))
        const { body, status } = yield* Effect.promise(() =>
          nodeExchange(
            {
              method: "POST",
              url: `${urls.path}${endpoints.token}`,
              mountPath: urls.path,
              headers: {
                host: urls.host,
                "content-type": "application/x-www-form-urlencoded",
                [restRefreshHeader]: "true"
              },
              body: new TextEncoder().encode(form.toString()),
              address,
              isEncrypted: urls.isEncrypted
            },
            (incoming, outgoing) => void callback(incoming, outgoing)
          )
        )
        const tokens = status === 200 ? decodeTokens(new TextDecoder().decode(body)) : Option.none()
        if (Option.isNone(tokens)) return yield* unknown()
        return { ...tokens.value, refresh_expires_in: limits.realmSeconds.restRefreshToken }
      })

      return RealmRefresh.of({ refresh })
    })
  ).pipe(
    // The layers are those of the pages, so one provider serves both.
    Layer.provide(RealmProvider.layer),
    Layer.provide(SignIns.layer),
    Layer.provide(RateLimiter.layer)
  )
}

const unknown = () => new AuthenticationFailed({ reason: "unknown" })

const { refresh_expires_in: _, ...answered } = UserTokenResponse.fields

const decodeTokens = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct(answered)))
