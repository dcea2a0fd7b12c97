import { ZoneClaims } from "@namewright/core/dns"
import { Effect } from "effect"
import { PlatformApi } from "../PlatformApi.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { sendHeader } from "../shared/sendHeader.ts"
import { entityTagOf } from "./ZoneParameters.ts"

export const layer = group(
  PlatformApi,
  "zoneClaims",
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
