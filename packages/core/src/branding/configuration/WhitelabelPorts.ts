import { Effect, Layer, Option } from "effect"
import { ZoneHosts } from "../../dns/index.ts"
import { WhitelabelHoldings } from "../../organizations/index.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** Ports of lower slices about white-label configurations and their hosts. */
export const WhitelabelPorts = Layer.merge(
  Layer.effect(
    ZoneHosts,
    Effect.map(WhitelabelStore, ({ isHolder }) => ZoneHosts.of({ hasHosts: isHolder }))
  ),
  Layer.effect(
    WhitelabelHoldings,
    Effect.map(WhitelabelStore, (store) =>
      WhitelabelHoldings.of({
        count: (organization) =>
          Effect.map(
            store.find(organization),
            (found) => Option.exists(found, (config) => config.onboarding_status !== "terminated") ? 1 : 0
          )
      }))
  )
)
