import { assert, describe, it } from "@effect/vitest"
import { DnsName, keyDigest, keyTag, Rdata } from "@namewright/core/dns"
import { Effect, Result } from "effect"

const zone = (text: string) => Result.getOrThrow(DnsName.parse(text))
const key = (text: string) =>
  Result.getOrThrow(Rdata.parse("DNSKEY", text, { origin: DnsName.root, form: "zone_file" }))

/** Keys and DS records as the standards print them. */
const examples = [
  {
    source: "RFC 4509, section 2.3",
    zone: "dskey.example.com.",
    key: "256 3 5 AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvx"
      + "egXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==",
    ds: "60485 5 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A"
  },
  {
    source: "RFC 6605, section 6.1",
    zone: "Example.NET.",
    key: "257 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
    ds: "55648 13 2 B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17"
  },
  {
    source: "RFC 6605, section 6.2",
    zone: "example.net.",
    key: "257 3 14 xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBw"
      + "Y8rp65F6Glur8I/mlVNgF6W/qTI37m40",
    ds: "10771 14 4 72D7B62976CE06438E9C0BF319013CF801F09ECC84B8D7E9495F27E305C6A9B0563A9B5F4D288405C3008A946DF983D6"
  }
] as const

describe("a key", () => {
  for (const example of examples) {
    it.effect(`has the tag and the digest of ${example.source}`, () =>
      Effect.gen(function*() {
        const { algorithm, digest, digest_type, key_tag } = Result.getOrThrow(
          Rdata.parse("DS", example.ds, { origin: DnsName.root, form: "zone_file" })
        )
        assert.strictEqual(keyTag(key(example.key)), key_tag)
        const made = yield* keyDigest(zone(example.zone), key(example.key), digest_type === 4 ? 4 : 2)
        assert.deepStrictEqual(made, { key_tag, algorithm, digest_type, digest })
      }))
  }
})
