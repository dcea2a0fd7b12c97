import { assert, layer } from "@effect/vitest"
import { ApprovalId, Approvals } from "@namewright/core/approvals"
import { CurrentActor } from "@namewright/core/shared"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { agentOf } from "../mcp/agent.ts"
import { AgentEndpoint } from "../mcp/AgentEndpoint.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const pages = "https://api.example.net/realms/sandbox/approvals"
const standard = { require_web_approval: false, daily_spend_limit: null, read_only: false }

/** A client without forms. */
const formless = { capabilities: {} }

/** An agent of an organization with credit, and its request of a registration. */
const buyer = Effect.fnUntraced(function*(credit: number) {
  const agent = yield* agentOf({ credit })
  const { body: { contact_id } } = yield* agent.rest("POST", "/v1/contacts", contactBody)
  const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  const registration = (name: string) => ({
    operationId: "createDomain",
    body: { name, contacts, period: { unit: "y", value: 1 }, renewal_mode: "renew" }
  })
  const call = (input: object) => agent.content("call_operation", input, formless)
  const setPolicy = (policy: object) => agent.rest("PUT", "/v1/approvals/policy", { ...standard, ...policy })
  const approvals = Effect.map(agent.rest("GET", "/v1/approvals"), ({ body }) => body.items)
  const transactions = `/v1/organizations/${agent.organization}/transactions?product_type=domain`
  const charges = Effect.map(agent.rest("GET", transactions), ({ body }) => body.items)
  return { ...agent, registration, call, setPolicy, approvals, charges }
})

layer(AgentEndpoint.layerWith({}, { approvalPages: pages }))("Purchases of agents", (it) => {
  it.effect("have the approved price, and count towards the daily limit", () =>
    Effect.gen(function*() {
      const agent = yield* buyer(100_000)
      yield* agent.setPolicy({ daily_spend_limit: "15.00" })
      const first = agent.registration("agent-first.com")
      const { confirmationToken, message, safety } = yield* agent.call(first)
      assert.include(message, "Price: 9.50 EUR")
      assert.isTrue(safety.cost)
      const bought = yield* agent.call({ ...first, confirmationToken })
      assert.deepInclude(bought, { status: "ok", httpStatus: 201 })

      const [charge] = yield* agent.charges
      const [approval] = yield* agent.approvals
      assert.deepStrictEqual(approval.cost, { amount: charge.price, currency: charge.currency })
      assert.deepInclude(approval, { state: "consumed", http_status: 201, client_id: "test-client" })

      const second = yield* agent.call(agent.registration("agent-second.com"))
      assert.deepInclude(second, { httpStatus: 403 })
      assert.deepInclude(second.data, {
        code: "ERROR_AGENT_SPENDING_LIMIT",
        cost: "9.50",
        spent_today: "9.50",
        daily_limit: "15.00",
        currency: "EUR"
      })
    }))

  it.effect("are not counted if the call is refused", () =>
    Effect.gen(function*() {
      const agent = yield* buyer(0)
      yield* agent.setPolicy({ daily_spend_limit: "10.00" })
      for (const name of ["agent-poor-a.com", "agent-poor-b.com"]) {
        const { confirmationToken } = yield* agent.call(agent.registration(name))
        const refused = yield* agent.call({ ...agent.registration(name), confirmationToken })
        assert.deepInclude(refused, { httpStatus: 402 })
      }
    }))

  it.effect("are refused before an approval if the price does not match", () =>
    Effect.gen(function*() {
      const agent = yield* buyer(1_000_000)
      const refused = yield* agent.call(agent.registration("premium-agent.com"))
      assert.deepInclude(refused, { httpStatus: 409 })
      assert.deepInclude(refused.data, { code: "ERROR_PREMIUM_PRICE_MISMATCH", actual_price: "2500.00" })
      assert.deepStrictEqual(yield* agent.approvals, [])
    }))

  it.effect("require a person if the policy says so, regardless of the client's capabilities", () =>
    Effect.gen(function*() {
      const agent = yield* buyer(100_000)
      yield* agent.setPolicy({ require_web_approval: true })
      const wanted = agent.registration("agent-waiting.com")
      const asked = yield* agent.content("call_operation", wanted)
      assert.strictEqual(asked.status, "confirmation_required")
      const { approvalUrl, confirmationToken } = asked
      assert.isTrue(approvalUrl.startsWith(`${pages}/approval_`))
      assert.include(asked.message, approvalUrl)

      const confirmed = { ...wanted, confirmationToken }
      const waiting = yield* agent.content("call_operation", confirmed)
      assert.deepInclude(waiting, { status: "confirmation_required", confirmationToken, approvalUrl })

      const { actor } = yield* TestPlatform
      const approvals = yield* Approvals
      const decide = (approve: boolean) =>
        Effect.provideServiceEffect(
          approvals.decide(ApprovalId.make(approvalUrl.slice(pages.length + 1)), { approve, note: "For the shop" }),
          CurrentActor,
          actor(agent.token)
        )
      yield* decide(false)
      const declined = yield* agent.content("call_operation", confirmed)
      assert.strictEqual(declined.status, "declined")
      assert.include(declined.message, "For the shop")
      yield* decide(true)
      assert.deepInclude(yield* agent.content("call_operation", confirmed), { status: "ok", httpStatus: 201 })
    }))

  it.effect("are refused with the token of another body, name or person", () =>
    Effect.gen(function*() {
      const agent = yield* buyer(100_000)
      const colleague = yield* agentOf({ of: agent.organization })
      const wanted = agent.registration("agent-swapped.com")
      const { confirmationToken } = yield* agent.call(wanted)
      const dearer = { ...wanted, body: { ...wanted.body, period: { unit: "y", value: 9 } } }
      for (
        const outcome of [
          yield* agent.call({ ...dearer, confirmationToken }),
          yield* agent.call({ ...agent.registration("agent-swap.com"), confirmationToken }),
          yield* colleague.content("call_operation", { ...wanted, confirmationToken }, formless)
        ]
      ) {
        assert.strictEqual(outcome.status, "confirmation_required")
        assert.notStrictEqual(outcome.confirmationToken, confirmationToken)
      }
      assert.deepInclude(yield* agent.call({ ...wanted, confirmationToken }), { status: "ok", httpStatus: 201 })
    }))

  it.effect("happen once for concurrent calls with the same token", () =>
    Effect.gen(function*() {
      const agent = yield* buyer(100_000)
      const wanted = agent.registration("agent-once.com")
      const { confirmationToken } = yield* agent.call(wanted)
      const outcomes = yield* Effect.all(
        Array.from({ length: 10 }, () => agent.call({ ...wanted, confirmationToken })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes.filter(({ status }) => status === "ok").length, 1)
      assert.lengthOf(yield* agent.charges, 1)
    }))
})

/** Prices of the host, each for one question. */
const nextPrices: Array<string> = []
const pricing = () => ({ amount: nextPrices.shift() ?? "99.00" })

layer(AgentEndpoint.layerWith({}, { approvalPages: pages, pricing }))(
  "Purchases of agents at prices of the host",
  (it) => {
    it.effect("are charged as approved, even if the host changes its price before the order", () =>
      Effect.gen(function*() {
        const agent = yield* buyer(100_000)
        yield* agent.setPolicy({})
        const wanted = agent.registration("agent-priced.com")
        nextPrices.push("5.00", "5.00", "6.00")
        const { confirmationToken, message } = yield* agent.call(wanted)
        assert.include(message, "Price: 5.00 EUR")
        assert.deepInclude(yield* agent.call({ ...wanted, confirmationToken }), { status: "ok", httpStatus: 201 })
        assert.deepStrictEqual([(yield* agent.charges)[0].price, nextPrices], ["5.00", ["6.00"]])
        nextPrices.length = 0
      }))

    it.effect("are asked about again if the price is another one", () =>
      Effect.gen(function*() {
        const agent = yield* buyer(100_000)
        yield* agent.setPolicy({})
        const wanted = agent.registration("agent-repriced.com")
        nextPrices.push("5.00", "6.00")
        const { confirmationToken } = yield* agent.call(wanted)
        const asked = yield* agent.call({ ...wanted, confirmationToken })
        assert.deepInclude(asked, { status: "confirmation_required" })
        assert.include(asked.message, "Price: 6.00 EUR")
        assert.deepStrictEqual(yield* agent.charges, [])
      }))
  }
)
