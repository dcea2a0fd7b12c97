import { assert, layer } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { ActionHash, Approvals } from "@namewright/core/approvals"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  type approvalsPlatformOn,
  as,
  challenge,
  consume,
  outcomeOf,
  type Person,
  person,
  read
} from "./ApprovalsPlatform.ts"

/** Events of one question. */
const Event = Schema.Union([
  Schema.Literals(["retry", "other action", "other client", "tampered", "accept", "decline", "cancel", "settle"]),
  Schema.Literals(["approve on the web", "decline on the web"]),
  Schema.Struct({ seconds: Schema.Literals([1, 59, 120, 180]) })
])
type Event = typeof Event.Type

/** State table of the specification: the state of one question, and the effect of each event. */
interface Model {
  readonly state: "challenged" | "consumed" | "expired"
  readonly age: number
  readonly declined: boolean
  readonly steps: ReadonlyArray<string>
}

const start: Model = { state: "challenged", age: 0, declined: false, steps: ["challenged"] }

/** The model after an event, and the expected answer. */
const after = (model: Model, event: Event): readonly [Model, string] => {
  const open = model.state === "challenged"
  const noted = (step: string): Model => open ? { ...model, steps: [...model.steps, step] } : model
  if (typeof event === "object") {
    const age = model.age + event.seconds
    return [{ ...model, age, state: open && age >= 300 ? "expired" : model.state }, "passed"]
  }
  switch (event) {
    case "retry":
      if (!open) return [model, model.state]
      return model.declined ? [model, "Declined"] : [{ ...noted("consumed"), state: "consumed" }, "Approved"]
    case "other action":
      return [model, "other_action"]
    case "other client":
      return [model, "other_caller"]
    case "tampered":
      return [model, "malformed"]
    case "approve on the web":
    case "decline on the web": {
      const declined = event === "decline on the web"
      return open ? [{ ...noted(declined ? "declined" : "approved"), declined }, "decided"] : [model, "too late"]
    }
    case "settle": {
      const first = model.state === "consumed" && !model.steps.includes("ended")
      return [first ? { ...model, steps: [...model.steps, "ended"] } : model, "settled"]
    }
    default:
      return [noted(event), "answered"]
  }
}

const carryOut = Effect.fnUntraced(
  function*(ada: Person, { approval_id, token }: Effect.Success<ReturnType<typeof challenge>>, event: Event) {
    const approvals = yield* Approvals
    if (typeof event === "object") return yield* Effect.as(TestClock.adjust(`${event.seconds} seconds`), "passed")
    const agent = {
      client_id: "client-2",
      scopes: ["service:mcp", "profile"],
      user_id: ada.user_id,
      sees_auth_codes: true
    }
    switch (event) {
      case "retry":
        return outcomeOf(yield* consume(ada.throughClient, token))
      case "other action":
        return outcomeOf(
          yield* consume(ada.throughClient, token, newAction({ action_hash: ActionHash.make("0".repeat(64)) }))
        )
      case "other client":
        return outcomeOf(yield* consume({ ...ada.throughClient, agent }, token))
      case "tampered":
        return outcomeOf(yield* consume(ada.throughClient, Redacted.value(token).replace("nwa1.", "nwa1.x")))
      case "approve on the web":
      case "decline on the web": {
        const decision = { approve: event === "approve on the web" }
        const decided = yield* Effect.result(as(ada.directly)(approvals.decide(approval_id, decision)))
        return decided._tag === "Success" ? "decided" : "too late"
      }
      case "settle":
        return yield* Effect.as(as(ada.throughClient)(approvals.recordStatus(approval_id, 200)), "settled")
      default:
        return yield* Effect.as(as(ada.throughClient)(approvals.answer(token, { action: event })), "answered")
    }
  }
)

/** Model test of the state table, with random events on one database. */
export const approvalModelSuite = (name: string, platform: ReturnType<typeof approvalsPlatformOn>) => {
  layer(platform)(`The states of an approval (${name})`, (it) => {
    it.effect.prop(
      "follow each other as the table says, whatever happens in whichever order",
      [Schema.Array(Event).check(Schema.isMaxLength(12))],
      ([events]) =>
        Effect.gen(function*() {
          const ada = yield* person()
          const asked = yield* challenge(ada.throughClient)
          let model = start
          for (const event of events) {
            const [next, expected] = after(model, event)
            assert.strictEqual(yield* carryOut(ada, asked, event), expected, JSON.stringify({ events, event, model }))
            model = next
          }
          const { history, state } = yield* read(ada, asked)
          assert.deepStrictEqual([state, history.map(({ step }) => step)], [model.state, model.steps])
        })
    )
  })
}
