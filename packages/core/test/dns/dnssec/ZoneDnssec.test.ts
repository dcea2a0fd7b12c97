import { assert, layer } from "@effect/vitest"
import { ZoneDnssec, Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { onSqlite as unserved } from "../../domains/DomainsPlatform.ts"
import { keyRollSuite } from "./keyRollSuite.ts"
import { hosted, keysOf, onSqlite, stateOf } from "./SigningPlatform.ts"
import { signingSuite } from "./signingSuite.ts"

signingSuite("sqlite", onSqlite)
keyRollSuite("sqlite", onSqlite)

layer(unserved)("Signing a zone without nameservers", (it) => {
  it.effect("is refused, and nothing is stored", () =>
    Effect.gen(function*() {
      const zone = yield* hosted("unserved.com")
      const dnssec = yield* ZoneDnssec
      const zones = yield* Zones
      const refused = yield* Effect.flip(zone.owner.act(dnssec.enable(zone.reference)))
      const made = yield* Effect.flip(
        zone.owner.act(zones.create({ name: "unserved-too.com", dnssec_status: "enabled" }))
      )
      assert.deepStrictEqual([refused._tag, made._tag], ["DnssecNotPossible", "DnssecNotPossible"])
      assert.isUndefined(yield* stateOf(zone))
      assert.lengthOf(yield* keysOf(zone), 0)
      const missing = yield* Effect.flip(zone.owner.act(zones.get("unserved-too.com", [])))
      assert.strictEqual(missing._tag, "ZoneNotFound")
    }))
})
