import { assert, describe, it } from "@effect/vitest"
import { delegatedKeys, SigningState } from "@namewright/core/dns"

const keys = [{ is_delegated: true, tag: 1 }, { is_delegated: false, tag: 2 }]

describe("The zone above may have the DS of a zone's keys", () => {
  it.each(SigningState.literals.map((state) => [state] as const))("in the state %s", (state) => {
    const hidden = delegatedKeys({ state, is_exposed: false }, keys)
    const exposed = delegatedKeys({ state, is_exposed: true }, keys)
    const isDeleted = ["unsigned", "retreating", "withdrawing", "withdrawn"].includes(state)
    assert.deepStrictEqual(exposed.map(({ tag }) => tag), isDeleted ? [] : [1])
    // A zone that begins to be signed is not served with its keys everywhere.
    assert.deepStrictEqual(hidden.map(({ tag }) => tag), isDeleted || state === "signing" ? [] : [1])
  })

  it("except for a zone that was never signed", () => assert.deepStrictEqual(delegatedKeys(undefined, keys), []))
})
