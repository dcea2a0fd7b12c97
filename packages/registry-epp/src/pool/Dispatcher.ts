import { Result } from "effect"
import type { Answer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import { Alarm, type Timekeeper } from "../session/Timekeeper.ts"
import { ClosingSuspicion } from "./ClosingSuspicion.ts"
import { EppNotSent } from "./EppClient.ts"
import type { PoolSettings } from "./EppPoolOptions.ts"
import type { Seat } from "./Seat.ts"
import { type Waiting, WaitingCommands } from "./WaitingCommands.ts"

/** A document that is ready to be sent. */
export interface Sending {
  readonly document: string
  readonly clTRID: string
  /** Time limit of the response, in milliseconds. */
  readonly patience: number
  readonly settle: (answer: Answer) => void
}

/** A command before its turn. */
export interface WaitingCommand extends Waiting {
  /** True if it can share its session with other queries. */
  readonly isQuery: boolean
  /** Writes it for the selected session; undefined if it is not sent after all. */
  readonly prepare: (session: EppSession) => Sending | undefined
  /** Called if it is not sent. */
  readonly fail: (failure: EppNotSent) => void
}

/** Callbacks of the dispatcher. */
export interface DispatcherEvents {
  /** Called if commands wait and no session has room. */
  readonly onStarved: () => void
  /** Called for a response, or its loss together with the session. */
  readonly onAnswer: (seat: Seat, answer: Answer) => void
}

/** Assigns waiting commands to sessions: fairly, within the registry's limits, and exclusively where required. */
export class Dispatcher {
  readonly seats: Array<Seat> = []
  readonly closing = new ClosingSuspicion()
  readonly #waiting = new WaitingCommands<WaitingCommand>()
  /**
   * Sessions that may run several queries. A session that is not in the set is idle, or runs a command that must be
   * alone.
   */
  readonly #sharing = new WeakSet<EppSession>()
  readonly #settings: PoolSettings
  readonly #timekeeper: Timekeeper
  readonly #events: DispatcherEvents
  readonly #onIdle: Array<() => void> = []
  readonly #rest: Alarm
  readonly #patience: Alarm

  constructor(settings: PoolSettings, timekeeper: Timekeeper, events: DispatcherEvents) {
    this.#settings = settings
    this.#timekeeper = timekeeper
    this.#events = events
    this.#rest = new Alarm(timekeeper, () => this.proceed())
    this.#patience = new Alarm(timekeeper, () => this.#giveUpLate())
  }

  /** Number of waiting commands. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Number of pending commands. */
  get pending(): number {
    return this.seats.reduce((sum, seat) => sum + seat.pending, 0)
  }

  submit(command: WaitingCommand): void {
    if (this.#waiting.size >= this.#settings.waiting) {
      return command.fail(notSent("busy", `${this.#waiting.size} commands wait for the registry already`))
    }
    this.#waiting.add(command)
    this.proceed()
    if (this.#waiting.size > 0) this.#patience.by(command.since + this.#settings.wait)
  }

  /** Removes a waiting command. A command that was sent continues without a listener. */
  withdraw(command: WaitingCommand): void {
    this.#waiting.remove(command)
    this.#lookWhetherIdle()
  }

  /** Sends the commands that can be sent now. */
  proceed(): void {
    for (let next = this.#waiting.first(); next !== undefined; next = this.#waiting.first()) {
      const seat = this.#roomFor(next)
      if (seat?.session === undefined) return this.#isGettingReady() ? undefined : this.#starved()
      this.#waiting.take()
      this.#send(next, seat, seat.session)
    }
  }

  /** Calls back as soon as no command is waiting or pending. */
  whenIdle(call: () => void): void {
    this.#onIdle.push(call)
    this.#lookWhetherIdle()
  }

  /** Fails every waiting command. */
  failWaiting(failure: EppNotSent): void {
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) next.fail(failure)
    this.#lookWhetherIdle()
  }

  /** The seat with the fewest pending commands, lowest slot first. */
  #roomFor(command: WaitingCommand): Seat | undefined {
    const now = this.#timekeeper.now()
    let best: Seat | undefined
    for (const seat of this.seats) {
      if (this.#hasRoom(seat, command, now) && (best === undefined || seat.pending < best.pending)) best = seat
    }
    return best
  }

  #hasRoom(seat: Seat, { isQuery }: WaitingCommand, now: number): boolean {
    const session = seat.active
    if (session === undefined || !this.#isUsable(seat, session, now)) return false
    if (seat.pending === 0) return this.#isSafe(session, isQuery)
    return isQuery && this.#sharing.has(session) && seat.pending < this.#settings.depth
  }

  #isUsable(seat: Seat, session: EppSession, now: number): boolean {
    return session.connection.ended === undefined
      && session.commands < this.#settings.commandsBeforeLogout
      && seat.window.wait(now) === 0
  }

  /**
   * True if the command is unlikely to be lost. A lost query is sent again, which suffices unless sessions end often.
   */
  #isSafe(session: EppSession, isQuery: boolean): boolean {
    return !this.closing.isDoubtful(session) && (isQuery || session.connection.isSettled)
  }

  /** True if an idle session will soon accept a command; a doubtful session is checked with a hello. */
  #isGettingReady(): boolean {
    const now = this.#timekeeper.now()
    let isOne = false
    for (const seat of this.seats) {
      const { active } = seat
      if (active === undefined || seat.pending > 0 || !this.#isUsable(seat, active, now)) continue
      isOne = true
      if (active.connection.isSettled) this.#sayHello(seat, active, now)
      else active.connection.settle()
    }
    return isOne
  }

  #sayHello(seat: Seat, session: EppSession, now: number): void {
    seat.window.count(now)
    seat.touched = now
    session.hello(this.#settings.query, (answer) => {
      if (Result.isFailure(answer)) return
      this.closing.disproved()
      this.proceed()
    })
  }

  #send(command: WaitingCommand, seat: Seat, session: EppSession): void {
    const sending = command.prepare(session)
    if (sending === undefined) return
    const now = this.#timekeeper.now()
    seat.window.count(now)
    seat.use(now)
    if (command.isQuery) this.#sharing.add(session)
    else this.#sharing.delete(session)
    session.send(sending.document, sending.clTRID, sending.patience, (answer) => {
      this.#events.onAnswer(seat, answer)
      sending.settle(answer)
      this.proceed()
      this.#lookWhetherIdle()
    })
  }

  /** Schedules another attempt at the end of the rate window, and requests one more session. */
  #starved(): void {
    const now = this.#timekeeper.now()
    const waits = this.seats.filter((seat) => seat.active !== undefined).map((seat) => seat.window.wait(now))
    const rest = Math.min(...waits.filter((wait) => wait > 0))
    if (rest !== Infinity) this.#rest.by(now + rest)
    this.#events.onStarved()
  }

  #giveUpLate(): void {
    const { wait } = this.#settings
    for (const late of this.#waiting.waitingSince(this.#timekeeper.now() - wait)) {
      this.#waiting.remove(late)
      late.fail(notSent("busy", "The command waited too long for its turn"))
    }
    this.#patience.by(this.#waiting.oldest() + wait)
    this.#lookWhetherIdle()
  }

  #lookWhetherIdle(): void {
    if (this.#onIdle.length > 0 && this.#waiting.size === 0 && this.pending === 0) {
      for (const call of this.#onIdle.splice(0)) call()
    }
  }
}

const notSent = (reason: EppNotSent["reason"], text: string) => new EppNotSent({ reason, text })
