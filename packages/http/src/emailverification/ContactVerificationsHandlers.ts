import {
  ContactVerifications,
  ContactVerificationType,
  VerificationTypeInvalid
} from "@namewright/core/emailverification"
import { Effect, Schema } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ContactVerificationsApi } from "./ContactVerificationsApi.ts"

const isType = Schema.is(ContactVerificationType)

const typeOf = (type: string): Effect.Effect<ContactVerificationType, VerificationTypeInvalid> =>
  isType(type) ? Effect.succeed(type) : Effect.fail(new VerificationTypeInvalid())

export const layer = group(
  ContactVerificationsApi,
  Effect.fnUntraced(function*(handlers) {
    const verifications = yield* ContactVerifications
    return handlers.handleAll({
      getContactVerification: ({ params }) => Effect.mapError(verifications.get(params.contact_id), toProblem),
      startContactVerification: ({ params, query }) =>
        Effect.mapError(
          Effect.flatMap(typeOf(query.type ?? "email"), (type) => verifications.start(params.contact_id, type)),
          toProblem
        ),
      completeContactVerification: ({ params, query }) =>
        Effect.mapError(verifications.complete(params.contact_id, query.token), toProblem),
      cancelContactVerification: ({ params }) => Effect.mapError(verifications.cancel(params.contact_id), toProblem)
    })
  })
)
