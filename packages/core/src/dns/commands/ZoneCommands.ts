import { Effect, Layer } from "effect"
import { registerZoneCreateCommands, zoneCreatePayloads } from "./ZoneCreateCommands.ts"
import { registerZonePatchCommands, zonePatchPayloads } from "./ZonePatchCommands.ts"
import { registerZoneRestampCommand, zoneRestampPayloads } from "./ZoneRestampCommand.ts"
import { registerZoneUpdateCommands, zoneUpdatePayloads } from "./ZoneUpdateCommands.ts"

/** The commands about zones, and what each takes as its payload. */
export const zoneCommandPayloads = {
  ...zoneCreatePayloads,
  ...zoneUpdatePayloads,
  ...zonePatchPayloads,
  ...zoneRestampPayloads
}

/** What batches can do about zones. */
export const ZoneCommands = Layer.effectDiscard(Effect.gen(function*() {
  yield* registerZoneCreateCommands
  yield* registerZoneUpdateCommands
  yield* registerZonePatchCommands
  yield* registerZoneRestampCommand
}))
