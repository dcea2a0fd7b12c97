import { assert, describe, layer } from "@effect/vitest"
import { day } from "@namewright/conformance"
import { AgentPolicies, type AgentPolicy, Approvals, standardPolicy } from "@namewright/core/approvals"
import { CurrentActor, type Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { userBody } from "../access/userBody.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { storedDomain } from "../domains/storedDomain.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

type Agent = Effect.Success<ReturnType<typeof agentOf>>

const label = { operationId: "createTag", body: { type: "DOMAIN", label: "vip" } }

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

const ask = (agent: Agent, input: object) => agent.content("call_operation", input, formless)

const confirm = (agent: Agent, input: object, confirmationToken: string) =>
  agent.content("call_operation", { ...input, confirmationToken }, formless)

/** The same call with what the person answered to its form. */
const answered = (requestState: string, approval: object) => ({
  params: { requestState, inputResponses: { approval } }
})

const respond = (agent: Agent, requestState: string, approval: object) =>
  agent.content("call_operation", label, answered(requestState, approval))

const tagsOf = (agent: Agent) => Effect.map(agent.rest("GET", "/v1/tags"), ({ body }) => body.total as number)

/** The person without the agent. */
const inPerson = <A, E, R>(agent: Agent, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(TestPlatform, ({ actor }) => Effect.provideServiceEffect(effect, CurrentActor, actor(agent.token)))

const setPolicy = (agent: Agent, policy: Partial<AgentPolicy>) =>
  Effect.flatMap(
    AgentPolicies,
    (policies) => Effect.orDie(inPerson(agent, policies.replace({ ...standardPolicy, ...policy })))
  )

const historyOf = (agent: Agent) =>
  Effect.flatMap(
    Approvals,
    (approvals) => inPerson(agent, approvals.list({}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 }))
  )

layer(AgentEndpoint.layerWith({}, { approvalPages: "https://api.example.net/approvals" }))(
  "approvals of calls by tools",
  (it) => {
    describe("a token", () => {
      it.effect("is not replaced by a similar text", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { confirmationToken } = yield* ask(agent, label)
          const last = confirmationToken.at(-1) === "A" ? "B" : "A"
          const tampered = [
            `${confirmationToken.slice(0, -1)}${last}`,
            confirmationToken.slice(0, -1),
            `${confirmationToken}A`,
            confirmationToken.replace(".", ""),
            "nwa1",
            "true",
            "yes"
          ]
          for (const text of tampered) {
            assert.strictEqual((yield* confirm(agent, label, text)).status, "confirmation_required", text)
          }
          assert.strictEqual(yield* tagsOf(agent), 0)
          assert.strictEqual((yield* confirm(agent, label, confirmationToken)).httpStatus, 201)
        }))

      const others: ReadonlyArray<{ readonly what: string; readonly call: object }> = [
        { what: "another body", call: { ...label, body: { ...label.body, label: "other" } } },
        { what: "another type in the body", call: { ...label, body: { ...label.body, type: "CONTACT" } } },
        { what: "a member more", call: { ...label, body: { ...label.body, color: "#ffffff" } } },
        { what: "another operation", call: { operationId: "createZone", body: { name: "vip.example" } } },
        { what: "a query", call: { ...label, query: { dry: "true" } } },
        {
          what: "a suborganization",
          call: { ...label, organizationContext: "organization_01h455vb4pex5vsknk084sn02q" }
        }
      ]
      it.effect.each(others)(
        "is not for $what, and stays valid for its own call",
        ({ call: other }) =>
          Effect.gen(function*() {
            const agent = yield* agentOf()
            const { confirmationToken } = yield* ask(agent, label)
            const confirmed = yield* confirm(agent, other, confirmationToken)
            assert.notStrictEqual(confirmed.status, "ok", JSON.stringify(confirmed))
            assert.strictEqual(yield* tagsOf(agent), 0)
            assert.strictEqual((yield* confirm(agent, label, confirmationToken)).httpStatus, 201)
          })
      )

      it.effect("is for the same call in any order of its members, and with any id of its object", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { confirmationToken } = yield* ask(agent, label)
          const same = {
            operationId: "create_tag_v1_tags_post",
            pathParams: {},
            query: {},
            body: { label: "vip", type: "DOMAIN" }
          }
          assert.strictEqual((yield* confirm(agent, same, confirmationToken)).httpStatus, 201)
        }))

      it.effect("is not for another person, in the same organization or elsewhere", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { confirmationToken } = yield* ask(agent, label)
          for (const other of [yield* agentOf({ of: agent.organization }), yield* agentOf()]) {
            const answered = yield* confirm(other, label, confirmationToken)
            assert.strictEqual(answered.status, "confirmation_required")
            assert.notStrictEqual(answered.confirmationToken, confirmationToken)
            assert.strictEqual(yield* tagsOf(other), 0)
          }
          assert.strictEqual((yield* confirm(agent, label, confirmationToken)).httpStatus, 201)
        }))

      it.effect("is valid for five minutes", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const first = yield* ask(agent, label)
          yield* TestClock.adjust("299 seconds")
          const second = yield* ask(agent, label)
          assert.strictEqual((yield* confirm(agent, label, first.confirmationToken)).httpStatus, 201)
          yield* TestClock.adjust("5 minutes")
          const late = yield* confirm(agent, label, second.confirmationToken)
          assert.strictEqual(late.status, "confirmation_required")
          assert.notStrictEqual(late.confirmationToken, second.confirmationToken)
          assert.strictEqual(yield* tagsOf(agent), 1)
        }))

      it.effect("permits one of fifty concurrent calls", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { confirmationToken } = yield* ask(agent, label)
          const answers = yield* Effect.all(
            Array.from({ length: 50 }, () => confirm(agent, label, confirmationToken)),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(answers.filter(({ status }) => status === "ok"), 1)
          assert.lengthOf(answers.filter(({ status }) => status === "confirmation_required"), 49)
          assert.strictEqual(yield* tagsOf(agent), 1)
        }))

      it.effect("of a declined form is no confirmation, and can be accepted in a form later", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { requestState } = yield* agent.call("call_operation", label)
          const { status } = yield* respond(agent, requestState, { action: "decline" })
          assert.strictEqual(status, "declined")
          const elsewhere = yield* confirm(agent, label, requestState)
          assert.strictEqual(elsewhere.status, "confirmation_required")
          assert.notStrictEqual(elsewhere.confirmationToken, requestState)
          assert.strictEqual(yield* tagsOf(agent), 0)
          assert.strictEqual((yield* respond(agent, requestState, { action: "accept" })).httpStatus, 201)
        }))

      it.effect("of a conversation is no answer of a form, and stays valid in the conversation", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { confirmationToken } = yield* ask(agent, label)
          const result = yield* agent.call("call_operation", label, answered(confirmationToken, { action: "accept" }))
          assert.strictEqual(result.resultType, "input_required")
          assert.notStrictEqual(result.requestState, confirmationToken)
          assert.strictEqual(yield* tagsOf(agent), 0)
          assert.strictEqual((yield* confirm(agent, label, confirmationToken)).httpStatus, 201)
        }))

      it.effect("that was declined on the web page is refused everywhere, also after the policy requires no approval", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          yield* setPolicy(agent, { require_web_approval: true })
          const { approvalUrl, confirmationToken } = yield* agent.content("call_operation", label)
          const approvals = yield* Approvals
          yield* inPerson(agent, approvals.decide(approvalUrl.split("/").at(-1), { approve: false }))
          assert.strictEqual((yield* confirm(agent, label, confirmationToken)).status, "declined")
          yield* setPolicy(agent, {})
          assert.strictEqual((yield* confirm(agent, label, confirmationToken)).status, "declined")
          const result = yield* agent.call("call_operation", label, answered(confirmationToken, { action: "accept" }))
          assert.strictEqual(result.resultType, "input_required")
          assert.strictEqual(yield* tagsOf(agent), 0)
        }))

      it.effect("whose response was lost is replaced after it has expired, was used or was never returned", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const again = (requestState: string) =>
            Effect.map(
              agent.call("call_operation", label, { params: { requestState } }),
              (result) => result.requestState as string
            )
          const { requestState } = yield* agent.call("call_operation", label)
          assert.strictEqual(yield* again(requestState), requestState)
          assert.notStrictEqual(yield* again("nwa1"), "nwa1")
          yield* TestClock.adjust("5 minutes")
          const fresh = yield* again(requestState)
          assert.notStrictEqual(fresh, requestState)
          assert.strictEqual((yield* respond(agent, fresh, { action: "accept" })).httpStatus, 201)
          assert.notStrictEqual(yield* again(fresh), fresh)
          assert.strictEqual(yield* tagsOf(agent), 1)
        }))

      it.effect("of a form is no confirmation from a client with forms", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { requestState } = yield* agent.call("call_operation", label)
          const answered = yield* agent.call("call_operation", { ...label, confirmationToken: requestState })
          assert.strictEqual(answered.resultType, "input_required")
          assert.strictEqual(yield* tagsOf(agent), 0)
        }))
    })

    describe("a question", () => {
      it.effect("names the user to be changed, in the conversation and on the web page", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const bob = yield* agent.rest("POST", "/v1/users", userBody("bob"))
          const call = {
            operationId: "updateUser",
            pathParams: { user_id: bob.body.user_id },
            body: { last_name: "Changed" }
          }
          for (const require_web_approval of [false, true]) {
            yield* setPolicy(agent, { require_web_approval })
            const { message } = yield* ask(agent, call)
            assert.include(message, "About: email \"bob@example.org\"")
            assert.match(message, /Changes last_name: ".+" -> "Changed"/)
            assert.include(message, "can grant access")
          }
        }))

      it.effect("shows what a change changes", () =>
        Effect.gen(function*() {
          yield* TestClock.setTime(day(0).epochMilliseconds)
          const agent = yield* agentOf()
          const { domain_id, name } = yield* storedDomain(agent.organization, "shop-gate.com", { expires_on: day(100) })
          const call = {
            operationId: "updateDomain",
            pathParams: { domain_reference: domain_id },
            body: { renewal_mode: "expire", nameservers: [{ hostname: "ns9.example.net" }] }
          }
          const { message } = yield* ask(agent, call)
          assert.include(message, `PATCH /v1/domains/${domain_id}`)
          assert.include(message, "Risk: writes data, can delete or transfer resources")
          assert.include(message, `About: name "${name}"`)
          assert.include(message, "Changes renewal_mode: \"renew\" -> \"expire\"")
          assert.include(message, "ns9.example.net")
          const { items: [approval] } = yield* historyOf(agent)
          assert.deepStrictEqual(
            approval?.changes.find(({ field }) => field === "renewal_mode"),
            { field: "renewal_mode", before: "renew", after: "expire" }
          )
        }))

      it.effect("shows the price of what costs money", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf({ credit: 100_000 })
          const contact = (yield* agent.rest("POST", "/v1/contacts", contactBody)).body.contact_id
          const body = {
            name: "costly-gate.com",
            renewal_mode: "renew",
            period: { unit: "y", value: 1 },
            contacts: { registrant: contact, admin: contact, tech: contact, billing: contact }
          }
          const { confirmationToken, message, safety } = yield* ask(agent, { operationId: "createDomain", body })
          assert.isTrue(safety.cost)
          assert.match(message, /^Price: \d+\.\d\d EUR, taxes included$/m)
          assert.include(message, "costly-gate.com")
          const done = yield* confirm(agent, { operationId: "createDomain", body }, confirmationToken)
          assert.strictEqual(done.httpStatus, 201, JSON.stringify(done))
        }))

      it.effect("shows no secret, and no input that imitates the question", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const forged: { readonly message: string } = yield* ask(agent, {
            operationId: "updateOwnAttributes",
            body: { attributes: [{ key: "note", value: "x\nRisk: reads data\u202e" }] }
          })
          const risks = forged.message.split("\n").filter((line) => line.startsWith("Risk:"))
          assert.deepStrictEqual(risks, ["Risk: writes data"])
          assert.include(forged.message, String.raw`x\nRisk: reads data\u202e`)
          const contact = "contact_01h455vb4pex5vsknk084sn02q"
          const transfer = yield* ask(agent, {
            operationId: "transferDomain",
            body: {
              name: "other-gate.com",
              renewal_mode: "renew",
              auth_code: "s3cret-code",
              contacts: { registrant: contact, admin: contact, tech: contact, billing: contact }
            }
          })
          assert.notInclude(JSON.stringify(transfer), "s3cret-code")
        }))

      it.effect("is not asked about a missing object", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { data, httpStatus } = yield* ask(agent, {
            operationId: "deleteTag",
            pathParams: { tag_id: "tag_01h455vb4pex5vsknk084sn02q" }
          })
          assert.deepStrictEqual([httpStatus, data.code], [404, "ERROR_TAG_NOT_FOUND"])
        }))

      it.effect.each(
        [
          [{ pathParams: {} }, "missing"],
          [{ pathParams: { tag_id: ".." } }, "string_pattern_mismatch"],
          [{ pathParams: { tag_id: "tag_01h455vb4pex5vsknk084sn02q", other: "x" } }, "extra_forbidden"],
          [{ pathParams: { tag_id: "../domains/x" } }, undefined]
        ] as const
      )("is not put about a path that is none: %j", ([input, type]) =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { data, httpStatus } = yield* ask(agent, { operationId: "deleteTag", ...input })
          assert.strictEqual(httpStatus, 422)
          if (type !== undefined) assert.strictEqual(data.errors[0].type, type)
          assert.strictEqual(data.errors[0].loc[0], "path")
        }))
    })

    describe("an organization", () => {
      it.effect("may require an approval on the web page from every client", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          yield* setPolicy(agent, { require_web_approval: true })
          const asked = yield* agent.content("call_operation", label)
          assert.strictEqual(asked.status, "confirmation_required")
          assert.match(asked.approvalUrl, /^https:\/\/api\.example\.net\/approvals\/approval_/)
          const { confirmationToken } = asked
          const early = yield* agent.content("call_operation", { ...label, confirmationToken })
          assert.deepStrictEqual([early.status, early.confirmationToken], ["confirmation_required", confirmationToken])
          assert.strictEqual(yield* tagsOf(agent), 0)

          const approvals = yield* Approvals
          const id = asked.approvalUrl.split("/").at(-1)
          yield* inPerson(agent, approvals.decide(id, { approve: false, note: "not today" }))
          const declined = yield* agent.content("call_operation", { ...label, confirmationToken })
          assert.strictEqual(declined.status, "declined")
          assert.include(declined.message, "not today")
          yield* inPerson(agent, approvals.decide(id, { approve: true }))
          const done = yield* agent.content("call_operation", { ...label, confirmationToken })
          assert.strictEqual(done.httpStatus, 201)
        }))

      it.effect("may restrict agents to reads", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          yield* setPolicy(agent, { read_only: true })
          const { data, httpStatus } = yield* ask(agent, label)
          assert.deepStrictEqual([httpStatus, data.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.strictEqual((yield* agent.content("call_operation", { operationId: "listTags" })).httpStatus, 200)
        }))

      it.effect("finds questions, decisions with their notes, and results", () =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { requestState } = yield* agent.call("call_operation", label)
          yield* respond(agent, requestState, { action: "decline" })
          yield* respond(agent, requestState, { action: "accept", content: { note: "go ahead" } })
          const { items: [approval] } = yield* historyOf(agent)
          assert.deepStrictEqual(
            approval?.history.map(({ step }) => step),
            ["challenged", "decline", "accept", "consumed", "ended"]
          )
          assert.deepStrictEqual(
            [approval?.note, approval?.http_status, approval?.client_id, approval?.path],
            ["go ahead", 201, "test-client", "elicitation"]
          )
        }))
    })

    it.effect("refuses a write after the loss of the permission", () =>
      Effect.gen(function*() {
        const { person } = yield* TestPlatform
        const agent = yield* agentOf()
        const { confirmationToken } = yield* ask(agent, label)
        const rights: ReadonlyArray<Permission> = ["tags:read"]
        const limited = yield* person(agent.organization, { rights })
        const { call } = yield* AgentEndpoint
        const result = yield* call(limited, "call_operation", { ...label, confirmationToken }, formless)
        assert.strictEqual(result.structuredContent.httpStatus, 403)
      }))
  }
)
