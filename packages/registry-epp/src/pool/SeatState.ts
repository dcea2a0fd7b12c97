/**
 * Where a place among the account's sessions stands. Those that are `Wanted` go to another process when their session is
 * over; all others are kept for the next one.
 */
export type SeatState =
  | "vacant"
  | "opening"
  | "openingWanted"
  | "open"
  | "leaving"
  | "leavingWanted"
  | "closing"
  | "closingWanted"
  | "releasing"
  | "gone"

/** What happens to a place. */
export type SeatEvent =
  /** A login begins in it. */
  | "begin"
  | "opened"
  | "notOpened"
  /** The session is to end, since it is old, used up, or of no use. */
  | "leave"
  /** Nothing is under way in a session that leaves. */
  | "idle"
  /** The session is over, whoever ended it. */
  | "ended"
  /** Nobody has needed it for a while. */
  | "unused"
  /** Another process asks for it. */
  | "wanted"
  /** The pool closes, and has no more time for it. */
  | "stop"
  /** Storage has it as free. */
  | "released"
  /** Another process has it. */
  | "lost"

/**
 * What is done on the way. `rest`: the place is there for another session. `drain`: the end of what is under way is waited
 * for. `logOut`: the session is ended. `giveBack`: whatever is in it is cut off, and storage is told that it is free.
 * `forget`: whatever is in it is cut off, and it is not ours any more.
 */
export type SeatAction = "rest" | "drain" | "logOut" | "giveBack" | "forget"

export interface SeatTransition {
  readonly on: SeatEvent
  readonly from: ReadonlyArray<SeatState>
  readonly to: SeatState
  readonly act?: SeatAction
}

/** What is true of a place in a state. */
export interface SeatFacts {
  /** Storage counts it among the account's sessions. */
  readonly isCounted: boolean
  /** Whether there is a session in it, or one on its way. */
  readonly session: "none" | "coming" | "there"
}

export const seatFacts: Readonly<Record<SeatState, SeatFacts>> = {
  vacant: { isCounted: true, session: "none" },
  opening: { isCounted: true, session: "coming" },
  openingWanted: { isCounted: true, session: "coming" },
  open: { isCounted: true, session: "there" },
  leaving: { isCounted: true, session: "there" },
  leavingWanted: { isCounted: true, session: "there" },
  closing: { isCounted: true, session: "there" },
  closingWanted: { isCounted: true, session: "there" },
  releasing: { isCounted: true, session: "none" },
  gone: { isCounted: false, session: "none" }
}

const held: ReadonlyArray<SeatState> = [
  "vacant",
  "opening",
  "openingWanted",
  "open",
  "leaving",
  "leavingWanted",
  "closing",
  "closingWanted"
]

/** Every move of a place; an event that has none in a state changes nothing in it. */
export const seatTransitions: ReadonlyArray<SeatTransition> = [
  { on: "begin", from: ["vacant"], to: "opening" },
  { on: "opened", from: ["opening"], to: "open" },
  { on: "opened", from: ["openingWanted"], to: "leavingWanted", act: "drain" },
  { on: "notOpened", from: ["opening"], to: "vacant", act: "rest" },
  { on: "notOpened", from: ["openingWanted"], to: "releasing", act: "giveBack" },

  { on: "leave", from: ["open"], to: "leaving", act: "drain" },
  { on: "idle", from: ["leaving"], to: "closing", act: "logOut" },
  { on: "idle", from: ["leavingWanted"], to: "closingWanted", act: "logOut" },
  { on: "ended", from: ["open", "leaving", "closing"], to: "vacant", act: "rest" },
  { on: "ended", from: ["leavingWanted", "closingWanted"], to: "releasing", act: "giveBack" },

  { on: "wanted", from: ["vacant"], to: "releasing", act: "giveBack" },
  { on: "wanted", from: ["opening"], to: "openingWanted" },
  { on: "wanted", from: ["open", "leaving"], to: "leavingWanted", act: "drain" },
  { on: "wanted", from: ["closing"], to: "closingWanted" },

  { on: "unused", from: ["vacant"], to: "releasing", act: "giveBack" },
  { on: "stop", from: held, to: "releasing", act: "giveBack" },
  { on: "released", from: ["releasing"], to: "gone", act: "forget" },
  { on: "lost", from: [...held, "releasing"], to: "gone", act: "forget" }
]

/** What an event does to a place in a state; none when it does nothing. */
export const seatTransition = (state: SeatState, event: SeatEvent): SeatTransition | undefined =>
  seatTransitions.find(({ from, on }) => on === event && from.includes(state))
