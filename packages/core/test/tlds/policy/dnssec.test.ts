import { assert, describe, it } from "@effect/vitest"
import { dnssecIssues, type RequestedDnssec } from "@namewright/core/tlds"
import { Effect } from "effect"
import { pointers, specOf } from "./holders.ts"

const ds = (differences: Partial<Extract<RequestedDnssec, { record_type: "ds_data" }>> = {}): RequestedDnssec => ({
  record_type: "ds_data",
  algorithm: 13,
  digest_type: 2,
  digest: "ab".repeat(32),
  ...differences
})
const key: RequestedDnssec = { record_type: "key_data", algorithm: 13, public_key: "mdsswUyr3DPW132mOi8V9xESWE8jTo0d" }

describe("dnssecIssues", () => {
  it.effect("requires the kind of data that the registry accepts", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const de = yield* specOf("de")
      assert.deepStrictEqual(dnssecIssues(com, [ds()]), [])
      assert.deepStrictEqual(dnssecIssues(de, [key]), [])
      assert.deepStrictEqual(pointers(dnssecIssues(com, [ds(), key])), ["dnssec[1].record_type"])
      assert.deepStrictEqual(pointers(dnssecIssues(de, [ds(), key])), ["dnssec[0].record_type"])
    }))

  it.effect("requires one kind where the registry accepts both", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const both = { ...com, dns_configuration: { ...com.dns_configuration, dnssec_mode: null } }
      assert.deepStrictEqual(dnssecIssues(both, [key, key]), [])
      assert.deepStrictEqual(pointers(dnssecIssues(both, [key, ds()])), ["dnssec[1].record_type"])
    }))

  it.effect("requires digests of the right length, with signing algorithms", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const lengths = { 1: 20, 2: 32, 3: 32, 4: 48, 5: 32, 6: 32 }
      for (const [type, octets] of Object.entries(lengths)) {
        assert.deepStrictEqual(dnssecIssues(com, [ds({ digest_type: Number(type), digest: "0A".repeat(octets) })]), [])
        assert.deepStrictEqual(
          pointers(dnssecIssues(com, [ds({ digest_type: Number(type), digest: "0A".repeat(octets + 1) })])),
          ["dnssec[0].digest"]
        )
      }
      assert.deepStrictEqual(
        pointers(dnssecIssues(com, [ds({ digest: "zz".repeat(32) }), ds({ digest_type: 7 }), ds({ algorithm: 9 })])),
        ["dnssec[0].digest", "dnssec[1].digest_type", "dnssec[2].algorithm"]
      )
    }))

  it.effect("accepts the digests that the registry accepts", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const picky = { ...com, dns_configuration: { ...com.dns_configuration, dnssec_submit_digest_types: [4] } }
      assert.deepStrictEqual(pointers(dnssecIssues(picky, [ds()])), ["dnssec[0].digest_type"])
    }))

  it.effect("removes everything, unless names must be signed", () =>
    Effect.gen(function*() {
      const com = yield* specOf("com")
      const mandatory = { ...com, dns_configuration: { ...com.dns_configuration, dnssec_mandatory: true } }
      const unsigned = { ...com, dns_configuration: { ...com.dns_configuration, dnssec_allowed: false } }
      assert.deepStrictEqual(dnssecIssues(com, []), [])
      assert.deepStrictEqual(pointers(dnssecIssues(mandatory, [])), ["dnssec"])
      assert.deepStrictEqual(dnssecIssues(unsigned, []), [])
      assert.deepStrictEqual(pointers(dnssecIssues(unsigned, [ds()])), ["dnssec"])
    }))
})
