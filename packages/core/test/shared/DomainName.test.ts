import { assert, describe, it } from "@effect/vitest"
import { ancestors, DomainName, domainNameProblem, isWithin, normalise } from "@namewright/core/shared"
import { Option, Schema } from "effect"

const decode = (text: string) => Option.getOrUndefined(Schema.decodeUnknownOption(DomainName)(text))

const label63 = "a".repeat(63)
/** 253 octets in five labels. */
const longest = [label63, label63, label63, "a".repeat(57), "com"].join(".")

const length = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 63 }))
const ldhLabel = Schema.String.check(Schema.isPattern(/^[a-z0-9](?:[a-z0-9]{0,20}[a-z0-9])?$/))
const labels = Schema.Array(ldhLabel).check(Schema.isMinLength(1), Schema.isMaxLength(6))

describe("DomainName", () => {
  it("keeps names in lower case, without the final dot", () => {
    assert.strictEqual(decode("Example.COM"), "example.com")
    assert.strictEqual(decode("www.example.co.uk."), "www.example.co.uk")
    assert.strictEqual(decode("XN--MNCHEN-3YA.de"), "xn--mnchen-3ya.de")
  })

  it("accepts 253 octets and labels of 63", () => {
    assert.strictEqual(longest.length, 253)
    assert.strictEqual(decode(longest), longest)
    assert.isUndefined(decode(`a${longest}`))
    assert.isUndefined(decode(`${label63}a.com`))
  })

  it("accepts digits and hyphens inside of labels, in any position that registries allow", () => {
    for (const name of ["1.com", "3com.com", "a-b.com", "a--b.com", "x.y.z", "1-2.example"]) {
      assert.strictEqual(decode(name), name)
    }
  })

  it("refuses invalid hostnames", () => {
    const wrong = [
      "",
      ".",
      "com",
      "com.",
      "example..com",
      ".example.com",
      "example.com..",
      "-example.com",
      "example-.com",
      "exa mple.com",
      " example.com",
      "example.com\n",
      "exam_ple.com",
      "*.example.com",
      "example.com/",
      "example.123",
      "127.0.0.1",
      "ab--cd.com"
    ]
    for (const name of wrong) assert.isUndefined(decode(name), JSON.stringify(name))
  })

  it("refuses characters beyond ASCII, even those with an ASCII lower case", () => {
    for (const name of ["m\u00fcnchen.de", "\u212aelvin.com", "example.\u0441om", "\u0130.com"]) {
      assert.isUndefined(decode(name), name)
    }
  })

  it("refuses an A-label that decodes to no label", () => {
    for (const name of ["xn--.com", "xn--a.com", "xn--999999999.com", "example.xn--zzzz--"]) {
      assert.isUndefined(decode(name), name)
    }
  })

  it.prop("accepts every name of letters and digits, unchanged", [labels], ([parts]) => {
    const name = [...parts.filter((part) => part.slice(2, 4) !== "--"), "example"].join(".")
    if (name.includes(".")) assert.strictEqual(decode(name), name)
  })

  it.prop("reads a name in any case, and again as itself", [labels, Schema.Boolean], ([parts, isAbsolute]) => {
    const text = `${parts.join(".").toUpperCase()}.Example${isAbsolute ? "." : ""}`
    const name = decode(text)
    assert.strictEqual(name, parts.some((part) => part.slice(2, 4) === "--") ? undefined : normalise(text))
    if (name !== undefined) assert.strictEqual(decode(name), name)
  })

  it.prop("describes a problem of exactly the refused names", [Schema.String], ([text]) => {
    assert.strictEqual(decode(text) === undefined, domainNameProblem(normalise(text)) !== undefined)
  })

  it.prop("bounds a label by its octets", [length], ([size]) => {
    assert.isDefined(decode(`${"a".repeat(size)}.com`))
    assert.isUndefined(decode(`${"a".repeat(size + 63)}.com`))
  })
})

describe("ancestors", () => {
  it("returns the names above, the nearest first", () => {
    assert.deepStrictEqual(ancestors("a.b.example.com"), ["b.example.com", "example.com", "com"])
    assert.deepStrictEqual(ancestors("com"), [])
  })

  it.prop("names exactly those that a name is within", [labels], ([parts]) => {
    const name = parts.join(".")
    for (const above of ancestors(name)) assert.isTrue(isWithin(name, above))
    assert.strictEqual(ancestors(name).length, parts.length - 1)
  })
})

describe("isWithin", () => {
  it("compares whole labels", () => {
    assert.isTrue(isWithin("example.com", "example.com"))
    assert.isTrue(isWithin("ns1.example.com", "example.com"))
    assert.isFalse(isWithin("badexample.com", "example.com"))
    assert.isFalse(isWithin("com", "example.com"))
  })
})
