import { assert, describe, it } from "@effect/vitest"
import { DnsName, newZoneId, type PublishedRrset } from "@namewright/core/dns"
import { Effect } from "effect"
import { ServedZones } from "../../src/embedded/ServedZones.ts"
import { zoneImage } from "../../src/image/ZoneImage.ts"
import { SignatureCache } from "../../src/signing/SignatureCache.ts"
import { zoneSignatures } from "../../src/signing/ZoneSignatures.ts"

const context = { cache: new SignatureCache(), now: () => 0 }

/** Image of a zone with one TXT record of this length. */
const imageOf = Effect.fnUntraced(function*(labels: string, characters: number) {
  const name = DnsName.DnsName.make(labels)
  const rrsets: ReadonlyArray<PublishedRrset> = [
    { name, type: "SOA", ttl: 300, records: ["ns.host.test. mail.host.test. 1 10800 3600 604800 300"] },
    { name, type: "TXT", ttl: 300, records: [`"${"x".repeat(characters)}"`] }
  ]
  const zone = { dns_zone_id: yield* newZoneId, name, serial: 1, rrsets, signing: null }
  return zoneImage(zone, (signed) => zoneSignatures(signed, context))
})

describe("ServedZones", () => {
  it.effect("forgets the image that was used longest ago if RRsets or their text exceed the limit", () =>
    Effect.gen(function*() {
      const zones = new ServedZones(10)
      const [a, b, long] = [
        yield* imageOf("a.test.", 10),
        yield* imageOf("b.test.", 10),
        yield* imageOf("long.test.", 3000)
      ]
      for (const image of [a, b]) zones.serve(image)
      assert.strictEqual(zones.rrsets, 4)
      zones.serve(long)
      assert.strictEqual(zones.rrsets, 9)
      assert.deepStrictEqual([a, b, long].map(({ apex }) => zones.has(apex)), [false, true, true])
      zones.remove(long.apex)
      assert.strictEqual(zones.rrsets, 2)
    }))
})
