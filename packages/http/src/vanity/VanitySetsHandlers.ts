import { VanitySets, VanitySetZones } from "@namewright/core/dns"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { VanitySetsApi } from "./VanitySetsApi.ts"

export const layer = group(
  VanitySetsApi,
  Effect.fnUntraced(function*(handlers) {
    const sets = yield* VanitySets
    const zones = yield* VanitySetZones
    return handlers.handleAll({
      listVanitySets: ({ query }) => Effect.mapError(sets.list(query), toProblem),
      createVanitySet: ({ payload }) => Effect.mapError(sets.create(payload), toProblem),
      checkVanitySet: ({ payload }) => Effect.mapError(sets.check(payload), toProblem),
      clearDefaultVanitySet: () => Effect.mapError(sets.clearDefault, toProblem),
      getVanitySet: ({ params }) => Effect.mapError(sets.get(params.set_id), toProblem),
      updateVanitySet: ({ params, payload }) => Effect.mapError(sets.update(params.set_id, payload), toProblem),
      deleteVanitySet: ({ params }) => Effect.mapError(sets.remove(params.set_id), toProblem),
      setDefaultVanitySet: ({ params }) =>
        Effect.mapBoth(sets.makeDefault(params.set_id), {
          onFailure: toProblem,
          onSuccess: (vanity_nameserver_set) => ({ vanity_nameserver_set })
        }),
      restoreVanitySet: ({ params }) => Effect.mapError(sets.restore(params.set_id), toProblem),
      retryVanitySet: ({ params }) => Effect.mapError(sets.retry(params.set_id), toProblem),
      listVanitySetZones: ({ params, query }) => Effect.mapError(sets.zones(params.set_id, query), toProblem),
      assignVanitySet: ({ params, payload }) =>
        Effect.mapBoth(zones.assign(params.zone_name, payload), {
          onFailure: toProblem,
          onSuccess: (zone) => ({ zone })
        })
    })
  })
)
