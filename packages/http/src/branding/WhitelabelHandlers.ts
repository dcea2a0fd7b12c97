import { type ChangeWhitelabel, Whitelabels } from "@namewright/core/branding"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { WhitelabelApi } from "./WhitelabelApi.ts"

/** True for a change of the hosts, which jobs carry out. */
const changesHosts = ({ enabled, label }: ChangeWhitelabel): boolean =>
  (enabled ?? null) !== null || (label ?? null) !== null

export const layer = group(
  WhitelabelApi,
  Effect.fnUntraced(function*(handlers) {
    const whitelabels = yield* Whitelabels
    return handlers.handleAll({
      getWhitelabel: () => Effect.mapError(whitelabels.get, toProblem),
      createWhitelabel: ({ payload }) => Effect.mapError(whitelabels.create(payload), toProblem),
      updateWhitelabel: ({ payload }) =>
        Effect.mapBoth(whitelabels.update(payload), {
          onFailure: toProblem,
          onSuccess: (changed) => changesHosts(payload) ? { accepted: changed } : changed
        }),
      upgradeWhitelabel: ({ payload }) => Effect.mapError(whitelabels.upgrade(payload), toProblem),
      recheckWhitelabel: ({ payload }) => Effect.mapError(whitelabels.recheck(payload), toProblem),
      restoreWhitelabel: () => Effect.mapError(whitelabels.restore, toProblem)
    })
  })
)
