import { assert, describe, layer } from "@effect/vitest"
import {
  AgentPolicies,
  type ApprovalId,
  Approvals,
  type NewAgentPolicy,
  standardPolicy
} from "@namewright/core/approvals"
import { CurrentActor } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { storedDomain } from "../domains/storedDomain.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

type Agent = Effect.Success<ReturnType<typeof agentOf>>

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

const inPerson = <A, E, R>(agent: Agent, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(TestPlatform, ({ actor }) => Effect.provideServiceEffect(effect, CurrentActor, actor(agent.token)))

const setPolicy = (agent: Agent, policy: Partial<NewAgentPolicy>) =>
  Effect.flatMap(
    AgentPolicies,
    (policies) => Effect.orDie(inPerson(agent, policies.replace({ ...standardPolicy, ...policy })))
  )

/** A call that only writes. */
const label = { operationId: "createTag", body: { type: "DOMAIN", label: "vip" } }

const tag = Effect.fnUntraced(function*(agent: Agent) {
  const { body } = yield* agent.rest("POST", "/v1/tags", { type: "DOMAIN", label: "doomed" })
  return { operationId: "deleteTag", pathParams: { tag_id: body.tag_id } }
})

const registration = Effect.fnUntraced(function*(agent: Agent) {
  const contact = (yield* agent.rest("POST", "/v1/contacts", contactBody)).body.contact_id
  const contacts = { registrant: contact, admin: contact, tech: contact, billing: contact }
  const name = `${agent.organization.slice(-12)}.com`
  const body = { name, renewal_mode: "renew", period: { unit: "y", value: 1 }, contacts }
  return { operationId: "createDomain", body }
})

const credential = () =>
  Effect.map(DateTime.now, (now) => ({
    operationId: "createCredential",
    body: { api_key_name: "reader", role: "viewer", expires_at: DateTime.formatIso(DateTime.add(now, { days: 1 })) }
  }))

const batch = Effect.fnUntraced(function*(agent: Agent) {
  const { domain_id } = yield* storedDomain(agent.organization, `b${agent.organization.slice(-12)}.com`)
  const payload = { template: { renewal_mode: "expire" }, instances: [{ domain_id }] }
  return { operationId: "submitBatch", body: { commands: [{ command: "domain_update_bulk", payload }] } }
})

const upsert = { op: "upsert", rrset: { name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] } }

const zone = Effect.fnUntraced(function*(agent: Agent) {
  const name = `z${agent.organization.slice(-12)}.com`
  yield* storedDomain(agent.organization, name)
  const made = yield* agent.rest("POST", "/v1/dns", { name })
  assert.strictEqual(made.status, 201, JSON.stringify(made.body))
  return name
})

const zonePatch = Effect.fnUntraced(function*(agent: Agent) {
  return { operationId: "patchZoneRrsets", pathParams: { zone_name: yield* zone(agent) }, body: { ops: [upsert] } }
})

const zonePatchBatch = Effect.fnUntraced(function*(agent: Agent) {
  const payload = { instances: [{ zone_name: yield* zone(agent), ops: [upsert] }] }
  return { operationId: "submitBatch", body: { commands: [{ command: "dns_zone_patch_rrsets_bulk", payload }] } }
})

const risky: ReadonlyArray<readonly [risk: string, (agent: Agent) => Effect.Effect<object, never, any>]> = [
  ["costs money", registration],
  ["destroys data", tag],
  ["grants access", credential],
  ["destroys data by a command of a batch", batch],
  ["replaces RRsets", zonePatch],
  ["replaces RRsets by a command of a batch", zonePatchBatch]
]

const approvalPages = "https://names.example/approvals"
const production = AgentEndpoint.layerWith({}, { environment: "production", approvalPages })

/** The answer of a form, with a token of whichever kind. */
const accepted = (requestState: string) => ({
  params: { requestState, inputResponses: { approval: { action: "accept" } } }
})

layer(production)("agents in production", (it) => {
  describe("a call that", () => {
    it.effect.each(risky)(
      "%s waits for an approval on the web page, with every client",
      ([, callOf]) =>
        Effect.gen(function*() {
          const agent = yield* agentOf({ credit: 100_000 })
          const call = yield* callOf(agent)
          const asked = yield* agent.content("call_operation", call)
          assert.strictEqual(asked.status, "confirmation_required", JSON.stringify(asked))
          assert.isTrue(asked.approvalUrl.startsWith(`${approvalPages}/approval_`))
          const { confirmationToken } = asked
          // The model repeats the token by itself, in both kinds of client; a form is answered that nobody was shown.
          const confirmed = { ...call, confirmationToken }
          const attempts = [
            yield* agent.content("call_operation", confirmed),
            yield* agent.content("call_operation", confirmed, formless),
            yield* agent.content("call_operation", call, accepted(confirmationToken))
          ]
          for (const attempt of attempts) {
            assert.deepStrictEqual([attempt.status, attempt.httpStatus], ["confirmation_required", undefined])
          }
          const approvals = yield* Approvals
          const id: ApprovalId = asked.approvalUrl.split("/").at(-1)
          yield* inPerson(agent, approvals.decide(id, { approve: false }))
          assert.strictEqual((yield* agent.content("call_operation", confirmed, formless)).status, "declined")
          yield* inPerson(agent, approvals.decide(id, { approve: true }))
          const done = yield* agent.content("call_operation", confirmed, formless)
          assert.strictEqual(done.status, "ok", JSON.stringify(done))
        })
    )

    it.effect.each(risky)(
      "%s follows the specification if the organization chose so",
      ([, callOf]) =>
        Effect.gen(function*() {
          const agent = yield* agentOf({ credit: 100_000 })
          yield* setPolicy(agent, { require_web_approval_for_risks: false })
          const call = yield* callOf(agent)
          assert.strictEqual((yield* agent.call("call_operation", call)).resultType, "input_required")
          const asked = yield* agent.content("call_operation", call, formless)
          assert.isUndefined(asked.approvalUrl)
          const { confirmationToken } = asked
          const done = yield* agent.content("call_operation", { ...call, confirmationToken }, formless)
          assert.strictEqual(done.status, "ok", JSON.stringify(done))
        })
    )

    it.effect("only writes follows the specification", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const { requestState } = yield* agent.call("call_operation", label)
        const done = yield* agent.content("call_operation", label, accepted(requestState))
        assert.strictEqual(done.httpStatus, 201)
      }))

    it.effect("was asked by a form waits for the web page after the organization requires it", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        yield* setPolicy(agent, { require_web_approval_for_risks: false })
        const call = yield* tag(agent)
        const { requestState } = yield* agent.call("call_operation", call)
        yield* setPolicy(agent, {})
        const late = yield* agent.content("call_operation", call, accepted(requestState))
        assert.strictEqual(late.status, "confirmation_required")
        const replayed = yield* agent.content("call_operation", { ...call, confirmationToken: requestState })
        assert.strictEqual(replayed.status, "confirmation_required")
        assert.notStrictEqual(replayed.confirmationToken, requestState)
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 1)
      }))
  })

  it.effect("have this policy by default, and after it is set to null", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const path = "/v1/approvals/policy"
      const shown = Effect.map(agent.rest("GET", path), ({ body }) => body.require_web_approval_for_risks)
      assert.isTrue(yield* shown)
      const policy = { require_web_approval: false, daily_spend_limit: null, read_only: false }
      for (const require_web_approval_for_risks of [false, null, undefined]) {
        yield* agent.rest("PUT", path, { ...policy, require_web_approval_for_risks })
        assert.strictEqual(yield* shown, require_web_approval_for_risks ?? true)
      }
    }))
})

layer(AgentEndpoint.layerWith({}, { environment: "production" }))("agents in production without a web page", (it) => {
  it.effect("are refused calls that need an approval there, and shown how to permit them", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const call = yield* tag(agent)
      for (const sending of [{}, formless]) {
        const { data, httpStatus } = yield* agent.content("call_operation", call, sending)
        assert.deepStrictEqual([httpStatus, data.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.include(JSON.stringify(data), "require_web_approval_for_risks")
      }
      assert.strictEqual((yield* agent.content("call_operation", label, formless)).status, "confirmation_required")
      yield* setPolicy(agent, { require_web_approval_for_risks: false })
      assert.strictEqual((yield* agent.call("call_operation", call)).resultType, "input_required")
    }))
})

layer(AgentEndpoint.layerWith({}, { approvalPages }))("agents in the sandbox", (it) => {
  it.effect.each(risky)(
    "follow the specification for a call that %s",
    ([, callOf]) =>
      Effect.gen(function*() {
        const agent = yield* agentOf({ credit: 100_000 })
        const call = yield* callOf(agent)
        assert.strictEqual((yield* agent.call("call_operation", call)).resultType, "input_required")
        const asked = yield* agent.content("call_operation", call, formless)
        assert.deepStrictEqual([asked.status, asked.approvalUrl], ["confirmation_required", undefined])
      })
  )

  it.effect.each(risky)(
    "wait for the web page for a call that %s if the organization requires it",
    ([, callOf]) =>
      Effect.gen(function*() {
        const agent = yield* agentOf({ credit: 100_000 })
        yield* setPolicy(agent, { require_web_approval_for_risks: true })
        const asked = yield* agent.content("call_operation", yield* callOf(agent))
        assert.isTrue(asked.approvalUrl.startsWith(approvalPages))
      })
  )
})
