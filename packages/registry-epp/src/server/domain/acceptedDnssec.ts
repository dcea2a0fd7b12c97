import type { DnssecData, RegistryRefusal } from "@namewright/core/registry"
import { Effect } from "effect"
import type { SecDnsData, SecDnsUpdate } from "../../message/CommandExtension.ts"
import { dnssecOf } from "../../records/dnssecRecords.ts"
import { CommandRefused } from "../Handlers.ts"

/** The records of a command. A signature lifetime is refused (2102). */
export const acceptedDnssec = (
  data: SecDnsData | undefined
): Effect.Effect<ReadonlyArray<DnssecData>, CommandRefused> =>
  data?.maximumSignatureLife === undefined ? Effect.succeed(dnssecOf(data)) : Effect.fail(noSignatureLife)

/** Records that an update removes and adds; `current` are the records that `all` removes. */
export const dnssecChanges = Effect.fnUntraced(function*(
  update: SecDnsUpdate | undefined,
  current: Effect.Effect<ReadonlyArray<DnssecData>, RegistryRefusal>
) {
  if (update === undefined) return { add: [], remove: [] }
  if (update.urgent === true) {
    return yield* new CommandRefused({ code: 2102, text: "The registry has no urgent changes" })
  }
  if (update.maximumSignatureLife !== undefined) return yield* noSignatureLife
  const remove = update.remove === "all" ? yield* current : yield* acceptedDnssec(update.remove)
  return { remove, add: yield* acceptedDnssec(update.add) }
})

const noSignatureLife = new CommandRefused({ code: 2102, text: "The registry keeps no maximum signature life" })
