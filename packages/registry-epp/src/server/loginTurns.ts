import { Clock, Effect, Semaphore } from "effect"

export interface LoginTurnsOptions {
  /** Pause after the first failed login in milliseconds, doubled with each further one up to 30 seconds. */
  readonly pause: number
  /** Maximum number of waiting logins of one client identifier. */
  readonly waiting: number
}

/** Result of the password check. `unknown` if the login was refused for another reason. */
export type PasswordVerdict = "right" | "wrong" | "unknown"

/** Milliseconds; clients hardly wait longer for a response. */
const longestPause = 30_000

/** Maximum number of remembered client identifiers without an account. */
const remembered = 1000

interface Turns {
  readonly turn: Semaphore.Semaphore
  waiting: number
  /** Failed logins in a row. */
  failures: number
  /** Milliseconds since 1970 before which no login begins. */
  readyOn: number
}

export interface LoginTurns {
  /** Runs a login in its turn; undefined if too many others wait. */
  readonly take: <A>(
    clientId: string,
    login: Effect.Effect<A>,
    verdictOf: (outcome: A) => PasswordVerdict
  ) => Effect.Effect<A | undefined>
}

/**
 * Serializes the logins of each client identifier, with a pause after each failed one, on any connection. Identifiers
 * without an account are treated the same, so that the pauses do not show which ones exist.
 */
export const loginTurns = (accounts: ReadonlySet<string>, { pause, waiting }: LoginTurnsOptions): LoginTurns => {
  const all = new Map<string, Turns>()

  /** Removes the oldest identifier without an account and without a waiting login. */
  const forgetOne = () => {
    for (const [clientId, turns] of all) {
      if (turns.waiting === 0 && !accounts.has(clientId)) return void all.delete(clientId)
    }
  }

  const turnsOf = (clientId: string): Turns => {
    const existing = all.get(clientId)
    if (existing !== undefined) return existing
    if (all.size >= accounts.size + remembered) forgetOne()
    const turns = { turn: Semaphore.makeUnsafe(1), waiting: 0, failures: 0, readyOn: 0 }
    all.set(clientId, turns)
    return turns
  }

  const note = (turns: Turns, verdict: PasswordVerdict, now: number) => {
    if (verdict === "right") turns.failures = 0
    if (verdict !== "wrong") return
    turns.failures++
    turns.readyOn = now + Math.min(pause * 2 ** (turns.failures - 1), longestPause)
  }

  const inTurn = Effect.fnUntraced(
    function*<A>(turns: Turns, login: Effect.Effect<A>, verdictOf: (outcome: A) => PasswordVerdict) {
      const rest = turns.readyOn - (yield* Clock.currentTimeMillis)
      if (rest > 0) yield* Effect.sleep(rest)
      const outcome = yield* login
      note(turns, verdictOf(outcome), yield* Clock.currentTimeMillis)
      return outcome
    }
  )

  return {
    take: Effect.fnUntraced(function*(clientId, login, verdictOf) {
      const turns = turnsOf(clientId)
      if (turns.waiting >= waiting) return undefined
      turns.waiting++
      return yield* turns.turn.withPermit(inTurn(turns, login, verdictOf)).pipe(
        Effect.ensuring(Effect.sync(() => void turns.waiting--))
      )
    })
  }
}
