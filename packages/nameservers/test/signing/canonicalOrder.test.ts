import { assert, describe, it } from "@effect/vitest"
import { DnsName } from "@namewright/core/dns"
import { Schema } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { canonicalOrder, isBelow, orderOfParent } from "../../src/signing/canonicalOrder.ts"
import { nameOf } from "./generatedZone.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

/** Names of few different labels, so that many are alike, the lowest octets among them. */
const drawName = (draw: Draw): DnsName.DnsName =>
  DnsName.lowerCase(
    DnsName.fromLabels(draw.times(draw.below(4), () =>
      Uint8Array.from(draw.times(1 + draw.below(3), () =>
        draw.pick([0, 1, 2, 0x2e, 0x5c, 0x61, 0x62, 0xff])))))
  )

describe("canonicalOrder", () => {
  it.prop("sorts names in canonical order", [seed], ([number]) => {
    const draw = new Draw(number)
    const [left, right] = [drawName(draw), drawName(draw)]
    const [ours, theirs] = [canonicalOrder(left), canonicalOrder(right)]
    const order = ours < theirs ? -1 : ours > theirs ? 1 : 0
    assert.strictEqual(order, Math.sign(DnsName.compare(left, right)), `${left} ${right}`)
  })

  it.prop("determines whether a name is below another one", [seed], ([number]) => {
    const draw = new Draw(number)
    const [name, other] = [drawName(draw), drawName(draw)]
    const expected = name !== other && DnsName.isWithin(name, other)
    assert.strictEqual(isBelow(canonicalOrder(name), canonicalOrder(other)), expected, `${name} ${other}`)
    const above = DnsName.parent(name)
    if (above !== undefined) assert.strictEqual(orderOfParent(canonicalOrder(name)), canonicalOrder(above))
  })

  it("has the order of the example in RFC 4034, section 6.1", () => {
    const names = [
      "example.",
      "a.example.",
      "yljkjljk.a.example.",
      "z.a.example.",
      "zabc.a.example.",
      "z.example.",
      "\\001.z.example.",
      "*.z.example.",
      "\\200.z.example."
    ].map(nameOf)
    const sorted = names.toSorted((left, right) => canonicalOrder(left) < canonicalOrder(right) ? -1 : 1)
    assert.deepStrictEqual(sorted, names)
  })
})
