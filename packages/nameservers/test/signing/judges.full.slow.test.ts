import { assert, describe, it } from "@effect/vitest"
import type { Denial } from "@namewright/core/dns"
import { requires } from "../../../../test/requires.ts"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { rrTypes } from "../../src/message/RrType.ts"
import { SignatureCache } from "../../src/signing/SignatureCache.ts"
import { zoneSignatures } from "../../src/signing/ZoneSignatures.ts"
import { type ExampleKey, newKey } from "./ExampleKeys.ts"
import { generatedZone, nameOf } from "./generatedZone.ts"
import { chainMadeByBind, chainPrintedByBind, type Checker, checkerNames, checkZone, judgedZone } from "./ZoneJudge.ts"

const programs = [...checkerNames, "dnssec-signzone", "dnssec-keygen", "named-checkzone"] as const

const origin = nameOf(`${judgedZone}.`)
const denials: ReadonlyArray<Denial> = ["nsec", "nsec3"]
const seeds = Array.from({ length: 25 }, (_, seed) => seed)
const day = 86_400
const seconds = () => Math.floor(Date.now() / 1000)

/**
 * Labels that a judge misreads: ldns 1.8 takes a name that begins with `\\@` for the origin, and Knot 3.2 sorts the octet 0 elsewhere
 * than RFC 4034, BIND and ldns do.
 */
const misread: Record<Checker, ReadonlyArray<string>> = {
  "ldns-verify-zone": ["\\@"],
  "dnssec-verify": [],
  kzonecheck: ["\\000", "a\\000"]
}

const signed = (
  rrsets: ReadonlyArray<ImageRrset>,
  keys: ReadonlyArray<ExampleKey>,
  denial: Denial,
  now: () => number = seconds
): ReadonlyArray<ImageRrset> => [
  ...rrsets,
  ...zoneSignatures({ name: origin, rrsets, signing: { keys, denial } }, { cache: new SignatureCache(), now }).all()
]

describe.each(denials)("a zone with %s", requires(...programs), (denial) => {
  it.each(checkerNames)("is complete and valid for %s", (checker) => {
    for (const seed of seeds) {
      const keys = [newKey()]
      const zone = signed(generatedZone(seed, origin, keys, misread[checker]), keys, denial)
      const { isTaken, output } = checkZone(checker, zone)
      assert.isTrue(isTaken, `zone ${seed}: ${output}`)
    }
  })

  // Knot 3.2 refuses zones that two such keys sign, those that BIND has signed as well.
  it.each(["ldns-verify-zone", "dnssec-verify"] as const)("is valid for %s while a key is rolled", (checker) => {
    for (const second of ["zone", "dnskey"] as const) {
      const keys = [newKey("zone"), newKey(second)]
      const zone = signed(generatedZone(1, origin, keys, misread[checker]), keys, denial)
      const { isTaken, output } = checkZone(checker, zone)
      assert.isTrue(isTaken, output)
    }
  })

  it.each(["ldns-verify-zone", "kzonecheck"] as const)("is valid for %s until its window ends", (checker) => {
    const keys = [newKey()]
    const start = Date.UTC(2031, 1, 28) / 1000
    const zone = signed(generatedZone(3, origin, keys, misread[checker]), keys, denial, () => start)
    const verdicts = [-2, 0, 13.9, 15.1].map((days) => checkZone(checker, zone, start + days * day).isTaken)
    assert.deepStrictEqual(verdicts, [false, true, true, false])
  })

  it.each(checkerNames)("is refused by %s after any change", (checker) => {
    const keys = [newKey()]
    const zone = signed(generatedZone(4, origin, keys, misread[checker]), keys, denial)
    const spoiled = {
      "a signature": zone.map((rrset) => rrset.type === rrTypes.RRSIG ? changed(rrset) : rrset),
      "the SOA": zone.map((rrset) => rrset.type === rrTypes.SOA ? changed(rrset) : rrset),
      "a link of the chain": zone.filter(({ name, type }) =>
        !(name !== origin && [rrTypes.NSEC, rrTypes.NSEC3].some((number) => number === type))
      )
    }
    assert.isTrue(checkZone(checker, zone).isTaken)
    for (const [what, rrsets] of Object.entries(spoiled)) assert.isFalse(checkZone(checker, rrsets).isTaken, what)
  })

  it("has the chain that dnssec-signzone makes", () => {
    for (const seed of seeds) {
      const keys = [newKey()]
      const rrsets = generatedZone(seed, origin, keys)
      const ours = chainPrintedByBind(signed(rrsets, keys, denial))
      const theirs = chainMadeByBind(rrsets, denial)
      assert.isAbove(ours.length, 1)
      assert.deepStrictEqual(ours, theirs, `zone ${seed}`)
    }
  })
})

/** With the last octet of its data counted up. */
const changed = (rrset: ImageRrset): ImageRrset => ({
  ...rrset,
  rdata: rrset.rdata.map((octets) => octets.with(octets.length - 1, ((octets.at(-1) ?? 0) + 1) & 0xff))
})
