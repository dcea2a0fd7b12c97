import { Payments } from "@namewright/core/payments"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { catalogueProblemOf, problemResponse } from "../shared/Problem.ts"

/** Route to which the payment provider sends its notices. It is not an operation, and not described to callers. */
export const noticesRoute = "/payments/notices"

/** Longest notice in bytes. */
const maximumBytes = 256 * 1024

const invalid = problemResponse(catalogueProblemOf("ERROR_PAYMENT_NOTICE_INVALID", "The notice is not accepted"))
const away = problemResponse(
  catalogueProblemOf("ERROR_PAYMENT_PROVIDER_UNAVAILABLE", "The notice cannot be checked at present")
)

/** Receives notices. Any answer but 204 makes the provider repeat them. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const payments = yield* Payments
  yield* router.add(
    "POST",
    noticesRoute,
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = yield* Effect.option(
        Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maximumBytes))
      )
      if (body._tag === "None") return invalid
      return yield* payments.receive({ headers: request.headers, body: body.value }).pipe(
        Effect.as(HttpServerResponse.empty({ status: 204 })),
        Effect.catchTags({
          PaymentNoticeInvalid: () => Effect.succeed(invalid),
          PaymentProviderUnavailable: () => Effect.succeed(away)
        })
      )
    })
  )
}))
