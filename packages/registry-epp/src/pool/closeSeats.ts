import { Effect } from "effect"
import type { EppNotSent } from "./EppClient.ts"
import type { PoolParts } from "./PoolParts.ts"
import type { SeatLife } from "./SeatLife.ts"

/** Milliseconds for commands to end, for the logouts after that, and for storage to hear of it. */
const patience = { commands: 7500, logouts: 1500, releases: 1000 }

/** Lets commands end, fails those that still wait, logs out and gives all places back: all of it within ten seconds. */
export const closeSeats = Effect.fnUntraced(
  function*({ dispatcher, timekeeper }: PoolParts, life: SeatLife, stopped: EppNotSent) {
    yield* within(patience.commands, (call) => dispatcher.whenIdle(call))
    dispatcher.failWaiting(stopped)
    const canLogOut = dispatcher.seats.filter(({ pending, session, window }) =>
      session !== undefined && pending === 0 && window.wait(timekeeper.now()) === 0
    )
    dispatcher.seats.filter((seat) => !canLogOut.includes(seat)).forEach((seat) => life.move(seat, "stop"))
    canLogOut.forEach((seat) => life.move(seat, "wanted"))
    yield* within(patience.logouts, life.whenAllGone)
    dispatcher.seats.slice().forEach((seat) => life.move(seat, "stop"))
    yield* within(patience.releases, life.whenAllGone)
  }
)

/** Waits to be called, for so many milliseconds at most. */
const within = (millis: number, subscribe: (call: () => void) => void) =>
  Effect.timeoutOption(Effect.callback<void>((resume) => subscribe(() => resume(Effect.void))), millis)
