import { assert, describe, it } from "@effect/vitest"
import { Rdata, recordTypes } from "@namewright/core/dns"
import { typeBitmap } from "@namewright/core/dns"
import { type Answer, encode } from "dns-packet"
import { Result, Schema } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { recordText } from "../../../core/test/dns/RecordSamples.ts"
import { base32Hex } from "../../src/signing/base32Hex.ts"
import { canonicalRdata } from "../../src/signing/canonicalRrset.ts"
import { encodeNsec3, encodeNsec3Param, nsec3Settings } from "../../src/signing/Nsec3.ts"
import { encodeNsec } from "../../src/signing/nsecChain.ts"
import { encodeRrsig } from "../../src/signing/Rrsig.ts"
import { nameOf } from "./generatedZone.ts"
import { rdataText, typesOfBitmap } from "./signingText.ts"

const typeNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))
const uint32 = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))

/** Header of 12 octets, the root for an owner, type, class, TTL and length. */
const beforeRdata = 12 + 1 + 2 + 2 + 4 + 2

const oracle = (answer: Answer): Uint8Array =>
  Uint8Array.from(encode({ type: "response", answers: [answer] }).subarray(beforeRdata))

const octetsOf = (octets: Uint8Array): Uint8Array => Uint8Array.from(octets)

const mnemonics = { A: 1, NS: 2, SOA: 6, MX: 15, TXT: 16, RRSIG: 46, NSEC: 47, CAA: 257 }

describe("bitmaps of types", () => {
  it.prop("contain the types that they were created from", [Schema.Array(typeNumber)], ([types]) => {
    const sorted = [...new Set(types)].toSorted((left, right) => left - right)
    assert.deepStrictEqual(typesOfBitmap(typeBitmap(types)), sorted)
  })

  it("are as in the example of RFC 4034, section 4.3", () => {
    const expected = `0006400100000003041b${"00".repeat(26)}20`
    assert.strictEqual(Buffer.from(typeBitmap([1, 15, 46, 47, 1234])).toString("hex"), expected)
  })
})

describe("records of signing", () => {
  it.prop("RRSIG is as dns-packet writes it", [uint32, uint32, typeNumber, Schema.Uint8Array], (
    [expiration, inception, keyTag, signature]
  ) => {
    const rrsig = {
      type_covered: 257,
      algorithm: 13,
      labels: 3,
      original_ttl: 2 ** 31 - 1,
      expiration,
      inception,
      key_tag: keyTag,
      signer: nameOf("example.test."),
      signature
    }
    const data = {
      typeCovered: "CAA",
      algorithm: 13,
      labels: 3,
      originalTTL: 2 ** 31 - 1,
      expiration,
      inception,
      keyTag,
      signersName: "example.test",
      signature: Buffer.from(signature)
    }
    assert.deepStrictEqual(encodeRrsig(rrsig), oracle({ type: "RRSIG", name: ".", data }))
  })

  it("NSEC and NSEC3 are as dns-packet writes them", () => {
    const types = Object.values(mnemonics)
    const rrtypes = Object.keys(mnemonics)
    assert.deepStrictEqual(
      octetsOf(encodeNsec({ next: nameOf("b.Example.test."), types })),
      oracle({ type: "NSEC", name: ".", data: { nextDomain: "b.example.test", rrtypes } })
    )
    const next = Buffer.alloc(20, 7)
    const data = { algorithm: 1, flags: 0, iterations: 0, salt: Buffer.alloc(0), nextDomain: next, rrtypes }
    assert.deepStrictEqual(
      octetsOf(encodeNsec3({ ...nsec3Settings, next, types })),
      oracle({ type: "NSEC3", name: ".", data })
    )
  })

  it("NSEC3PARAM contains the parameters of the hash", () => {
    assert.strictEqual(rdataText(51, encodeNsec3Param(nsec3Settings)), "1 0 0 -")
    const salted = { algorithm: 1, flags: 1, iterations: 300, salt: Uint8Array.of(0xaa, 0xbb) }
    assert.strictEqual(rdataText(51, encodeNsec3Param(salted)), "1 1 300 aabb")
  })
})

describe("base32Hex", () => {
  it("is as in RFC 4648, section 10, and without padding", () => {
    const texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32Hex(Buffer.from(text)))
    assert.deepStrictEqual(texts, ["", "co", "cpng", "cpnmu", "cpnmuog", "cpnmuoj1", "cpnmuoj1e8"])
  })
})

describe("data as it is signed", () => {
  it.prop("equals that of core for every type", [seed], ([number]) => {
    const draw = new Draw(number)
    for (const type of recordTypes) {
      const value = Rdata.parse(type, recordText(type, draw), { origin: nameOf("Example.TEST."), form: "zone_file" })
      if (Result.isFailure(value)) continue
      const signed = canonicalRdata(Rdata.types[type].number, Rdata.encode(type, value.success))
      assert.deepStrictEqual(signed, Rdata.encode(type, value.success, "signature"), type)
    }
  })

  it("is unchanged if it cannot be read", () => {
    const broken = Uint8Array.of(0x41, 0x42)
    assert.strictEqual(canonicalRdata(15, broken), broken)
    assert.strictEqual(canonicalRdata(4711, broken), broken)
  })
})
