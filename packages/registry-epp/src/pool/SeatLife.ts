import { Effect, Result } from "effect"
import { closeSession } from "../session/closeSession.ts"
import type { Answer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import { sessionFailure } from "../session/SessionFailure.ts"
import type { CircuitBreaker } from "./CircuitBreaker.ts"
import type { PoolParts } from "./PoolParts.ts"
import { permitOf, type Seat } from "./Seat.ts"

/** What happens to a session between its login and its end. */
export interface SeatLife {
  /** Puts a session that was just opened into its seat. */
  readonly take: (seat: Seat, session: EppSession) => void
  /** Looks at an answer for what it says of its session. */
  readonly answered: (seat: Seat, answer: Answer) => void
  /** Does what is due with the seat; answers when something is due next, in milliseconds since 1970. */
  readonly tend: (seat: Seat) => number
  /** Ends the session when nothing is under way in it any more. */
  readonly leave: (seat: Seat) => void
  /** Gives the seat to another process as soon as that can be. */
  readonly handOver: (seat: Seat) => void
  /** Ends the session at once: the seat is not ours any more. */
  readonly drop: (seat: Seat, reason: string) => void
}

/** What seats tell whoever keeps them. */
export interface SeatEvents {
  /** There is room for commands, or a session less. */
  readonly onChange: () => void
  /** The registry says that there are too many sessions. */
  readonly onSessionLimit: () => void
}

/** Milliseconds for which a seat without a session is kept. */
const vacancy = 5000
/** A session that ends sooner without an answer was not one. */
const shortLife = 10_000

/** What is answered to commands before the login (RFC 5730, section 3; 2200 of servers that go their own way). */
const beforeLogin: ReadonlySet<number> = new Set([2002, 2200])
/** So many in a row say that the server has forgotten the login: it is asked for a new session. */
const mostDoubts = 3

export const seatLife = (parts: PoolParts, circuit: CircuitBreaker, events: SeatEvents): SeatLife => {
  const { dispatcher, leases, run, settings, timekeeper } = parts
  const { seats } = dispatcher
  const now = () => timekeeper.now()

  const takeOut = (seat: Seat): boolean => {
    const index = seats.indexOf(seat)
    if (index >= 0) seats.splice(index, 1)
    return index >= 0
  }

  const remove = (seat: Seat) => {
    if (takeOut(seat)) run(leases.release(seat.slot, seat.window.clearFrom))
  }

  const vacate = (seat: Seat) => {
    seat.session = undefined
    seat.isLeaving = false
    seat.isClosing = false
    seat.use(now())
    seat.onVacant()
    if (seat.isWanted) remove(seat)
    events.onChange()
  }

  const logOut = (seat: Seat) => {
    const session = seat.session
    if (session === undefined || seat.isClosing) return
    seat.isClosing = true
    // A server that ends the session by itself meanwhile has ended it.
    session.connection.onEnd = () => undefined
    const { count, wait } = permitOf(seat, timekeeper)
    run(
      wait.pipe(
        Effect.andThen(count),
        Effect.andThen(closeSession(session)),
        Effect.andThen(Effect.sync(() => vacate(seat)))
      )
    )
  }

  const leave = (seat: Seat) => {
    seat.isLeaving = true
    if (seat.pending === 0) logOut(seat)
  }

  const ended = (seat: Seat, session: EppSession, reason: string) => {
    const isShort = session.commands === 1 && now() - session.since < shortLife
    if (isShort) circuit.failed(closedAtOnce(reason), now(), 0)
    run(Effect.logInfo(`Session ${seat.slot} with the registry ended: ${reason}`))
    vacate(seat)
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
    if (!seat.isWanted && now() < releasedFrom) return releasedFrom
    remove(seat)
    return Infinity
  }

  return {
    take: (seat, session) => {
      seat.session = session
      seat.doubts = 0
      seat.use(now())
      session.connection.onEnd = (reason) => ended(seat, session, reason)
      if (session.connection.ended !== undefined) return ended(seat, session, session.connection.ended)
      // While the login went on the place was given to somebody else, or asked for.
      if (!seats.includes(seat)) session.connection.destroy("Another process has the place of this session")
      else if (seat.isWanted) leave(seat)
    },

    answered: (seat, answer) => {
      const { session } = seat
      if (session === undefined || Result.isFailure(answer)) return
      seat.use(now())
      circuit.proven()
      const code = answer.success._tag === "Response" ? answer.success.results[0].code : 0
      seat.doubts = beforeLogin.has(code) ? seat.doubts + 1 : 0
      if (code >= 2500) {
        // The server closes the connection after such an answer.
        session.connection.close()
        vacate(seat)
        if (code === 2502) events.onSessionLimit()
      } else if (seat.isLeaving || isUsedUp(session) || seat.doubts >= mostDoubts) leave(seat)
    },

    tend: (seat) => {
      const { session } = seat
      if (seat.isOpening || seat.isClosing) return Infinity
      if (session === undefined) return tendVacant(seat)
      if (seat.pending > 0) return now() + settings.keepAlive
      const spareUntil = activeSessions() > settings.minimumSessions ? seat.used + settings.spare : Infinity
      if (isUsedUp(session) || now() >= spareUntil) {
        leave(seat)
        return Infinity
      }
      const quietUntil = () => Math.max(seat.touched + settings.keepAlive, now() + seat.window.wait(now()))
      if (now() >= quietUntil()) signOfLife(seat, session)
      return Math.min(session.since + settings.age, spareUntil, quietUntil())
    },

    leave,

    handOver: (seat) => {
      seat.isWanted = true
      if (seat.session !== undefined) leave(seat)
      else if (!seat.isOpening) remove(seat)
    },

    drop: (seat, reason) => {
      seat.session?.connection.destroy(reason)
      takeOut(seat)
      seat.onVacant()
      events.onChange()
    }
  }
}

const closedAtOnce = (reason: string) => sessionFailure("unreachable", `The session ended after its login: ${reason}`)
