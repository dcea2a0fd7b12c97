import { Result } from "effect"
import type { Draw } from "../../../core/test/dns/Draw.ts"
import { frame } from "../../src/wire/frame.ts"
import { readXml } from "../../src/xml/readXml.ts"
import { writeTree } from "../../src/xml/writeXml.ts"
import { mutatedText, mutatedTree } from "../message/mutated.ts"

/** Octets of a frame with something wrong in them, and whether its header says another length than it has. */
export interface MutatedFrame {
  readonly bytes: Buffer
  readonly isTorn: boolean
}

const headers = [0, 1, 3, 4, 5, 0x7fff_ffff, 0xffff_ffff] as const

/** A document with something wrong in its tree, its text, its octets or its header. */
export const mutatedFrame = (document: string, draw: Draw): MutatedFrame => {
  const way = draw.below(100)
  if (way < 25) return { bytes: frame(withWrongTree(document, draw)), isTorn: false }
  if (way < 55) return { bytes: frame(withOddValue(document, draw)), isTorn: false }
  if (way < 85) return { bytes: frame(mutatedText(document, draw)), isTorn: false }
  const bytes = frame(document)
  if (way < 97) {
    for (let round = 0; round <= draw.below(6); round++) bytes[4 + draw.below(bytes.length - 4)] = draw.below(256)
    return { bytes, isTorn: false }
  }
  const length = draw.chance(50) ? draw.pick(headers) : draw.below(2 * bytes.length)
  if (length === bytes.length) return { bytes, isTorn: false }
  bytes.writeUInt32BE(length, 0)
  return { bytes, isTorn: true }
}

/** Twice over now and then, so that one fault hides another. */
const withWrongTree = (document: string, draw: Draw): string => {
  const once = mutatedTree(Result.getOrThrow(readXml(document)), draw)
  return writeTree(draw.chance(20) ? mutatedTree(once, draw) : once)
}

/** Values that some type of the schemas allows, whatever sense they make where they are put. */
const oddValues = [
  "0001-01-01",
  "9999-12-31",
  "2026-02-29",
  "-0001-01-01",
  "99",
  "1",
  "wire",
  ".wire",
  "m1..wire",
  "-m1.wire",
  "xn--a.wire",
  "xn--mnchen-3ya.wire",
  `${"a".repeat(64)}.wire`,
  `${"a.".repeat(120)}wire`,
  "m1.wire.",
  "M1.WIRE",
  "m1.elsewhere",
  "münchen.wire",
  "premium-m1.wire",
  "claims-m1.wire",
  "taken-m1.wire",
  "::1",
  "127.0.0.1",
  "2001:db8::g",
  "256.1.1.1",
  "8.8.8.8",
  "+1.5",
  "ada",
  "XX",
  "clientHold",
  "serverHold",
  "ok",
  "__proto__",
  "constructor",
  "'; drop table sim_domains; --",
  "\u202e",
  "\u{10ffff}"
] as const

/** One of the innermost elements with another value in it. */
const withOddValue = (document: string, draw: Draw): string => {
  const leaves = Array.from(document.matchAll(/>([^<]+)</g))
  const leaf = leaves[draw.below(leaves.length)]
  if (leaf?.[1] === undefined) return document
  const at = leaf.index + 1
  return document.slice(0, at) + draw.pick(oddValues) + document.slice(at + leaf[1].length)
}
