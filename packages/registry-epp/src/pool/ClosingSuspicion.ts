import type { EppSession } from "../session/EppSession.ts"

/** Time after a response within which the end of the connection is attributed to it, in milliseconds. */
const aftermath = 1000

/**
 * Suspicion that the registry closes connections some time after a response. Under suspicion, a session that has
 * answered a command sends a hello before the next transform command, so that a closing connection loses no command. An
 * answered hello removes the suspicion.
 */
export class ClosingSuspicion {
  #isSuspected = false

  /** Called when the server has ended a session. */
  ended({ commands, connection }: EppSession, now: number): void {
    // A session that ends right after its login is handled by the circuit breaker.
    if (commands > 1 && now - connection.answeredAt < aftermath) this.#isSuspected = true
  }

  /** Called when a suspected session has answered a hello. */
  disproved(): void {
    this.#isSuspected = false
  }

  /** True if the session may be about to end. */
  isDoubtful({ commands }: EppSession): boolean {
    return this.#isSuspected && commands > 1
  }
}
