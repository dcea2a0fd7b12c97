import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type SeatAction,
  type SeatEvent,
  seatFacts,
  type SeatState,
  seatTransition,
  seatTransitions
} from "../../src/pool/SeatState.ts"

const events: ReadonlyArray<SeatEvent> = [...new Set(seatTransitions.map(({ on }) => on))]
const states: ReadonlyArray<SeatState> = [...new Set(seatTransitions.flatMap(({ from, to }) => [...from, to]))]

/** Events to draw from: those that end everything come seldom, so that walks are long. */
const drawn = events.flatMap((event) =>
  Array.from({ length: event === "stop" || event === "lost" ? 1 : 6 }, () => event)
)
const draw = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))

/** State of one slot at the registry and in the storage. */
class World {
  state: SeatState = "vacant"
  isCounted = true
  isReleasing = false
  session: "none" | "coming" | "there" = "none"
  logouts = 0
  pending = 0

  /** Whether the world can bring this event now. */
  canBring(event: SeatEvent): boolean {
    switch (event) {
      case "opened":
      case "notOpened":
        return this.session === "coming"
      case "ended":
        return this.session === "there"
      case "idle":
        return this.session === "there" && this.pending === 0
      case "released":
        return this.isReleasing
      default:
        return true
    }
  }

  bring(event: SeatEvent): void {
    const transition = seatTransition(this.state, event)
    if (event === "notOpened" || event === "ended") this.session = "none"
    if (event === "released") this.isReleasing = false
    if (transition === undefined) return
    if (event === "begin") this.session = "coming"
    if (event === "opened") [this.session, this.logouts] = ["there", 0]
    this.state = transition.to
    if (transition.act !== undefined) this.act(transition.act)
  }

  private act(action: SeatAction): void {
    switch (action) {
      case "rest":
        return assert.strictEqual(this.session, "none", "an idle slot has a session")
      case "drain":
        return this.pending === 0 ? this.bring("idle") : undefined
      case "logOut":
        assert.strictEqual(this.session, "there", "nobody is logged in")
        return assert.strictEqual(++this.logouts, 1, "a session logs out twice")
      case "release":
        this.session = "none"
        this.isReleasing = true
        return
      case "remove":
        this.session = "none"
        this.isCounted = false
    }
  }
}

/** States of a slot that these events can reach. */
const reachable = (from: SeatState, by: (event: SeatEvent) => boolean): ReadonlySet<SeatState> => {
  const reached = new Set<SeatState>([from])
  for (const state of reached) {
    for (const { from, on, to } of seatTransitions) if (by(on) && from.includes(state)) reached.add(to)
  }
  return reached
}

describe("the states of a session slot", () => {
  it.prop(
    "match the sessions after any events: a slot is counted while it has or opens a session",
    [Schema.Array(Schema.Struct({ draw, pending: draw })).check(Schema.isMinLength(100))],
    ([steps]) => {
      let world = new World()
      for (const { draw, pending } of steps) {
        if (world.state === "gone") world = new World()
        world.pending = world.session === "there" && pending > 600 ? 1 : 0
        const possible = drawn.filter((event) => world.canBring(event))
        const event = possible[draw % possible.length] ?? "stop"
        world.bring(event)
        assert.deepStrictEqual(
          { isCounted: world.isCounted, session: world.session },
          seatFacts[world.state],
          `${event} led to ${world.state}`
        )
        if (world.session !== "none") assert.isTrue(world.isCounted)
      }
    },
    { arbitrary: { runs: 500 } }
  )

  it("have one move at most for what happens", () => {
    for (const state of states) {
      for (const event of events) {
        const moves = seatTransitions.filter(({ from, on }) => on === event && from.includes(state))
        assert.isAtMost(moves.length, 1, `${event} in ${state}`)
      }
    }
  })

  it("can all be reached, and all be left but the last", () => {
    assert.deepStrictEqual([...reachable("vacant", () => true)].toSorted(), Object.keys(seatFacts).toSorted())
    for (const state of states) {
      const ends = seatTransitions.some(({ from }) => from.includes(state))
      assert.strictEqual(ends, state !== "gone", state)
    }
  })

  it("end by themselves, without another process and without the end of the pool", () => {
    const isOwn = (event: SeatEvent) => !["wanted", "stop", "lost"].includes(event)
    for (const state of states) assert.isTrue(reachable(state, isOwn).has("gone"), state)
  })

  it("lead only to the release after another process has requested the slot", () => {
    for (const state of states.filter((state) => state.endsWith("Wanted"))) {
      const onwards = [...reachable(state, () => true)]
      assert.isFalse(onwards.some((next) => next === "vacant" || next === "open" || next === "opening"), state)
    }
  })

  it("end at once if the pool closes or the slot is lost", () => {
    for (const state of states.filter((state) => state !== "gone")) {
      assert.strictEqual(seatTransition(state, "lost")?.to, "gone")
      if (state !== "releasing") assert.strictEqual(seatTransition(state, "stop")?.to, "releasing")
    }
  })
})
