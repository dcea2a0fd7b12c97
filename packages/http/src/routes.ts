import { Layer } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { handlers } from "./handlers.ts"
import { PlatformApi } from "./PlatformApi.ts"
import * as Authentication from "./shared/Authentication.ts"
import * as RequestValidation from "./shared/RequestValidation.ts"

/** Every route of the platform; needs the services of core. */
export const routes = HttpApiBuilder.layer(PlatformApi).pipe(
  Layer.provide(handlers),
  Layer.provide([Authentication.layer, RequestValidation.layer]),
  Layer.provide(HttpServer.layerServices)
)
