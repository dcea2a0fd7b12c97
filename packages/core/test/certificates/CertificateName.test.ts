import { assert, describe, it } from "@effect/vitest"
import { CertificateName, challengeTypeOf, isWildcard, provenHost, wildcardOf } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { Option, Schema } from "effect"

const read = Schema.decodeUnknownOption(CertificateName)
const nameOf = (text: string): CertificateName => Option.getOrThrow(read(text))

describe("A name of a certificate", () => {
  it.each([
    ["a.example", "a.example"],
    ["A.Example.", "a.example"],
    ["*.Example.com", "*.example.com"],
    ["*.xn--bcher-kva.example", "*.xn--bcher-kva.example"]
  ])("is a host or a wildcard: %s", (text, expected) => {
    assert.deepStrictEqual(read(text), Option.some(expected))
  })

  it.each([
    "*",
    "*.",
    "*.com",
    "*example.com",
    "a.*.example.com",
    "*.*.example.com",
    "-*.a.example",
    "* .a.example",
    ""
  ])(
    "is not %j",
    (text) => assert.deepStrictEqual(read(text), Option.none())
  )

  it.each(["example.com", "shop.example.com", "a.b.c.d.example", "xn--bcher-kva.example"])(
    "is proven by its host, and a wildcard covers the hosts one label below: %s",
    (text) => {
      const host = Hostname.make(text)
      const wildcard = wildcardOf(Hostname.make(`first.${host}`))
      assert.isDefined(wildcard)
      assert.isTrue(isWildcard(wildcard))
      assert.strictEqual(provenHost(wildcard), host)
      assert.strictEqual(provenHost(host), host)
      assert.deepStrictEqual(read(wildcard), Option.some(wildcard))
      assert.notStrictEqual(wildcardOf(host), wildcard)
    }
  )

  it("has no wildcard above a host of two labels", () => {
    assert.isUndefined(wildcardOf(Hostname.make("example.com")))
  })

  it("is proven over DNS if it is a wildcard, or the host of one in the same certificate", () => {
    const names = ["*.a.example", "a.example", "b.a.example", "b.example"].map(nameOf)
    assert.deepStrictEqual(names.map((one) => challengeTypeOf(one, names)), ["dns-01", "dns-01", "http-01", "http-01"])
    assert.strictEqual(challengeTypeOf(nameOf("a.example"), [nameOf("a.example")]), "http-01")
  })
})
