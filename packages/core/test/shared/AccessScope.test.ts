import { assert, describe, it } from "@effect/vitest"
import {
  type AccessScope,
  admitsRrset,
  labelsMatch,
  labelsOfName,
  NamePattern,
  restrictsRrsets,
  tagsNeeded,
  tagsOfScope
} from "@namewright/core/shared"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(NamePattern)

const matches = (pattern: string, name: string) => labelsMatch(labelsOfName(pattern), labelsOfName(name))

describe("NamePattern", () => {
  it("is stored in lower case, without the final dot", () => {
    assert.deepStrictEqual(decode("*.Example.COM."), Result.succeed("*.example.com"))
    assert.deepStrictEqual(decode("xn--mnchen-3ya.de"), Result.succeed("xn--mnchen-3ya.de"))
    assert.deepStrictEqual(decode("*"), Result.succeed("*"))
  })

  it("refuses everything that is no list of labels", () => {
    for (const text of ["", ".", "a..b", "shop-*.com", "**.com", "münchen.de", "xn--a.de", "a b.com", "a\\.b.com"]) {
      assert.isTrue(Result.isFailure(decode(text)), text)
    }
  })

  it("matches one or more whole labels with a star", () => {
    assert.isTrue(matches("*.example.com", "www.example.com"))
    assert.isTrue(matches("*.example.com", "a.b.example.com."))
    assert.isFalse(matches("*.example.com", "example.com"))
    assert.isFalse(matches("*.example.com", "badexample.com"))
    assert.isTrue(matches("example.*", "example.co.uk"))
    assert.isFalse(matches("example.*", "www.example.com"))
    assert.isTrue(matches("_acme-challenge.*", "_acme-challenge.www.example.com"))
    assert.isTrue(matches("a.*.com", "a.b.c.com"))
    assert.isFalse(matches("a.*.com", "a.com"))
    assert.isTrue(matches("*", "com"))
  })

  it("does not take an escaped dot for the end of a label", () => {
    assert.isFalse(matches("*.foo.example.com", "a\\.foo.example.com"))
    assert.isTrue(matches("*.example.com", "a\\.foo.example.com"))
    assert.isFalse(matches("_acme-challenge.*", "_acme-challenge\\.x.example.com"))
  })

  const pattern = Schema.Array(Schema.Literals(["a", "b", "*"])).check(Schema.isMinLength(1), Schema.isMaxLength(6))
  const name = Schema.Array(Schema.Literals(["a", "b"])).check(Schema.isMinLength(1), Schema.isMaxLength(8))

  /** A star takes the first label of the rest, and then ends or takes one more. */
  const model = ([part, ...parts]: ReadonlyArray<string>, [first, ...rest]: ReadonlyArray<string>): boolean => {
    if (part === undefined || first === undefined) return part === first
    if (part !== "*") return part === first && model(parts, rest)
    return model(parts, rest) || (rest.length > 0 && model([part, ...parts], rest))
  }

  it.prop("agrees with the definition by lists of labels", [pattern, name], ([labels, of]) => {
    assert.strictEqual(labelsMatch(labels, of), model(labels, of))
  })
})

describe("AccessScope", () => {
  const objects = { ids: ["domain_1"], tag_ids: ["tag_1", "tag_2"], names: ["*.example.com"] }
  const scope: AccessScope = [{ objects, rrsets: null }]

  it("admits by id and name, otherwise by tag", () => {
    assert.deepStrictEqual(tagsNeeded(scope, { id: "domain_1", name: "other.org" }), [])
    assert.deepStrictEqual(tagsNeeded(scope, { id: "zone_1", name: "www.example.com." }), [])
    assert.deepStrictEqual(tagsNeeded(scope, { id: "zone_1", name: "other.org." }), [["tag_1", "tag_2"]])
    assert.isUndefined(
      tagsNeeded([{ objects: { ...objects, tag_ids: [] }, rrsets: null }], { id: "zone_1", name: "other.org." })
    )
    assert.deepStrictEqual(tagsNeeded(undefined, { id: "zone_1", name: "other.org." }), [])
  })

  it("needs every part", () => {
    const narrowed: AccessScope = [...scope, {
      objects: { ids: [], tag_ids: ["tag_2"], names: ["a.example.com"] },
      rrsets: null
    }]
    assert.deepStrictEqual(tagsNeeded(narrowed, { id: "zone_1", name: "a.example.com" }), [])
    assert.deepStrictEqual(tagsNeeded(narrowed, { id: "zone_1", name: "b.example.com" }), [["tag_2"]])
    assert.deepStrictEqual(tagsOfScope(narrowed), ["tag_2"])
    assert.isUndefined(tagsOfScope([{ objects: null, rrsets: [] }]))
  })

  it("does not restrict RRsets without a list of them", () => {
    assert.isFalse(restrictsRrsets(scope))
    assert.isTrue(admitsRrset(scope, "www.example.com.", "A"))
    assert.isTrue(admitsRrset(undefined, "www.example.com.", "A"))
  })

  const rule = Schema.Struct({
    name: Schema.Literals(["*", "www.*", "_acme-challenge.*", "*.example.com"]),
    types: Schema.NullOr(Schema.Array(Schema.Literals(["A", "TXT", "MX"])).check(Schema.isMinLength(1)))
  })
  const rules = Schema.Array(rule).check(Schema.isMinLength(1), Schema.isMaxLength(3))
  const owner = Schema.Literals([
    "example.com.",
    "www.example.com.",
    "_ACME-challenge.example.com.",
    "a.www.example.com."
  ])
  const recordType = Schema.Literals(["A", "TXT", "MX", "NS"])

  const regular = (text: string) =>
    new RegExp(`^${text.split(".").map((label) => label === "*" ? "[^.]+(\\.[^.]+)*" : label).join("\\.")}\\.$`)

  it.prop("admits RRsets by name and type", [rules, owner, recordType], ([rrsets, of, type]) => {
    const expected = rrsets.some(({ name, types }) =>
      regular(name).test(of.toLowerCase()) && (types === null || types.some((one) => one === type))
    )
    assert.strictEqual(admitsRrset([{ objects: null, rrsets }], of, type), expected)
  })
})
