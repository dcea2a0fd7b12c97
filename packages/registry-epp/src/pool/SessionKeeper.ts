import { Cause, Effect, Exit, Option, Random, type Redacted, Semaphore } from "effect"
import type { Answer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import { type SessionFailure, sessionFailure } from "../session/SessionFailure.ts"
import { Alarm } from "../session/Timekeeper.ts"
import { CircuitBreaker } from "./CircuitBreaker.ts"
import { closeSeats } from "./closeSeats.ts"
import { EppNotSent } from "./EppClient.ts"
import type { PoolParts } from "./PoolParts.ts"
import { RateWindow, windowMillis } from "./RateWindow.ts"
import { type Permit, permitOf, Seat } from "./Seat.ts"
import { seatLifecycle } from "./SeatLifecycle.ts"
import type { PasswordNotTaken } from "./SessionOpener.ts"

/** Opens sessions on demand, and closes those that are old, at their command limit, or unusable. */
export interface SessionKeeper {
  readonly circuit: CircuitBreaker
  /** Reason why new commands cannot be sent at present. */
  readonly refusal: () => EppNotSent | undefined
  /** Opens a session if one is missing and allowed now. */
  readonly grow: () => void
  /** Performs due actions of all sessions and schedules the next call. */
  readonly tend: () => void
  readonly answered: (seat: Seat, answer: Answer) => void
  /** Releases the slots of ended processes and opens sessions that waited for a slot. */
  readonly releaseEnded: Effect.Effect<void>
  /** Renews the slot leases and releases requested ones. Run every `leaseBeat`. */
  readonly beat: Effect.Effect<void>
  readonly changePassword: (
    password: Redacted.Redacted
  ) => Effect.Effect<void, EppNotSent | SessionFailure | PasswordNotTaken>
  /** Accepts no more commands, waits for the others, and logs out, within 10 seconds. */
  readonly close: Effect.Effect<void>
}

/** Interval of requests for a free slot, in milliseconds: while commands wait, and to reach the minimum. */
const slotRest = { urgent: 5000, idle: 30_000 }
/** Time for which a released slot is left to the process that requested it, in milliseconds. */
const courtesy = 15_000
/** Time without new sessions after the registry reported too many, in milliseconds. */
const shrinkage = 5 * 60_000
export const sessionKeeper = (parts: PoolParts): SessionKeeper => {
  const { dispatcher, leases, metrics, opener, run, settings, timekeeper } = parts
  const { seats } = dispatcher
  const now = () => timekeeper.now()
  const circuit = new CircuitBreaker()
  /** Serializes logins: wrong credentials are tried once, not by every session. */
  const logins = Semaphore.makeUnsafe(1)
  const alarm = new Alarm(timekeeper, () => tend())
  const state = { isOpening: false, isStopping: false, slotsFrom: -Infinity, minimumFrom: -Infinity, shrunk: unshrunk }

  const active = () => seats.flatMap((seat) => seat.active ?? [])
  const vacantSeat = () => seats.find((seat) => seat.state === "vacant")

  const shrink = () => {
    state.shrunk = { sessions: Math.max(1, active().length), until: now() + shrinkage }
  }

  const life = seatLifecycle(parts, circuit, {
    onChange: () => {
      dispatcher.proceed()
      tend()
    },
    onSessionLimit: shrink
  })

  const refusal = () => {
    if (state.isStopping) return stopped
    return circuit.isOpen(now()) && active().length === 0 ? notSent(circuit.problem) : undefined
  }

  const isMissing = () => {
    const allowed = now() < state.shrunk.until ? Math.min(state.shrunk.sessions, settings.sessions) : settings.sessions
    const minimum = state.isStopping || now() < state.minimumFrom ? 0 : settings.minimumSessions
    const wanted = Math.max(minimum, dispatcher.waiting > 0 ? active().length + 1 : 0)
    return active().length < wanted && seats.filter(({ session }) => session !== undefined).length < allowed
  }

  const grow = () => {
    if (state.isOpening || !isMissing()) return
    const from = Math.max(circuit.restsUntil, vacantSeat() === undefined ? state.slotsFrom : -Infinity)
    if (now() < from) return alarm.by(from)
    state.isOpening = true
    run(logins.withPermits(1)(openOne))
  }

  const tend = () => {
    const due = [...seats].map((seat) => life.tend(seat))
    grow()
    alarm.by(Math.min(...due, state.minimumFrom > now() ? state.minimumFrom : Infinity))
    const sessions = seats.filter(({ session }) => session !== undefined).length
    metrics.levels({ sessions, waiting: dispatcher.waiting, isOpen: circuit.isOpen(now()) })
  }

  /** A vacant seat, or a newly leased one. */
  const findSeat = Effect.gen(function*() {
    const vacant = vacantSeat()
    if (vacant !== undefined) return vacant
    const isUrgent = dispatcher.waiting > 0
    const slot = yield* leases.acquire(isUrgent)
    if (Option.isNone(slot)) {
      state.slotsFrom = now() + slotRest.urgent
      if (!isUrgent) state.minimumFrom = now() + slotRest.idle
      return undefined
    }
    const seat = new Seat(slot.value, new RateWindow(settings.commandsPerMinuteOfSession), now())
    seats.push(seat)
    return seat
  })

  const opened = (seat: Seat, session: EppSession) => {
    metrics.login("done")
    circuit.opened()
    life.opened(seat, session)
  }

  const notOpened = Effect.fnUntraced(function*(cause: Cause.Cause<SessionFailure>) {
    const failure = Option.getOrElse(Cause.findErrorOption(cause), () => unexplained)
    metrics.login(failure.kind)
    if (failure.kind === "sessionLimit" && active().length > 0) return shrink()
    circuit.failed(failure, now(), yield* Random.next)
    const isRefused = failure.kind === "credentials" || failure.kind === "refused"
    const log = isRefused ? Effect.logError : Effect.logWarning
    yield* failure === unexplained ? Effect.logError(failure.text, cause) : log(failure.text)
    if (circuit.isOpen(now()) && active().length === 0) dispatcher.failWaiting(notSent(failure))
  })

  /** Logs in for a seat, unless its slot is released meanwhile. */
  const inSeat = <A, E>(seat: Seat, logIn: (permit: Permit) => Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      if (!life.move(seat, "begin")) return Effect.fail(givenUp)
      const untilGivenUp = Effect.callback<never, SessionFailure>((resume) => {
        seat.onEmpty = () => resume(Effect.fail(givenUp))
      })
      return Effect.raceFirst(untilGivenUp, logIn(permitOf(seat, timekeeper)))
    })

  const openOne = Effect.gen(function*() {
    const seat = yield* findSeat
    if (seat === undefined) return
    const exit = yield* Effect.exit(inSeat(seat, opener.open))
    if (Exit.isSuccess(exit)) return opened(seat, exit.value)
    if (life.move(seat, "notOpened")) yield* notOpened(exit.cause)
  }).pipe(Effect.ensuring(Effect.sync(() => {
    state.isOpening = false
    dispatcher.proceed()
    tend()
  })))

  const beat = Effect.gen(function*() {
    const { lost, wanted } = yield* leases.renew([...seats])
    for (const seat of lost) life.move(seat, "lost")
    if (wanted.length > 0) state.slotsFrom = state.minimumFrom = now() + courtesy
    for (const seat of wanted) life.move(seat, "wanted")
    if (circuit.problem?.kind === "credentials" && (yield* opener.hasOtherPassword)) circuit.opened()
    tend()
  }).pipe(Effect.catchCause(notLookedAfter))

  const releaseEnded = Effect.map(releasedEnded(parts), (freeFrom) => {
    state.slotsFrom = state.minimumFrom = freeFrom
    tend()
  })

  /** A seat without a session. If there is none, another seat ends its session. */
  const emptySeat: Effect.Effect<Seat, EppNotSent> = Effect.gen(function*() {
    const found = yield* findSeat
    if (found !== undefined) return found
    const taken = seats.find((seat) => seat.active !== undefined)
    if (taken === undefined) return yield* noPlace
    yield* Effect.callback<void>((resume) => {
      taken.onEmpty = () => resume(Effect.void)
      life.move(taken, "leave")
    })
    return taken.state === "vacant" ? taken : yield* noPlace
  })

  const changePassword = Effect.fn("EppPool.changePassword")(function*(password: Redacted.Redacted) {
    yield* logins.withPermits(1)(Effect.gen(function*() {
      state.isOpening = true
      const seat = yield* emptySeat
      yield* Effect.ensuring(
        inSeat(seat, (permit) => opener.changePassword(password, permit)),
        Effect.sync(() => life.move(seat, "notOpened"))
      )
    })).pipe(Effect.ensuring(Effect.sync(() => {
      state.isOpening = false
      tend()
    })))
  })

  const close = Effect.suspend(() => {
    state.isStopping = true
    return closeSeats(parts, life, stopped)
  })

  return { circuit, refusal, grow, tend, answered: life.answered, releaseEnded, beat, changePassword, close }
}

/**
 * Releases the slots of ended processes and returns the time from which they are free: their commands count in the rate
 * limit.
 */
const releasedEnded = ({ leases, settings, timekeeper }: PoolParts) =>
  Effect.suspend(() => {
    const isLimited = settings.commandsPerMinuteOfSession !== Infinity
    const freeFrom = isLimited ? timekeeper.now() + windowMillis : -Infinity
    return Effect.as(leases.releaseEnded(freeFrom), freeFrom)
  })

/** True unless the registry reported too many sessions. */
const unshrunk = { sessions: Infinity, until: -Infinity }

const notLookedAfter = (cause: Cause.Cause<never>) =>
  Effect.logError("The sessions with the registry could not be looked after", cause)

const noPlace = new EppNotSent({ reason: "busy", text: "Other processes have all sessions" })

const stopped = new EppNotSent({ reason: "stopped", text: "The sessions with the registry are closed" })

const givenUp = sessionFailure("temporary", "The slot of the session was given up")

/** Failure in place of a defect, for example unreadable credentials. */
const unexplained = sessionFailure("temporary", "No session could be opened")

const notSent = (failure: SessionFailure = unexplained) =>
  new EppNotSent({
    reason: failure.kind === "credentials" || failure.kind === "refused" ? "refused" : "unreachable",
    text: failure.text
  })
