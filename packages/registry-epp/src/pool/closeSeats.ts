import { Effect } from "effect"
import type { EppNotSent } from "./EppClient.ts"
import type { PoolParts } from "./PoolParts.ts"
import type { SeatLifecycle } from "./SeatLifecycle.ts"

/** Time limits in milliseconds: for pending commands, for logouts, and for the release of slots. */
const patience = { commands: 7500, logouts: 1500, releases: 1000 }

/** Waits for pending commands, fails waiting ones, logs out and releases all slots, within 10 seconds. */
export const closeSeats = Effect.fnUntraced(
  function*({ dispatcher, timekeeper }: PoolParts, life: SeatLifecycle, stopped: EppNotSent) {
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

/** Waits for a callback, up to a time limit in milliseconds. */
const within = (millis: number, subscribe: (call: () => void) => void) =>
  Effect.timeoutOption(Effect.callback<void>((resume) => subscribe(() => resume(Effect.void))), millis)
