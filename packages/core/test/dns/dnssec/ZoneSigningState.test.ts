import { assert, describe, it } from "@effect/vitest"
import { finalStates, SigningState, signingTransitions } from "@namewright/core/dns"
import { Draw } from "../Draw.ts"

const states = SigningState.literals

/** Where one can get to from a state, itself included. */
const reach = (from: SigningState, via: (state: SigningState) => boolean = () => true): ReadonlySet<SigningState> => {
  const seen = new Set([from])
  for (const state of seen) if (via(state)) { for (const next of signingTransitions[state]) seen.add(next) }
  return seen
}

describe("The states of a zone's signing", () => {
  it("are reachable from unsigned, which is reachable from all of them", () => {
    assert.sameMembers([...reach("unsigned")], [...states])
    for (const state of states) assert.isTrue(reach(state).has("unsigned"), state)
  })

  it("are final only without further work; every other state leads to a final one", () => {
    for (const state of states) {
      const ends = [...reach(state, (one) => one === state || !finalStates.has(one))]
      assert.isTrue(ends.some((one) => finalStates.has(one)), state)
    }
  })

  it("never remove a key with a possibly published DS without a query of the parent, or a wait for caches", () => {
    const before = states.filter((state) => signingTransitions[state].includes("unsigned"))
    assert.sameMembers(before, ["retreating", "withdrawn"])
    assert.notInclude(signingTransitions.published, "unsigned")
  })

  it("exchange keys in one order on any random path", () => {
    const order = ["introducing", "doubling", "doubled", "replacing", "retiring"] as const
    const draw = new Draw(1)
    const wrong: Array<string> = []
    let state: SigningState = "unsigned"
    for (let step = 0; step < 20_000; step++) {
      const next: SigningState = draw.pick(signingTransitions[state])
      const [from, to] = [order.findIndex((one) => one === state), order.findIndex((one) => one === next)]
      // A step of the exchange is repeated, followed by the next one, or ends it.
      if (to >= 0 && to !== from && to !== from + 1) wrong.push(`${state} to ${next}`)
      state = next
    }
    assert.deepStrictEqual(wrong, [])
  })
})
