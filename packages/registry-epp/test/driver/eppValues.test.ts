import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@namewright/core/shared"
import { canonicalAddress, instantOf, nameOf } from "../../src/driver/eppValues.ts"

describe("values of the wire", () => {
  it.each([
    ["2026-11-22T10:00:00.5Z", "2026-11-22T10:00:00Z"],
    ["2026-11-22 10:00:00", "2026-11-22T10:00:00Z"],
    ["2026-11-22T11:00:00+01:00", "2026-11-22T10:00:00Z"],
    ["2026-11-22", "2026-11-22T00:00:00Z"]
  ])("read the instant %s", (text, instant) => {
    const read = instantOf(text)
    assert.strictEqual(read && Instant.format(read), instant)
  })

  it.each([
    "",
    "soon",
    "2026-02-30T00:00:00Z",
    "\u00a02026-11-22T10:00:00Z",
    "2026-11-22T10:00:00Z\ufeff",
    "2026-11-22\n"
  ])(
    "read no instant from %j",
    (text) => {
      assert.isNull(instantOf(text))
    }
  )

  it("with Unicode white space around them are no names and no addresses", () => {
    assert.isNull(nameOf("\u00a0a.test"))
    assert.strictEqual(canonicalAddress(" 2001:DB8::1\n"), "2001:db8::1")
    assert.strictEqual(canonicalAddress("\u00a0192.0.2.1"), "\u00a0192.0.2.1")
  })
})
