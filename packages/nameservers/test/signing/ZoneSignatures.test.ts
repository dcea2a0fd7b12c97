import { assert, describe, it } from "@effect/vitest"
import { DnsName } from "@namewright/core/dns"
import { Effect, Schema } from "effect"
import { verify } from "node:crypto"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { rrTypes } from "../../src/message/RrType.ts"
import { canonicalRrset } from "../../src/signing/canonicalRrset.ts"
import { SignatureCache } from "../../src/signing/SignatureCache.ts"
import { isFresh, signatureWindow } from "../../src/signing/SignatureWindow.ts"
import { type SignedZone, zoneSignatures } from "../../src/signing/ZoneSignatures.ts"
import { type ExampleKey, newKey } from "./ExampleKeys.ts"
import { apexRrsets, generatedZone, nameOf, rrsetOf } from "./generatedZone.ts"
import { rdataText } from "./signingText.ts"

const origin = nameOf("example.test.")
const noon = Date.UTC(2026, 10, 22, 12) / 1000
const day = 86_400
const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))
const signatureOctets = 64

const zoneOf = (keys: ReadonlyArray<ExampleKey>, more: ReadonlyArray<ImageRrset> = []): SignedZone => ({
  name: origin,
  rrsets: [...apexRrsets(origin, keys), ...more],
  signing: { keys, denial: "nsec" }
})

const isValid = (rrset: ImageRrset, rrsig: Uint8Array, { publicKey }: ExampleKey): boolean =>
  verify(
    "sha256",
    Buffer.concat([rrsig.slice(0, -signatureOctets), canonicalRrset(rrset)]),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    rrsig.slice(-signatureOctets)
  )

const fieldsOf = (rrsig: Uint8Array) => {
  const [covered, algorithm, labels, ttl, expiration, inception, tag, signer] = rdataText(46, rrsig).split(" ")
  return {
    covered,
    algorithm,
    labels,
    ttl,
    expiration: Number(expiration),
    inception: Number(inception),
    tag: Number(tag),
    signer
  }
}

const www = rrsetOf("www", "MX", ["20 Mail", "10 mail"], { origin, ttl: 600 })
const wildcard = rrsetOf("*.a", "A", ["192.0.2.1"], { origin })

describe("signatures", () => {
  const [key] = [newKey()]
  const now = () => noon

  it("are created with the zone's key, for the covered RRset", () => {
    const { of } = zoneSignatures(zoneOf([key], [www]), { cache: new SignatureCache(), now })
    const [rrsig = assert.fail("not signed")] = of(www)
    assert.isTrue(isValid(www, rrsig, key))
    const { expiration, inception } = signatureWindow(origin, noon)
    assert.deepStrictEqual(fieldsOf(rrsig), {
      covered: "MX",
      algorithm: "13",
      labels: "3",
      ttl: "600",
      expiration,
      inception,
      tag: key.key_tag,
      signer: "example.test."
    })
  })

  it("count neither the asterisk of a wildcard nor the root", () => {
    const { of } = zoneSignatures(zoneOf([key]), { cache: new SignatureCache(), now })
    const labels = (rrset: ImageRrset) => of(rrset).map((rrsig) => fieldsOf(rrsig).labels)
    assert.deepStrictEqual(labels(wildcard), ["3"])
    assert.deepStrictEqual(labels({ ...wildcard, name: nameOf(".") }), ["0"])
    assert.deepStrictEqual(labels({ ...wildcard, name: nameOf("a\\.b.example.test.") }), ["3"])
    assert.deepStrictEqual(labels({ ...wildcard, name: nameOf("*.a\\.b.example.test.") }), ["3"])
  })

  it("are the same for records in another order, and names in another case", () => {
    const { of } = zoneSignatures(zoneOf([key]), { cache: new SignatureCache(), now })
    const reordered = rrsetOf("www", "MX", ["10 MAIL", "20 mail"], { origin, ttl: 600 })
    assert.deepStrictEqual(of(reordered), of(www))
  })

  it("are kept across versions of a zone", () => {
    const cache = new SignatureCache()
    const first = zoneSignatures(zoneOf([key], [www]), { cache, now }).of(www)
    assert.strictEqual(cache.size, 1)
    const second = zoneSignatures(zoneOf([key], [www, wildcard]), { cache, now }).of({ ...www })
    assert.deepStrictEqual(second, first)
    assert.strictEqual(cache.size, 1)
  })

  it("of the DNSKEY RRset are made by every key, others by the keys that sign the zone", () => {
    const keys = [newKey("zone"), newKey("zone"), newKey("dnskey")]
    const zone = zoneOf(keys, [www, { ...www, type: rrTypes.CDS }])
    const { of } = zoneSignatures(zone, { cache: new SignatureCache(), now })
    const signers = (rrset: ImageRrset) =>
      of(rrset).map((rrsig) =>
        keys.findIndex((key) => isValid(rrset, rrsig, key) && fieldsOf(rrsig).tag === key.key_tag)
      )
    const signedBy = zone.rrsets.map((rrset) => [rrset.type, signers(rrset)])
    assert.deepStrictEqual(signedBy, [
      [rrTypes.SOA, [0, 1]],
      [rrTypes.NS, [0, 1]],
      [rrTypes.DNSKEY, [0, 1, 2]],
      [rrTypes.MX, [0, 1]],
      [rrTypes.CDS, [0, 1, 2]]
    ])
  })

  it.prop("of a transfer are complete and valid", [seed], ([number]) => {
    for (const denial of ["nsec", "nsec3"] as const) {
      const rrsets = generatedZone(number, origin, [key])
      const signed = zoneSignatures({ name: origin, rrsets, signing: { keys: [key], denial } }, {
        cache: new SignatureCache(),
        now
      })
      const all = [...rrsets, ...signed.all()]
      const covered = new Map(
        all.filter(({ type }) => type !== 46).map((rrset) => [`${rrset.name} ${rrset.type}`, rrset])
      )
      for (const { name, rdata, ttl, type } of all) {
        if (type !== rrTypes.RRSIG) continue
        for (const rrsig of rdata) {
          const rrset = covered.get(`${name} ${Buffer.from(rrsig).readUInt16BE(0)}`)
          assert.strictEqual(rrset?.ttl, ttl)
          if (rrset !== undefined) assert.isTrue(isValid(rrset, rrsig, key))
        }
      }
      assert.strictEqual(all.some(({ type }) => type === rrTypes.NSEC3PARAM), denial === "nsec3")
    }
  }, { arbitrary: { runs: 10 } })

  it.effect("of a transfer are made in the background before it", () =>
    Effect.gen(function*() {
      for (const denial of ["nsec", "nsec3"] as const) {
        const cache = new SignatureCache()
        const keys = [key, newKey("dnskey")]
        const rrsets = generatedZone(1, origin, keys)
        const signatures = zoneSignatures({ name: origin, rrsets, signing: { keys, denial } }, { cache, now })
        yield* signatures.prepare
        const prepared = cache.size
        const transferred = [...signatures.all()]
        assert.strictEqual(
          transferred.flatMap(({ rdata, type }) => type === rrTypes.RRSIG ? rdata : []).length,
          prepared
        )
        assert.strictEqual(cache.size, prepared)
        const soa = rrsets[0] ?? assert.fail("no SOA")
        assert.isTrue(signatures.of(soa).every((rrsig) => isValid(soa, rrsig, key)))
      }
    }))

  it.each([[221, rrTypes.NSEC3], [222, rrTypes.NSEC3], [223, rrTypes.NSEC]])(
    "of a zone whose name has %i octets are of records of type %i, for whose owners there is room",
    (octets, expected) => {
      const [long, rest] = [`${"a".repeat(63)}.`.repeat(3), octets - 3 * 64 - 2]
      const name = nameOf(`${long}${"b".repeat(rest)}.`)
      const { additions, proofs } = zoneSignatures(
        { name, rrsets: apexRrsets(name, [key]), signing: { keys: [key], denial: "nsec3" } },
        { cache: new SignatureCache(), now }
      )
      const [proof = assert.fail("no proof")] = proofs.noData(name)
      assert.strictEqual(proof.type, expected)
      assert.isAtMost(DnsName.encode(proof.name).length, 255)
      assert.strictEqual(additions.length, expected === rrTypes.NSEC3 ? 1 : 0)
    }
  )

  it("of proofs have the lesser of the TTL and the minimum of the SOA", () => {
    const soa = (ttl: number, minimum: number) => rrsetOf("@", "SOA", [`ns. host. 1 2 3 4 ${minimum}`], { origin, ttl })
    for (const [ttl, minimum, expected] of [[3600, 300, 300], [60, 300, 60]] as const) {
      const zone = { ...zoneOf([key]), rrsets: [soa(ttl, minimum)] }
      const { proofs } = zoneSignatures(zone, { cache: new SignatureCache(), now })
      assert.deepStrictEqual(proofs.noData(origin).map((rrset) => rrset.ttl), [expected])
    }
  })
})

describe("validity periods", () => {
  it.prop("began an hour ago or more, last 14 days or more, and change once a day", [seed], ([number]) => {
    const now = 1_700_000_000 + number
    const window = signatureWindow(origin, now)
    assert.isAtMost(window.inception, now - 3600)
    assert.isAbove(window.inception, now - 3600 - day)
    assert.isAbove(window.expiration, now + 14 * day)
    assert.isAtMost(window.expiration, now + 15 * day)
    assert.deepStrictEqual(signatureWindow(origin, now + day), {
      inception: window.inception + day,
      expiration: window.expiration + day
    })
    assert.isTrue(isFresh(window, now))
  })

  it("change at different times for different zones", () => {
    const starts = ["a.test.", "b.test.", "c.test."].map((zone) => signatureWindow(nameOf(zone), noon).inception % day)
    assert.strictEqual(new Set(starts).size, 3)
  })

  it("are renewed while a week is left, all signatures together", () => {
    let time = noon
    const { of } = zoneSignatures(zoneOf([newKey()], [www, wildcard]), { cache: new SignatureCache(), now: () => time })
    const expirations = () => [www, wildcard].flatMap(of).map((rrsig) => fieldsOf(rrsig).expiration)
    const first = signatureWindow(origin, noon).expiration
    assert.deepStrictEqual(expirations(), [first, first])
    time = first - 7 * day - 1
    assert.deepStrictEqual(expirations(), [first, first])
    time = first - 7 * day
    assert.deepStrictEqual(expirations(), [first + 8 * day, first + 8 * day])
  })

  it("follow a clock that is set back", () => {
    let time = noon
    const { of } = zoneSignatures(zoneOf([newKey()], [www]), { cache: new SignatureCache(), now: () => time })
    of(www)
    time = noon - 30 * day
    assert.deepStrictEqual(of(www).map((rrsig) => fieldsOf(rrsig).inception), [signatureWindow(origin, time).inception])
  })
})
