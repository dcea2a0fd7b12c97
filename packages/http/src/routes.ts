import { Layer } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { handlers } from "./handlers.ts"
import * as requestBoundary from "./platform/requestBoundary.ts"
import { PlatformApi } from "./PlatformApi.ts"
import * as Authentication from "./shared/Authentication.ts"
import { defaultHttpSettings, HttpSettings } from "./shared/HttpSettings.ts"
import { RateLimiter } from "./shared/RateLimiter.ts"
import * as RequestValidation from "./shared/RequestValidation.ts"

/** Every route of the platform; needs the services of core. */
export const routes = (settings: Partial<HttpSettings> = {}) =>
  HttpApiBuilder.layer(PlatformApi).pipe(
    Layer.provide(handlers),
    Layer.provide([Authentication.layer, RequestValidation.layer]),
    Layer.merge(requestBoundary.layer),
    Layer.provide(RateLimiter.layer),
    Layer.provide(Layer.succeed(HttpSettings, { ...defaultHttpSettings, ...settings })),
    Layer.provide(HttpServer.layerServices)
  )
