/**
 * State of a seat. A seat in a `Wanted` state is released to another process when its session ends; all others are kept
 * for the next session.
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

/** Event of a seat. */
export type SeatEvent =
  /** A login begins. */
  | "begin"
  | "opened"
  | "notOpened"
  /** The session has to end: it is old, at its command limit, or unusable. */
  | "leave"
  /** The last pending message of a leaving session was answered. */
  | "idle"
  /** The session ended, on either side. */
  | "ended"
  /** It was idle beyond its limit. */
  | "unused"
  /** Another process requests the slot. */
  | "wanted"
  /** The pool is closing and its time is up. */
  | "stop"
  /** Storage has recorded the slot as free. */
  | "released"
  /** Another process has the slot. */
  | "lost"

/**
 * Action of a transition. `rest`: the seat is ready for another session. `drain`: waits for pending messages. `logOut`:
 * ends the session. `release`: closes the connection and releases the slot in storage. `remove`: closes the connection
 * and removes the seat from the pool.
 */
export type SeatAction = "rest" | "drain" | "logOut" | "release" | "remove"

export interface SeatTransition {
  readonly on: SeatEvent
  readonly from: ReadonlyArray<SeatState>
  readonly to: SeatState
  readonly act?: SeatAction
}

/** Properties of a state. */
export interface SeatFacts {
  /** True if storage counts the slot among the account's sessions. */
  readonly isCounted: boolean
  /** `coming`: a session is being opened. */
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

const owned: ReadonlyArray<SeatState> = [
  "vacant",
  "opening",
  "openingWanted",
  "open",
  "leaving",
  "leavingWanted",
  "closing",
  "closingWanted"
]

/** All transitions. An event without a transition from a state is ignored in it. */
export const seatTransitions: ReadonlyArray<SeatTransition> = [
  { on: "begin", from: ["vacant"], to: "opening" },
  { on: "opened", from: ["opening"], to: "open" },
  { on: "opened", from: ["openingWanted"], to: "leavingWanted", act: "drain" },
  { on: "notOpened", from: ["opening"], to: "vacant", act: "rest" },
  { on: "notOpened", from: ["openingWanted"], to: "releasing", act: "release" },

  { on: "leave", from: ["open"], to: "leaving", act: "drain" },
  { on: "idle", from: ["leaving"], to: "closing", act: "logOut" },
  { on: "idle", from: ["leavingWanted"], to: "closingWanted", act: "logOut" },
  { on: "ended", from: ["open", "leaving", "closing"], to: "vacant", act: "rest" },
  { on: "ended", from: ["leavingWanted", "closingWanted"], to: "releasing", act: "release" },

  { on: "wanted", from: ["vacant"], to: "releasing", act: "release" },
  { on: "wanted", from: ["opening"], to: "openingWanted" },
  { on: "wanted", from: ["open", "leaving"], to: "leavingWanted", act: "drain" },
  { on: "wanted", from: ["closing"], to: "closingWanted" },

  { on: "unused", from: ["vacant"], to: "releasing", act: "release" },
  { on: "stop", from: owned, to: "releasing", act: "release" },
  { on: "released", from: ["releasing"], to: "gone", act: "remove" },
  { on: "lost", from: [...owned, "releasing"], to: "gone", act: "remove" }
]

/** Transition of an event in a state; undefined if the event is ignored. */
export const seatTransition = (state: SeatState, event: SeatEvent): SeatTransition | undefined =>
  seatTransitions.find(({ from, on }) => on === event && from.includes(state))
