import { assert, describe, it } from "@effect/vitest"
import { DnsName, ownerName } from "@namewright/core/dns"
import { Option, Result, Schema } from "effect"
import { exampleZone } from "./ExampleZone.ts"

const owner = (text: string) => Result.getOrElse(ownerName(text, exampleZone), ({ slug }) => slug)

describe("the owner of an RRset", () => {
  it("is the apex for @, for nothing and for the zone's own name", () => {
    for (const text of ["@", "", "example.test.", "example.test", "Example.TEST"]) {
      assert.strictEqual(owner(text), "example.test.", text)
    }
  })

  it("is relative to the zone, or absolute with or without the final dot", () => {
    assert.strictEqual(owner("www"), "www.example.test.")
    assert.strictEqual(owner("a.b"), "a.b.example.test.")
    assert.strictEqual(owner("www.example.test."), "www.example.test.")
    assert.strictEqual(owner("www.example.test"), "www.example.test.")
    assert.strictEqual(owner("www.other.test"), "www.other.test.example.test.")
    assert.strictEqual(owner("myexample.test"), "myexample.test.example.test.")
  })

  it("is in lower case, and may have underscores and escapes", () => {
    assert.strictEqual(owner("_ACME-challenge.WWW"), "_acme-challenge.www.example.test.")
    assert.strictEqual(owner("a\\.b\\000"), "a\\.b\\000.example.test.")
  })

  it("has a * only as the whole first label", () => {
    assert.strictEqual(owner("*"), "*.example.test.")
    assert.strictEqual(owner("*.a"), "*.a.example.test.")
    for (const text of ["a*", "*a", "a.*", "**", "*.*", "a.*.b"]) {
      assert.strictEqual(owner(text), "wildcard_position", text)
    }
  })

  it("is a valid name in the zone", () => {
    for (const text of ["www.other.test.", ".", "test."]) assert.strictEqual(owner(text), "name_out_of_zone", text)
    assert.strictEqual(owner("a..b"), "name_empty_label")
    assert.strictEqual(owner("l".repeat(64)), "label_too_long")
    assert.strictEqual(owner(`${"l".repeat(60)}.`.repeat(4).slice(0, -1)), "name_too_long")
    assert.strictEqual(owner("münchen"), "name_character")
    assert.strictEqual(owner("a b"), "name_character")
  })

  it.prop("is equal after printing and reading", [Schema.String], ([text]) => {
    const name = Option.getOrUndefined(Result.getSuccess(ownerName(text, exampleZone)))
    if (name === undefined) return
    assert.deepStrictEqual(ownerName(name, exampleZone), Result.succeed(name))
    assert.deepStrictEqual(ownerName(DnsName.relativeTo(name, exampleZone), exampleZone), Result.succeed(name))
  })
})
