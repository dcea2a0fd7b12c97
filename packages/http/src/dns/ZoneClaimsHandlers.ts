import { ZoneClaims } from "@namewright/core/dns"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { sendHeader } from "../shared/sendHeader.ts"
import { ZoneClaimsApi } from "./ZoneClaimsApi.ts"
import { entityTagOf } from "./ZoneParameters.ts"

export const layer = group(
  ZoneClaimsApi,
  Effect.fnUntraced(function*(handlers) {
    const claims = yield* ZoneClaims
    return handlers.handleAll({
      claimZone: ({ params }) =>
        claims.claim(params.zone_name).pipe(
          Effect.tap(({ serial }) => sendHeader("etag", entityTagOf(serial))),
          Effect.mapError(toProblem)
        )
    })
  })
)
