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
import { seatLife } from "./SeatLife.ts"
import type { PasswordNotTaken } from "./SessionOpener.ts"

/** Opens sessions when they are needed, and closes them when they are old, used up, or of no use. */
export interface SessionKeeper {
  readonly circuit: CircuitBreaker
  /** Why a command that comes now cannot be sent at all. */
  readonly refusal: () => EppNotSent | undefined
  /** Opens a session if one is missing and may be opened now. */
  readonly grow: () => void
  /** Does what is due with every session, and sees to it that it is called again. */
  readonly tend: () => void
  readonly answered: (seat: Seat, answer: Answer) => void
  /** Releases the slots of processes that have ended, and opens the sessions that were missing for want of one. */
  readonly releaseEnded: Effect.Effect<void>
  /** Keeps the slots for this process, and gives some up that others ask for; to be run every `leaseBeat`. */
  readonly beat: Effect.Effect<void>
  readonly changePassword: (
    password: Redacted.Redacted
  ) => Effect.Effect<void, EppNotSent | SessionFailure | PasswordNotTaken>
  /** Takes no more commands, lets those end that are there, and logs out: all of it within ten seconds. */
  readonly close: Effect.Effect<void>
}

/** Milliseconds until the next look for a free slot: where commands wait, and where only the minimum is missing. */
const slotRest = { urgent: 5000, idle: 30_000 }
/** Milliseconds in which whoever asked for a slot gets it before this process asks again. */
const courtesy = 15_000
/** Milliseconds for which the registry is taken at its word that there are too many sessions. */
const shrinkage = 5 * 60_000
export const sessionKeeper = (parts: PoolParts): SessionKeeper => {
  const { dispatcher, leases, metrics, opener, run, settings, timekeeper } = parts
  const { seats } = dispatcher
  const now = () => timekeeper.now()
  const circuit = new CircuitBreaker()
  /** Logins one after another: wrong credentials are tried once, not by every session at once. */
  const logins = Semaphore.makeUnsafe(1)
  const alarm = new Alarm(timekeeper, () => tend())
  const state = { isOpening: false, isStopping: false, slotsFrom: -Infinity, minimumFrom: -Infinity, shrunk: unshrunk }

  const active = () => seats.flatMap((seat) => seat.active ?? [])
  const vacantSeat = () => seats.find((seat) => seat.state === "vacant")

  const shrink = () => {
    state.shrunk = { sessions: Math.max(1, active().length), until: now() + shrinkage }
  }

  const life = seatLife(parts, circuit, {
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

  /** A seat of ours without a session, or one that was free. */
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

  /** Logs in for a seat, unless its place is given up meanwhile. */
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

  /** A seat without a session, for which another one gives up its own if it must be. */
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

/** Releases the slots of ended processes; returns when they are free. What these have sent counts in the registry's minute. */
const releasedEnded = ({ leases, settings, timekeeper }: PoolParts) =>
  Effect.suspend(() => {
    const isLimited = settings.commandsPerMinuteOfSession !== Infinity
    const freeFrom = isLimited ? timekeeper.now() + windowMillis : -Infinity
    return Effect.as(leases.releaseEnded(freeFrom), freeFrom)
  })

/** The registry has not said that there are too many sessions. */
const unshrunk = { sessions: Infinity, until: -Infinity }

const notLookedAfter = (cause: Cause.Cause<never>) =>
  Effect.logError("The sessions with the registry could not be looked after", cause)

const noPlace = new EppNotSent({ reason: "busy", text: "Other processes have all sessions" })

const stopped = new EppNotSent({ reason: "stopped", text: "The sessions with the registry are closed" })

const givenUp = sessionFailure("temporary", "The place of the session was given up")

/** What stands for a defect: credentials that could not be read, for one. */
const unexplained = sessionFailure("temporary", "No session could be opened")

const notSent = (failure: SessionFailure = unexplained) =>
  new EppNotSent({
    reason: failure.kind === "credentials" || failure.kind === "refused" ? "refused" : "unreachable",
    text: failure.text
  })
