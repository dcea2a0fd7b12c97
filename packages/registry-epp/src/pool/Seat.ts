import { Effect } from "effect"
import type { EppSession } from "../session/EppSession.ts"
import type { Timekeeper } from "../session/Timekeeper.ts"
import type { RateWindow } from "./RateWindow.ts"
import type { SeatState } from "./SeatState.ts"

/** A session slot leased by this process, with its session if there is one. */
export class Seat {
  readonly slot: number
  /** Commands sent in this slot in the last minute, by the current session and earlier ones. */
  readonly window: RateWindow
  /** Changed by `SeatLifecycle` only. */
  state: SeatState = "vacant"
  session: EppSession | undefined = undefined
  /** Consecutive responses that servers send to clients that are not logged in. */
  doubts = 0
  /** Called when the seat has no session and none is being opened. */
  onEmpty: () => void = () => undefined
  /** Time of the latest message, response, start or end of the session, in milliseconds since 1970. */
  touched: number
  /** The same without keep-alives. */
  used: number

  constructor(slot: number, window: RateWindow, now: number) {
    this.slot = slot
    this.window = window
    this.touched = now
    this.used = now
  }

  /** Records activity other than a keep-alive. */
  use(now: number): void {
    this.touched = now
    this.used = now
  }

  /** The session, if it accepts commands. */
  get active(): EppSession | undefined {
    return this.state === "open" ? this.session : undefined
  }

  /** Pending messages. */
  get pending(): number {
    return this.session?.connection.pending ?? 0
  }
}

/** Permit to send one command. */
export interface Permit {
  /** Waits for the permit. */
  readonly wait: Effect.Effect<void>
  /** Counts the command. Called when it is sent. */
  readonly count: Effect.Effect<void>
}

/** The permits of a seat. */
export const permitOf = (seat: Seat, timekeeper: Timekeeper): Permit => {
  const wait: Effect.Effect<void> = Effect.suspend(() => {
    const millis = seat.window.wait(timekeeper.now())
    return millis > 0 ? Effect.andThen(Effect.sleep(millis), wait) : Effect.void
  })
  return { wait, count: Effect.sync(() => seat.window.count(timekeeper.now())) }
}
