import { Effect } from "effect"
import type { EppSession } from "../session/EppSession.ts"
import type { Timekeeper } from "../session/Timekeeper.ts"
import type { RateWindow } from "./RateWindow.ts"
import type { SeatState } from "./SeatState.ts"

/** A place among the account's sessions: a slot that this process holds, and the session in it, if there is one. */
export class Seat {
  readonly slot: number
  /** What was sent in this place in the last minute, by the session of now and by those before it. */
  readonly window: RateWindow
  /** Only `SeatLife` moves it. */
  state: SeatState = "vacant"
  session: EppSession | undefined = undefined
  /** Answers in a row that servers give to those who are not logged in. */
  doubts = 0
  /** Hears that there is no session in it any more, and none on its way. */
  onEmpty: () => void = () => undefined
  /** When something was last sent or answered, or the session began or ended, in milliseconds since 1970. */
  touched: number
  /** The same without signs of life. */
  used: number

  constructor(slot: number, window: RateWindow, now: number) {
    this.slot = slot
    this.window = window
    this.touched = now
    this.used = now
  }

  /** Something happened that is more than a sign of life. */
  use(now: number): void {
    this.touched = now
    this.used = now
  }

  /** The session, if it takes commands. */
  get active(): EppSession | undefined {
    return this.state === "open" ? this.session : undefined
  }

  /** Messages under way. */
  get pending(): number {
    return this.session?.connection.pending ?? 0
  }
}

/** Leave to send one more command. */
export interface Permit {
  /** Waits until it can be given. */
  readonly wait: Effect.Effect<void>
  /** Counts the command, in the moment in which it is sent. */
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
