import { assert, describe, it } from "@effect/vitest"
import { CircuitBreaker } from "../../src/pool/CircuitBreaker.ts"
import { SessionFailure, type SessionFailureKind } from "../../src/session/SessionFailure.ts"

const failure = (kind: SessionFailureKind, isFinal = false) =>
  new SessionFailure({ kind, text: kind, code: null, answerLost: false, isFinal })

const hour = 3_600_000

describe("CircuitBreaker", () => {
  it("lets the next attempt wait for 1, 2, 4 s and so on up to a minute", () => {
    const circuit = new CircuitBreaker()
    const waits = Array.from({ length: 8 }, () => {
      circuit.failed(failure("unreachable"), 0, 0)
      return circuit.restsUntil
    })
    assert.deepStrictEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    circuit.failed(failure("temporary"), 0, 1)
    assert.strictEqual(circuit.restsUntil, 90_000)
  })

  it("is open from the third failure on, until it is time for an attempt", () => {
    const circuit = new CircuitBreaker()
    for (const expected of [false, false, true]) {
      circuit.failed(failure("unreachable"), 0, 0)
      assert.strictEqual(circuit.isOpen(0), expected)
    }
    assert.isTrue(circuit.isOpen(3999))
    assert.isFalse(circuit.isOpen(4000))
  })

  it("goes on counting after a session that was of no use", () => {
    const circuit = new CircuitBreaker()
    for (let count = 0; count < 2; count++) circuit.failed(failure("unreachable"), 0, 0)
    circuit.opened()
    assert.deepStrictEqual([circuit.problem, circuit.restsUntil], [undefined, -Infinity])
    circuit.failed(failure("unreachable"), 0, 0)
    assert.isTrue(circuit.isOpen(0))
    circuit.opened()
    circuit.proven()
    circuit.failed(failure("unreachable"), 0, 0)
    assert.strictEqual(circuit.restsUntil, 1000)
  })

  it("is open at once when the login is refused: for a minute, then for six hours", () => {
    const circuit = new CircuitBreaker()
    circuit.failed(failure("credentials"), 0, 0)
    assert.isTrue(circuit.isOpen(59_999))
    assert.isFalse(circuit.isOpen(60_000))
    circuit.failed(failure("credentials"), 60_000, 0)
    assert.strictEqual(circuit.restsUntil, 60_000 + 6 * hour)
    assert.strictEqual(circuit.problem?.kind, "credentials")
  })

  it("makes no second attempt that would put the account at risk", () => {
    const circuit = new CircuitBreaker()
    circuit.failed(failure("credentials", true), 0, 0)
    assert.strictEqual(circuit.restsUntil, 6 * hour)
  })
})
