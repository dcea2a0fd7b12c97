import { assert, layer } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { type Action, AgentPolicies, Approvals, standardPolicy } from "@namewright/core/approvals"
import { OrganizationOperations } from "@namewright/core/organizations"
import { type Actor, Money } from "@namewright/core/shared"
import { Effect, Struct } from "effect"
import { TestClock } from "effect/testing"
import {
  type approvalsPlatformOn,
  as,
  challenge,
  consume,
  eur,
  isSame,
  outcomeOf,
  pages,
  type Person,
  person,
  read,
  setPolicy
} from "./ApprovalsPlatform.ts"

const costing = (amount: number) => newAction({ operation_id: "createDomain", cost: eur(amount) })

/** Asks for a call of this cost and makes it; returns the outcome. */
const spend = Effect.fnUntraced(function*({ throughClient }: Person, amount: number) {
  const { token } = yield* challenge(throughClient, costing(amount))
  return yield* consume(throughClient, token, costing(amount))
})

/** Policies for agents, on one database. */
export const agentPolicySuite = (name: string, platform: ReturnType<typeof approvalsPlatformOn>) => {
  layer(platform)(`The policy of an organization (${name})`, (it) => {
    it.effect("allows agents everything by default", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const policies = yield* AgentPolicies
        const standard = { ...standardPolicy, require_web_approval_for_risks: false, show_auth_codes: true }
        assert.deepStrictEqual(yield* as(ada.directly)(policies.get), standard)
        const policy = {
          require_web_approval: true,
          require_web_approval_for_risks: true,
          daily_spend_limit: Money.MinorUnits.make(500),
          read_only: false,
          rest_access: true,
          show_auth_codes: false
        }
        assert.deepStrictEqual(yield* as(ada.directly)(policies.replace(policy)), policy)
        assert.deepStrictEqual(yield* as(ada.directly)(policies.get), policy)
        const others = Struct.omit(policy, ["require_web_approval_for_risks", "rest_access", "show_auth_codes"])
        assert.deepStrictEqual(yield* as(ada.directly)(policies.replace(others)), { ...standard, ...others })
        const stranger = yield* person()
        assert.deepStrictEqual(yield* as(stranger.directly)(policies.get), standard)
      }))

    it.effect("is not for agents to change, nor for those without the right", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const reader = yield* person({ organization: ada.organization_id, rights: ["organization:read"] })
        const policies = yield* AgentPolicies
        for (const actor of [ada.throughClient, reader.directly]) {
          const refusal = yield* Effect.flip(as(actor)(policies.replace({ ...standardPolicy, read_only: true })))
          assert.strictEqual("code" in refusal && refusal.code, "ERROR_PERMISSION_DENIED")
        }
        assert.isFalse((yield* as(reader.directly)(policies.get)).read_only)
      }))

    it.effect("can restrict agents to reads, also for approved calls", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const asked = yield* challenge(ada.throughClient)
        yield* setPolicy(ada, { read_only: true })
        const refusals = [
          yield* Effect.flip(challenge(ada.throughClient)),
          yield* Effect.flip(consume(ada.throughClient, asked.token))
        ]
        assert.deepStrictEqual(refusals.map(({ code }) => code), ["ERROR_PERMISSION_DENIED", "ERROR_PERMISSION_DENIED"])
        assert.strictEqual((yield* read(ada, asked)).state, "challenged")
        yield* setPolicy(ada, {})
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "Approved")
      }))
  })

  layer(platform)(`Approval by a person on the web (${name})`, (it) => {
    it.effect("is required of every client, and the same token is valid after it", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const approvals = yield* Approvals
        yield* setPolicy(ada, { require_web_approval: true })
        const asked = yield* as(ada.throughClient)(approvals.challenge(newAction(), "elicitation"))
        const approval_url = `${pages}/${asked.approval_id}`
        assert.deepInclude(asked, { path: "token", approval_url })

        yield* as(ada.throughClient)(approvals.answer(asked.token, { action: "accept" }))
        const waiting = yield* consume(ada.throughClient, asked.token)
        assert.strictEqual(outcomeOf(waiting), "awaiting_approval")
        assert.isTrue(waiting._tag === "Challenge" && isSame(waiting.challenge, asked))
        assert.isTrue(waiting._tag === "Challenge" && waiting.challenge.approval_url === approval_url)

        const decide = (approve: boolean, note: string) =>
          as(ada.directly)(approvals.decide(asked.approval_id, { approve, note }))
        assert.deepInclude(yield* decide(false, "Why?"), { decision: "declined", note: "Why?", state: "challenged" })
        assert.deepStrictEqual(yield* consume(ada.throughClient, asked.token), {
          _tag: "Declined",
          approval_id: asked.approval_id,
          note: "Why?"
        })
        assert.deepInclude(yield* decide(true, "I see"), { decision: "approved", note: "I see" })
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "Approved")

        const { decided_by, history } = yield* read(ada, asked)
        assert.strictEqual(decided_by, ada.user_id)
        assert.deepStrictEqual(history.map(({ note, step }) => [step, note]), [
          ["challenged", null],
          ["accept", null],
          ["declined", "Why?"],
          ["approved", "I see"],
          ["consumed", null]
        ])
      }))

    it.effect("may be asked for risks only, which every cost is", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        yield* setPolicy(ada, { require_web_approval_for_risks: true })
        const approvals = yield* Approvals
        const pathOf = (action: Action) => as(ada.throughClient)(approvals.pathOf(action, "elicitation"))
        const plain = yield* challenge(ada.throughClient)
        assert.deepStrictEqual([plain.approval_url, yield* pathOf(newAction())], [null, "elicitation"])
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, plain.token)), "Approved")
        for (const action of [newAction({ risky: true }), newAction({ cost: eur(100) })]) {
          const asked = yield* challenge(ada.throughClient, action)
          assert.strictEqual(asked.approval_url, `${pages}/${asked.approval_id}`)
          assert.strictEqual(yield* pathOf(action), "token")
          assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token, action)), "awaiting_approval")
          yield* as(ada.directly)(approvals.decide(asked.approval_id, { approve: true }))
          assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token, action)), "Approved")
        }
      }))

    it.effect("is required as well for questions before the change of the policy", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const asked = yield* challenge(ada.throughClient)
        yield* setPolicy(ada, { require_web_approval: true })
        const waiting = yield* consume(ada.throughClient, asked.token)
        assert.strictEqual(outcomeOf(waiting), "awaiting_approval")
        assert.isTrue(waiting._tag === "Challenge" && isSame(waiting.challenge, asked))
      }))

    it.effect("requires a user of the organization with the permissions of the operation", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const organization = ada.organization_id
        const asked = yield* challenge(ada.throughClient, newAction({ rights: ["domains:manage", "dns:manage"] }))
        const approvals = yield* Approvals
        const decide = (actor: Actor) => as(actor)(approvals.decide(asked.approval_id, { approve: true }))
        const find = (actor: Actor) => as(actor)(approvals.find(asked.approval_id))

        const halfway = yield* person({ organization, rights: ["domains:manage", "organization:manage"] })
        const stranger = yield* person()
        const key: Actor = { ...ada.directly, principal: { type: "api_key", id: "api_key_1" } }
        for (
          const [actor, code] of [
            [ada.throughClient, "ERROR_PERMISSION_DENIED"],
            [key, "ERROR_PERMISSION_DENIED"],
            [halfway.directly, "ERROR_PERMISSION_DENIED"],
            [stranger.directly, "ERROR_APPROVAL_NOT_FOUND"]
          ] as const
        ) {
          assert.strictEqual((yield* Effect.flip(decide(actor))).code, code)
          assert.strictEqual((yield* Effect.flip(find(actor))).code, "ERROR_APPROVAL_NOT_FOUND")
        }
        assert.isNull((yield* read(ada, asked)).decision)

        const colleague = yield* person({ organization, rights: ["domains:manage", "dns:manage"] })
        assert.strictEqual((yield* find(colleague.directly)).approval_id, asked.approval_id)
        assert.strictEqual((yield* decide(colleague.directly)).decided_by, colleague.user_id)
      }))

    it.effect("is refused for expired and consumed approvals", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const approvals = yield* Approvals
        const [used, late] = [yield* challenge(ada.throughClient), yield* challenge(ada.throughClient)]
        yield* consume(ada.throughClient, used.token)
        yield* TestClock.adjust("5 minutes")
        for (const [asked, state] of [[used, "consumed"], [late, "expired"]] as const) {
          const refusal = yield* Effect.flip(
            as(ada.directly)(approvals.decide(asked.approval_id, { approve: false, note: "No" }))
          )
          assert.deepInclude(refusal, { _tag: "ApprovalNotOpen", state })
          assert.isNull((yield* read(ada, asked)).decision)
        }
      }))

    it.effect("is atomic with concurrent calls", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const approvals = yield* Approvals
        for (let round = 0; round < 5; round++) {
          const { approval_id, token } = yield* challenge(ada.throughClient)
          const [decided, ...calls] = yield* Effect.all([
            Effect.result(as(ada.directly)(approvals.decide(approval_id, { approve: false }))),
            ...[1, 2, 3].map(() => consume(ada.throughClient, token))
          ], { concurrency: "unbounded" })
          const approved = calls.filter((call) => outcomeOf(call) === "Approved").length
          assert.strictEqual(approved, decided._tag === "Success" ? 0 : 1)
        }
      }))
  })

  layer(platform)(`What agents spend (${name})`, (it) => {
    it.effect("stays within a day's limit, and a call beyond it uses nothing up", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        yield* setPolicy(ada, { daily_spend_limit: Money.MinorUnits.make(2500) })
        assert.strictEqual(outcomeOf(yield* spend(ada, 1500)), "Approved")
        const first = yield* challenge(ada.throughClient, costing(1000))
        const second = yield* challenge(ada.throughClient, costing(1000))
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, first.token, costing(1000))), "Approved")

        const refusal = yield* Effect.flip(consume(ada.throughClient, second.token, costing(1000)))
        assert.deepInclude(refusal, {
          _tag: "AgentSpendingLimit",
          cost: "10.00",
          cost_currency: "EUR",
          spent_today: "25.00",
          daily_limit: "25.00",
          currency: "EUR"
        })
        assert.include(refusal.message, "25.00 EUR")
        assert.strictEqual((yield* Effect.flip(challenge(ada.throughClient, costing(1))))._tag, "AgentSpendingLimit")
        assert.strictEqual((yield* read(ada, second)).state, "challenged")
        // Calls without costs are still allowed.
        assert.strictEqual(
          outcomeOf(yield* consume(ada.throughClient, (yield* challenge(ada.throughClient)).token)),
          "Approved"
        )
        yield* setPolicy(ada, { daily_spend_limit: Money.MinorUnits.make(3500) })
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, second.token, costing(1000))), "Approved")
      }))

    it.effect("stays within it however many calls are made at once", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        yield* setPolicy(ada, { daily_spend_limit: Money.MinorUnits.make(1000) })
        const asked = yield* Effect.all(Array.from({ length: 50 }, () => challenge(ada.throughClient, costing(100))))
        const outcomes = yield* Effect.all(
          asked.map(({ token }) => Effect.result(consume(ada.throughClient, token, costing(100)))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 10)
        const states = yield* Effect.forEach(asked, (one) => Effect.map(read(ada, one), ({ state }) => state))
        assert.strictEqual(states.filter((state) => state === "consumed").length, 10)
      }))

    it.effect("starts again every day in UTC, and includes spending before there was a limit", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        yield* TestClock.setTime(Date.parse("2026-11-22T23:59:30Z"))
        yield* spend(ada, 800)
        yield* setPolicy(ada, { daily_spend_limit: Money.MinorUnits.make(1000) })
        assert.strictEqual((yield* Effect.flip(spend(ada, 300)))._tag, "AgentSpendingLimit")
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(outcomeOf(yield* spend(ada, 1000)), "Approved")
        assert.strictEqual((yield* Effect.flip(spend(ada, 1)))._tag, "AgentSpendingLimit")
      }))

    it.effect("is subtracted once for a refused call, and not for an unknown outcome", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        yield* setPolicy(ada, { daily_spend_limit: Money.MinorUnits.make(1000) })
        const approvals = yield* Approvals
        const recordAs = Effect.fnUntraced(function*(actor: Actor, statuses: ReadonlyArray<number>) {
          const call = yield* spend(ada, 1000)
          if (call._tag !== "Approved") return
          for (const status of statuses) yield* as(actor)(approvals.recordStatus(call.approval_id, status))
          return yield* read(ada, call)
        })
        assert.strictEqual((yield* recordAs(ada.throughClient, [409, 409, 422]))?.http_status, 409)
        // Other callers cannot record the status of the approval.
        const stranger = yield* person()
        assert.isNull((yield* recordAs(stranger.throughClient, [409]))?.http_status)
        assert.strictEqual((yield* Effect.flip(spend(ada, 1)))._tag, "AgentSpendingLimit")
        yield* TestClock.adjust("1 day")
        assert.strictEqual((yield* recordAs(ada.throughClient, [503]))?.http_status, 503)
        assert.strictEqual((yield* Effect.flip(spend(ada, 1)))._tag, "AgentSpendingLimit")
        yield* TestClock.adjust("1 day")
        const done = yield* recordAs(ada.throughClient, [201, 409])
        assert.deepStrictEqual(done?.history.map(({ step }) => step), ["challenged", "consumed", "ended"])
        assert.strictEqual((yield* Effect.flip(spend(ada, 1)))._tag, "AgentSpendingLimit")
      }))

    it.effect("is refused in another currency than that of the limit", () =>
      Effect.gen(function*() {
        const operations = yield* OrganizationOperations
        const { organization_id } = yield* operations.createParent({ name: "Dollars", currency: "USD" })
        const ada = yield* person({ organization: organization_id })
        assert.strictEqual(outcomeOf(yield* spend(ada, 1000)), "Approved")
        yield* setPolicy(ada, { daily_spend_limit: Money.MinorUnits.make(100_000) })
        assert.deepInclude(yield* Effect.flip(spend(ada, 1)), { _tag: "AgentSpendingLimit", cost_currency: "EUR" })
      }))
  })
}
