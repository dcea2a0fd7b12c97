import { Effect, Layer } from "effect"
import { registerZoneCreateCommands, zoneCreatePayloads } from "./ZoneCreateCommands.ts"
import { registerZonePatchCommands, zonePatchPayloads } from "./ZonePatchCommands.ts"

/** The commands about zones, and what each takes as its payload. */
export const zoneCommandPayloads = { ...zoneCreatePayloads, ...zonePatchPayloads }

/** What batches can do about zones. */
export const ZoneCommands = Layer.effectDiscard(Effect.gen(function*() {
  yield* registerZoneCreateCommands
  yield* registerZonePatchCommands
}))
