import type { Storage } from "@namewright/core/embed"
import { Duration, type Layer } from "effect"
import { acceptedHandOverCases } from "./acceptedHandOverCases.ts"
import { acceptedHostCases } from "./acceptedHostCases.ts"
import { acceptedRenewalCases } from "./acceptedRenewalCases.ts"
import { acceptedRestoreCases } from "./acceptedRestoreCases.ts"
import { acceptedTransferCases } from "./acceptedTransferCases.ts"
import { acceptedUpdateCases } from "./acceptedUpdateCases.ts"
import { acceptingPlatform } from "./acceptingPlatform.ts"
import { laggingQueryCases } from "./laggingQueryCases.ts"

/** `lags`: delays of the registries' queries behind their commands. */
export const acceptedCommandSuite = (
  name: string,
  storage: Layer.Layer<Storage, unknown>,
  lags: ReadonlyArray<Duration.Duration>
) => {
  for (const lag of lags) {
    const accepting = acceptingPlatform(storage, lag)
    const label = `that is accepted and not shown, looks ${Duration.format(lag)} behind (${name})`
    acceptedRenewalCases(accepting, label)
    acceptedRestoreCases(accepting, label)
    acceptedUpdateCases(accepting, label)
    acceptedTransferCases(accepting, label)
    acceptedHandOverCases(accepting, label)
  }
  acceptedHostCases(acceptingPlatform(storage, Duration.zero), name)
  laggingQueryCases(acceptingPlatform(storage, Duration.minutes(5)), name)
}
