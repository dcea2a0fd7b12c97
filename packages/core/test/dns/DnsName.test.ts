import { assert, describe, it } from "@effect/vitest"
import { DnsName } from "@namewright/core/dns"
import { Option, Result, Schema } from "effect"
import { exampleZone, nameOf } from "./ExampleZone.ts"

const label63 = "l".repeat(63)
/** 255 octets on the wire. */
const longest = `${`${label63}.`.repeat(3)}${"m".repeat(61)}.`

const slugOf = (text: string) =>
  Option.map(Result.getFailure(DnsName.parse(text, exampleZone)), ({ at, slug }) => [slug, at] as const)

const label = Schema.Uint8Array.check(
  Schema.makeFilter((octets: Uint8Array) => octets.length > 0 && octets.length < 32)
)
const labels = Schema.Array(label).check(Schema.isMaxLength(7))

describe("DnsName", () => {
  it("is absolute, with the escapes that a zone file needs", () => {
    assert.strictEqual(nameOf("Www.Example.COM."), "Www.Example.COM.")
    assert.strictEqual(nameOf("a\\.b.\\099\\$\\064.x-_y*."), "a\\.b.c\\$\\@.x-_y*.")
    assert.strictEqual(nameOf("."), DnsName.root)
  })

  it("reads names that are not absolute below the origin", () => {
    const read = (text: string, relative: DnsName.RelativeNames) =>
      Result.getOrThrow(DnsName.parse(text, exampleZone, relative))
    assert.strictEqual(read("www", "below_origin"), "www.example.test.")
    assert.strictEqual(read("a.b", "below_origin"), "a.b.example.test.")
    assert.strictEqual(read("www", "single_label_below_origin"), "www.example.test.")
    assert.strictEqual(read("a.b", "single_label_below_origin"), "a.b.")
    assert.strictEqual(read("a\\.", "below_origin"), "a\\..example.test.")
    assert.strictEqual(read("@", "below_origin"), "example.test.")
    assert.strictEqual(read("\\@", "below_origin"), "\\@.example.test.")
  })

  it("has labels of 63 octets and 255 in all", () => {
    assert.strictEqual(nameOf(longest), longest)
    assert.strictEqual(DnsName.encode(nameOf(longest)).length, 255)
    assert.deepStrictEqual(slugOf(`m.${longest}`), Option.some(["name_too_long", 0]))
    assert.deepStrictEqual(slugOf(`a.${label63}l.`), Option.some(["label_too_long", 2]))
    assert.deepStrictEqual(slugOf(`${"\\000".repeat(64)}.`), Option.some(["label_too_long", 0]))
    assert.strictEqual(DnsName.labels(nameOf(`${"\\000".repeat(63)}.`))[0]?.length, 63)
  })

  it("refuses invalid names, with the position of the problem", () => {
    const cases = [
      ["", "name_empty", 0],
      ["a..b", "name_empty_label", 2],
      [".a", "name_empty_label", 0],
      ["..", "name_empty_label", 0],
      ["ab\\", "escape", 2],
      ["ab\\25", "escape", 2],
      ["ab\\256", "escape", 2],
      ["a b", "name_character", 1],
      ["a(b", "name_character", 1],
      ["a.ü", "name_character", 2],
      ["a\\ü", "escape", 1],
      ["a\u0000", "name_character", 1]
    ] as const
    for (const [text, slug, at] of cases) assert.deepStrictEqual(slugOf(text), Option.some([slug, at]), text)
  })

  it("is encoded by its labels", () => {
    assert.deepStrictEqual([...DnsName.encode(nameOf("a.\\000b."))], [1, 97, 2, 0, 98, 0])
    assert.deepStrictEqual([...DnsName.encode(DnsName.root)], [0])
  })

  it("contains names below it, by labels and in any case", () => {
    const within = (name: string, zone: string) => DnsName.isWithin(nameOf(name), nameOf(zone))
    assert.isTrue(within("example.test.", "EXAMPLE.test."))
    assert.isTrue(within("a.b.Example.Test.", "example.test."))
    assert.isTrue(within("a\\\\.example.test.", "example.test."))
    assert.isTrue(within("anything.", "."))
    assert.isTrue(within(".", "."))
    assert.isFalse(within("aexample.test.", "example.test."))
    assert.isFalse(within("a\\.example.test.", "example.test."))
    assert.isFalse(within("a\\\\\\.example.test.", "example.test."))
    assert.isFalse(within("test.", "example.test."))
    assert.isFalse(within(".", "test."))
  })

  it("is relative to its zone as @ or as the labels before it", () => {
    const seen = (name: string, zone = exampleZone) => DnsName.relativeTo(nameOf(name), zone)
    assert.strictEqual(seen("Example.TEST."), "@")
    assert.strictEqual(seen("a.b.Example.TEST."), "a.b")
    assert.strictEqual(seen("other.test."), "other.test.")
    assert.strictEqual(seen("a.b.", DnsName.root), "a.b")
    assert.strictEqual(seen(".", DnsName.root), "@")
  })

  it("has a parent, except for the root", () => {
    assert.strictEqual(DnsName.parent(nameOf("a\\.b.c.")), "c.")
    assert.strictEqual(DnsName.parent(nameOf("c.")), ".")
    assert.isUndefined(DnsName.parent(DnsName.root))
  })

  it("sorts in the canonical order of RFC 4034, section 6.1", () => {
    const ordered = [
      "example.",
      "a.example.",
      "yljkjljk.a.example.",
      "Z.a.example.",
      "zABC.a.EXAMPLE.",
      "z.example.",
      "\\001.z.example.",
      "*.z.example.",
      "\\200.z.example."
    ]
    assert.deepStrictEqual(ordered.map(nameOf).toReversed().toSorted(DnsName.compare), ordered)
    assert.strictEqual(DnsName.compare(nameOf("A.b."), nameOf("a.B.")), 0)
    assert.isBelow(DnsName.compare(DnsName.root, nameOf("a.")), 0)
  })

  it("has a schema that accepts the canonical text alone", () => {
    const isName = Schema.is(DnsName.DnsName)
    for (const text of [".", "a.example.", "A.", "\\000."]) assert.isTrue(isName(text), text)
    for (const text of ["", "@", "a", "a..", "\\097.", "a b."]) assert.isFalse(isName(text), text)
  })

  it.prop("is equal after encoding and decoding for any octets", [labels], ([parts]) => {
    const name = DnsName.fromLabels(parts)
    assert.deepStrictEqual(DnsName.labels(name), parts)
    assert.deepStrictEqual(DnsName.parse(name), Result.succeed(name))
    assert.isTrue(DnsName.isWithin(name, DnsName.fromLabels(parts.slice(1))))
  })

  it.prop("is ordered by its labels from the root on", [labels, labels], ([left, right]) => {
    const key = (parts: ReadonlyArray<Uint8Array>) =>
      parts.toReversed().map((part) =>
        Buffer.from(part).toString("latin1").replaceAll(/[A-Z]/g, (it) => it.toLowerCase())
      )
    const [ours, theirs] = [key(left), key(right)]
    const expected = ours.find((_, index) => ours[index] !== theirs[index]) === undefined
      ? ours.length - theirs.length
      : compareFirst(ours, theirs)
    assert.strictEqual(
      Math.sign(DnsName.compare(DnsName.fromLabels(left), DnsName.fromLabels(right))),
      Math.sign(expected)
    )
  })

  it.prop("is read or refused for any text", [Schema.String], ([text]) => {
    const read = DnsName.parse(text, exampleZone)
    if (Result.isSuccess(read)) assert.deepStrictEqual(DnsName.parse(read.success), read)
    else assert.isTrue(read.failure.at <= text.length && read.failure.message.length > 0)
  })
})

const compareFirst = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  const index = left.findIndex((part, position) => part !== right[position])
  const [ours, theirs] = [left[index] ?? "", right[index]]
  return theirs === undefined ? 1 : Buffer.compare(Buffer.from(ours, "latin1"), Buffer.from(theirs, "latin1"))
}
