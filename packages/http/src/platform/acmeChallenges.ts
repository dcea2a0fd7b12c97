import { challengePath, ChallengeResponses } from "@namewright/core/certificates"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

const unknown = HttpServerResponse.text("Unknown token\n", { status: 404 })

/** Responses to the challenges of certificate authorities, for every hostname that is served. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const responses = yield* ChallengeResponses
  yield* router.add(
    "GET",
    `${challengePath}:token`,
    Effect.gen(function*() {
      const { token = "" } = yield* HttpRouter.params
      const found = yield* responses.find(token)
      return Option.match(found, {
        onNone: () => unknown,
        onSome: (body) => HttpServerResponse.text(body, { contentType: "application/octet-stream" })
      })
    })
  )
}))
