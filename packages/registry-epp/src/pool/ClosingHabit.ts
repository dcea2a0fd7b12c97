import type { EppSession } from "../session/EppSession.ts"

/** Milliseconds in which the end of a connection counts as a consequence of its latest answer. */
const aftermath = 1000

/**
 * Whether the registry is suspected to close connections some time after an answer. While it is, a session that has answered
 * a command says hello before the next change: one that is about to end does not answer, and loses nothing. An answered
 * hello removes the suspicion.
 */
export class ClosingHabit {
  #isSuspected = false

  /** Called when the server has ended a session. */
  ended({ commands, connection }: EppSession, now: number): void {
    // A session that ends behind its login is a matter of the circuit breaker.
    if (commands > 1 && now - connection.answeredAt < aftermath) this.#isSuspected = true
  }

  /** Called when a session that was in doubt has answered a hello. */
  disproved(): void {
    this.#isSuspected = false
  }

  /** Whether the session may be about to end. */
  isDoubtful({ commands }: EppSession): boolean {
    return this.#isSuspected && commands > 1
  }
}
