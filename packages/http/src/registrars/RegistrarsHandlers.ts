import { RegistrarCredentials } from "@namewright/core/registrars"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { RegistrarsApi } from "./RegistrarsApi.ts"

export const layer = group(
  RegistrarsApi,
  Effect.fnUntraced(function*(handlers) {
    const credentials = yield* RegistrarCredentials
    return handlers.handleAll({
      listRegistrarCredentials: ({ query: { page, page_size, ...filter } }) =>
        Effect.mapError(credentials.list(filter, { page, page_size }), toProblem),
      connectRegistrar: ({ payload }) => Effect.mapError(credentials.connect(payload), toProblem),
      getRegistrarCredential: ({ params }) =>
        Effect.mapError(credentials.get(params.registrar_credential_id), toProblem),
      rotateRegistrarCredential: ({ params, payload }) =>
        Effect.mapError(credentials.rotate(params.registrar_credential_id, payload), toProblem),
      deleteRegistrarCredential: ({ params }) =>
        Effect.mapError(credentials.remove(params.registrar_credential_id), toProblem),
      syncRegistrarCredential: ({ params }) =>
        Effect.mapError(credentials.sync(params.registrar_credential_id), toProblem)
    })
  })
)
