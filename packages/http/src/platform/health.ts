import { Readiness } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { catalogueProblemOf, problemResponse } from "../shared/Problem.ts"
import { plainRoutes } from "./operations.ts"

const fine = HttpServerResponse.jsonUnsafe({ status: "ok" })
const away = problemResponse(catalogueProblemOf("ERROR_SERVICE_UNAVAILABLE", "The storage does not answer"))

/** Liveness and readiness of the process. */
export const layer = Layer.merge(
  HttpRouter.add("GET", plainRoutes.live, fine),
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    const readiness = yield* Readiness
    yield* router.add("GET", plainRoutes.ready, Effect.map(readiness.check, (ready) => ready ? fine : away))
  }))
)
