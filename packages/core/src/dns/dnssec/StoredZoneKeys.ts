import { Effect, Layer, Option } from "effect"
import { SealedSecrets } from "../../access/index.ts"
import type { ZoneSigningKey } from "../publication/PublishedZone.ts"
import { ZoneKeyring } from "../publication/ZoneKeyring.ts"
import { keyRecords } from "./KeyRecords.ts"
import type { ZoneKey } from "./ZoneKey.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"
import { isLeavingDnssec } from "./ZoneSigningState.ts"

/** Keys from the store, decrypted. */
export const StoredZoneKeys = Layer.effect(
  ZoneKeyring,
  Effect.gen(function*() {
    const store = yield* ZoneKeyStore
    const sealed = yield* SealedSecrets

    const opened = ({ key_tag, public_key, sealed_private_key, zone_key_id }: ZoneKey): Effect.Effect<ZoneSigningKey> =>
      Effect.map(
        sealed.open(sealed_private_key, zone_key_id),
        (private_key) => ({ key_tag, public_key, private_key, signs: "zone" })
      )

    return ZoneKeyring.of({
      keysOf: Effect.fnUntraced(function*(zone) {
        const keys = (yield* store.ofZones([zone])).get(zone)
        if (keys === undefined) return Option.none()
        const isLeaving = Option.exists(yield* store.progress(zone), ({ state }) => isLeavingDnssec(state))
        const { cdnskey, cds, dnskey } = keyRecords(keys, isLeaving)
        return Option.some({ keys: yield* Effect.forEach(keys, opened), dnskey, cds, cdnskey })
      })
    })
  })
)
