import { assert, describe, it } from "@effect/vitest"
import { DnsName } from "@namewright/core/dns"
import { Schema } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { type AuthoritativeName, authoritativeNames } from "../../src/signing/AuthoritativeName.ts"
import { base32Hex } from "../../src/signing/base32Hex.ts"
import { nsec3Proofs, nsecProofs } from "../../src/signing/DenialProofs.ts"
import { nsec3Chain, nsec3Hash } from "../../src/signing/nsec3Chain.ts"
import { nsecChain } from "../../src/signing/nsecChain.ts"
import { newKey } from "./ExampleKeys.ts"
import { apexRrsets, drawName, generatedZone, nameOf, rrsetOf } from "./generatedZone.ts"
import { rdataText, typeText } from "./signingText.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))
const origin = nameOf("example.test.")
const keys = [newKey()]

const inChain = (
  rrsets: ReadonlyArray<ImageRrset>
): readonly [AuthoritativeName, ...ReadonlyArray<AuthoritativeName>] => {
  const [apex, ...others] = authoritativeNames(origin, rrsets)
  if (apex === undefined) throw new Error("A zone has an apex")
  return [apex, ...others]
}

const ttl = 300

/** Owner and data of the records. */
const lines = (rrsets: Iterable<ImageRrset>): ReadonlyArray<string> =>
  [...rrsets].map(({ name, rdata, type }) => `${name} ${rdata.map((octets) => rdataText(type, octets)).join(" | ")}`)

const zone = [
  ...apexRrsets(origin, keys),
  rrsetOf("b.c", "A", ["192.0.2.1"], { origin }),
  rrsetOf("*.w", "TXT", ["x"], { origin }),
  rrsetOf("signed", "NS", ["ns.signed"], { origin }),
  rrsetOf("signed", "DS", [`1 13 2 ${"00".repeat(32)}`], { origin }),
  rrsetOf("signed", "A", ["192.0.2.9"], { origin }),
  rrsetOf("ns.signed", "A", ["192.0.2.2"], { origin }),
  rrsetOf("unsigned", "NS", ["ns.other.test."], { origin }),
  rrsetOf("deep.below.unsigned", "A", ["192.0.2.3"], { origin }),
  rrsetOf("tree", "DNAME", ["else.test."], { origin }),
  rrsetOf("leaf.tree", "A", ["192.0.2.4"], { origin })
]

describe("names in the chain", () => {
  it("are the authoritative and delegated names, without glue and occluded names", () => {
    const names = authoritativeNames(origin, zone).map(({ name, signed, types }) => [
      name,
      types.map(typeText).join(" "),
      signed.map(({ type }) => typeText(type)).join(" ")
    ])
    assert.deepStrictEqual(names, [
      ["example.test.", "SOA NS DNSKEY", "SOA NS DNSKEY"],
      ["b.c.example.test.", "A", "A"],
      ["signed.example.test.", "NS DS", "DS"],
      ["tree.example.test.", "DNAME", "DNAME"],
      ["unsigned.example.test.", "NS", ""],
      ["*.w.example.test.", "TXT", "TXT"]
    ])
  })

  it("are the apex alone below a DNAME there", () => {
    const rrsets = [...zone, rrsetOf("@", "DNAME", ["else.test."], { origin })]
    assert.deepStrictEqual(authoritativeNames(origin, rrsets).map(({ name }) => name), [origin])
  })
})

describe("the NSEC chain", () => {
  it("links every name to the next one, and the last one to the apex", () => {
    assert.deepStrictEqual(lines(nsecChain(inChain(zone), ttl).all()), [
      "example.test. b.c.example.test. NS SOA RRSIG NSEC DNSKEY",
      "b.c.example.test. signed.example.test. A RRSIG NSEC",
      "signed.example.test. tree.example.test. NS DS RRSIG NSEC",
      "tree.example.test. unsigned.example.test. DNAME RRSIG NSEC",
      "unsigned.example.test. *.w.example.test. NS RRSIG NSEC",
      "*.w.example.test. example.test. TXT RRSIG NSEC"
    ])
  })

  it.prop("has one record for each name, and one that covers every other name", [seed], ([number]) => {
    const draw = new Draw(number)
    const names = inChain(generatedZone(number, origin, keys))
    const chain = nsecChain(names, ttl)
    for (const { name } of names) {
      assert.strictEqual(chain.matching(name)?.name, name)
      assert.strictEqual(chain.covering(name), chain.matching(name))
    }
    const other = DnsName.lowerCase(nameOf(`${drawName(draw)}.${origin}`))
    const known = names.some(({ name }) => name === other)
    const before = names.findLast(({ name }) => DnsName.compare(name, other) <= 0)
    assert.strictEqual(chain.matching(other)?.name, known ? other : undefined)
    assert.strictEqual(chain.covering(other).name, before?.name)
  })
})

describe("the NSEC3 chain", () => {
  const hashOf = (name: DnsName.DnsName) => base32Hex(nsec3Hash(name))

  it("hashes names as nsec3hash of BIND does", () => {
    assert.strictEqual(hashOf(nameOf("example.test.")), "jbas736chung3bb701jkjdhqkqlhvug7")
  })

  it("has a record for each name, also for empty non-terminals", () => {
    const types = new Map(
      lines(nsec3Chain(inChain(zone), ttl).all()).map((
        line
      ) => [line.split(".")[0], line.split(" ").slice(6).join(" ")])
    )
    const expected = {
      "example.test.": "NS SOA RRSIG DNSKEY",
      "b.c.example.test.": "A RRSIG",
      "c.example.test.": "",
      "signed.example.test.": "NS DS RRSIG",
      "tree.example.test.": "DNAME RRSIG",
      "unsigned.example.test.": "NS",
      "w.example.test.": "",
      "*.w.example.test.": "TXT RRSIG"
    }
    assert.deepStrictEqual(
      new Map([...types].toSorted()),
      new Map(Object.entries(expected).map(([name, text]) => [hashOf(nameOf(name)), text] as const).toSorted())
    )
  })

  it.prop("is a ring in the order of the hashes", [seed], ([number]) => {
    const all = [...nsec3Chain(inChain(generatedZone(number, origin, keys)), ttl).all()]
    for (const [index, { name, rdata }] of all.entries()) {
      const next = all[(index + 1) % all.length]?.name.split(".")[0]
      assert.strictEqual(rdataText(50, rdata[0] ?? new Uint8Array(0)).split(" ")[4], next)
      if (index > 0) assert.isBelow(DnsName.compare(all[index - 1]?.name ?? origin, name), 0)
    }
  })

  it.prop("covers every name that it does not match", [seed], ([number]) => {
    const chain = nsec3Chain(inChain(generatedZone(number, origin, keys)), ttl)
    const name = DnsName.lowerCase(nameOf(`${drawName(new Draw(number))}.${origin}`))
    const { name: owner, rdata } = chain.covering(name)
    const from = owner.split(".")[0] ?? ""
    const to = rdataText(50, rdata[0] ?? new Uint8Array(0)).split(" ")[4] ?? ""
    const hash = hashOf(name)
    if (chain.matching(name) !== undefined) assert.strictEqual(from, hash)
    else assert.isTrue(from < to ? from < hash && hash < to : from < hash || hash < to, `${from} ${hash} ${to}`)
  })
})

describe("proofs", () => {
  const nsec = nsecProofs(nsecChain(inChain(zone), ttl))
  const nsec3 = nsec3Proofs(nsec3Chain(inChain(zone), ttl))
  const owners = (rrsets: ReadonlyArray<ImageRrset>) => rrsets.map(({ name }) => name)
  const c = nameOf("c.example.test.")
  const w = nameOf("w.example.test.")
  const matching = (name: DnsName.DnsName) => nsec3Chain(inChain(zone), ttl).matching(name)?.name ?? assert.fail(name)
  const covering = (name: DnsName.DnsName) => nsec3Chain(inChain(zone), ttl).covering(name).name

  it("of a missing name prove that no wildcard matches it either", () => {
    const name = nameOf("x.y.c.example.test.")
    const [y, wildcard] = [nameOf("y.c.example.test."), nameOf("*.c.example.test.")]
    assert.deepStrictEqual(owners(nsec.nameError(name, c)), ["b.c.example.test.", "example.test."])
    assert.sameMembers([...owners(nsec3.nameError(name, c))], [
      ...new Set([matching(c), covering(y), covering(wildcard)])
    ])
  })

  it("contain a record once if it proves two facts", () => {
    assert.deepStrictEqual(owners(nsec.nameError(nameOf("a.example.test."), origin)), ["example.test."])
  })

  it("of a missing type are the record of the name, or that before an empty non-terminal", () => {
    const name = nameOf("b.c.example.test.")
    assert.deepStrictEqual(owners(nsec.noData(name)), [name])
    assert.deepStrictEqual(owners(nsec.noData(c)), ["example.test."])
    assert.deepStrictEqual(owners(nsec3.noData(c)), [matching(c)])
  })

  it("of a response from a wildcard prove that the name itself is missing", () => {
    const name = nameOf("x.y.w.example.test.")
    const y = nameOf("y.w.example.test.")
    const wildcard = nameOf("*.w.example.test.")
    assert.deepStrictEqual(owners(nsec.wildcardAnswer(name, w)), [wildcard])
    assert.deepStrictEqual(owners(nsec3.wildcardAnswer(name, w)), [covering(y)])
    assert.deepStrictEqual(owners(nsec.wildcardNoData(name, w)), [wildcard])
    assert.sameMembers([...owners(nsec3.wildcardNoData(name, w))], [
      ...new Set([matching(w), covering(y), matching(wildcard)])
    ])
  })
})
