import { Effect, Result } from "effect"
import { closeSession } from "../session/closeSession.ts"
import type { Answer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import { sessionFailure } from "../session/SessionFailure.ts"
import type { CircuitBreaker } from "./CircuitBreaker.ts"
import type { PoolParts } from "./PoolParts.ts"
import { permitOf, type Seat } from "./Seat.ts"
import { type SeatAction, type SeatEvent, seatTransition } from "./SeatState.ts"

/** State machine of seats with its actions. */
export interface SeatLifecycle {
  /** Applies an event to a seat. False if the event is ignored in its state. */
  readonly move: (seat: Seat, event: SeatEvent) => boolean
  /** Assigns a new session to its seat. */
  readonly opened: (seat: Seat, session: EppSession) => void
  /** Processes a response that concerns the session itself. */
  readonly answered: (seat: Seat, answer: Answer) => void
  /** Performs due actions of the seat. Returns the next due time, in milliseconds since 1970. */
  readonly tend: (seat: Seat) => number
  /** Calls back as soon as no seat is left. */
  readonly whenAllGone: (call: () => void) => void
}

/** Callbacks of seats. */
export interface SeatEvents {
  /** A session has capacity for commands, or has ended. */
  readonly onChange: () => void
  /** The registry reports too many sessions. */
  readonly onSessionLimit: () => void
}

/** Time for which a seat without a session is kept, in milliseconds. */
const vacancy = 5000
/** A session that ends within this time without a response counts as a failed login, in milliseconds. */
const shortLife = 10_000

/** Result codes of commands before the login (RFC 5730, section 3; 2200 is used by some servers). */
const beforeLogin: ReadonlySet<number> = new Set([2002, 2200])
/** After this many in a row the server has lost the login, and a new session is opened. */
const mostDoubts = 3

export const seatLifecycle = (parts: PoolParts, circuit: CircuitBreaker, events: SeatEvents): SeatLifecycle => {
  const { dispatcher, leases, run, settings, timekeeper } = parts
  const { seats } = dispatcher
  const onAllGone: Array<() => void> = []
  const now = () => timekeeper.now()

  const move = (seat: Seat, event: SeatEvent): boolean => {
    const transition = seatTransition(seat.state, event)
    if (transition === undefined) return false
    seat.state = transition.to
    if (transition.act !== undefined) actions[transition.act](seat)
    return true
  }

  const empty = (seat: Seat) => {
    const connection = seat.session?.connection
    if (connection?.ended === undefined) connection?.destroy("The slot of this session is given up")
    seat.session = undefined
    seat.use(now())
    seat.onEmpty()
    events.onChange()
  }

  const actions: Readonly<Record<SeatAction, (seat: Seat) => void>> = {
    rest: empty,

    drain: (seat) => {
      if (seat.pending === 0) move(seat, "idle")
    },

    logOut: (seat) => {
      const { session } = seat
      if (session === undefined) return
      // The server may end the session first.
      session.connection.onEnd = () => undefined
      const { count, wait } = permitOf(seat, timekeeper)
      run(
        wait.pipe(
          Effect.andThen(count),
          Effect.andThen(closeSession(session)),
          Effect.andThen(Effect.sync(() => seat.session === session && move(seat, "ended")))
        )
      )
    },

    release: (seat) => {
      empty(seat)
      run(
        Effect.andThen(
          leases.release(seat.slot, seat.window.clearFrom),
          Effect.sync(() => void move(seat, "released"))
        )
      )
    },

    remove: (seat) => {
      seats.splice(seats.indexOf(seat), 1)
      empty(seat)
      checkAllGone()
    }
  }

  const checkAllGone = () => {
    if (seats.length === 0) onAllGone.splice(0).forEach((call) => call())
  }

  const ended = (seat: Seat, session: EppSession, reason: string) => {
    const isShort = session.commands === 1 && now() - session.since < shortLife
    if (isShort) circuit.failed(closedAtOnce(reason), now(), 0)
    dispatcher.closing.ended(session, now())
    run(Effect.logInfo(`Session ${seat.slot} with the registry ended: ${reason}`))
    move(seat, "ended")
  }

  const isUsedUp = ({ commands, since }: EppSession) =>
    commands >= settings.commandsBeforeLogout || now() - since >= settings.age

  const signOfLife = (seat: Seat, session: EppSession) => {
    seat.window.count(now())
    seat.touched = now()
    session.hello(settings.query, (answer) => {
      if (Result.isFailure(answer)) return
      circuit.proven()
      events.onChange()
    })
  }

  const activeSessions = () => seats.filter(({ active }) => active !== undefined).length

  const tendVacant = (seat: Seat): number => {
    const releasedFrom = Math.max(seat.touched + vacancy, seat.window.clearFrom)
    if (now() < releasedFrom) return releasedFrom
    move(seat, "unused")
    return Infinity
  }

  const tendOpen = (seat: Seat, session: EppSession): number => {
    if (seat.pending > 0) return now() + settings.keepAlive
    const spareUntil = activeSessions() > settings.minimumSessions ? seat.used + settings.spare : Infinity
    if (isUsedUp(session) || now() >= spareUntil) {
      move(seat, "leave")
      return Infinity
    }
    const quietUntil = () => Math.max(seat.touched + settings.keepAlive, now() + seat.window.wait(now()))
    if (now() >= quietUntil()) signOfLife(seat, session)
    return Math.min(session.since + settings.age, spareUntil, quietUntil())
  }

  return {
    move,

    whenAllGone: (call) => {
      onAllGone.push(call)
      checkAllGone()
    },

    opened: (seat, session) => {
      seat.session = session
      seat.doubts = 0
      seat.use(now())
      session.connection.onEnd = (reason) => ended(seat, session, reason)
      session.connection.onSettled = () => dispatcher.proceed()
      // The slot was lost during the login.
      if (!move(seat, "opened")) return empty(seat)
      if (session.connection.ended !== undefined) ended(seat, session, session.connection.ended)
    },

    answered: (seat, answer) => {
      const { session } = seat
      if (session === undefined || Result.isFailure(answer)) return
      seat.use(now())
      circuit.proven()
      const code = answer.success._tag === "Response" ? answer.success.results[0].code : 0
      seat.doubts = beforeLogin.has(code) ? seat.doubts + 1 : 0
      if (code >= 2500) {
        // The server closes the connection after such a response.
        session.connection.close()
        move(seat, "ended")
        if (code === 2502) events.onSessionLimit()
        return
      }
      if (isUsedUp(session) || seat.doubts >= mostDoubts) move(seat, "leave")
      if (seat.active === undefined && seat.pending === 0) move(seat, "idle")
    },

    tend: (seat) => {
      if (seat.state === "vacant") return tendVacant(seat)
      if (seat.active !== undefined) return tendOpen(seat, seat.active)
      if (seat.pending === 0) move(seat, "idle")
      return Infinity
    }
  }
}

const closedAtOnce = (reason: string) => sessionFailure("unreachable", `The session ended after its login: ${reason}`)
