import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { setPolicy as setWholePolicy } from "../realm/policyOf.ts"
import { RealmServer } from "../realm/RealmServer.ts"
import { newOrganization } from "../support/newOrganization.ts"
import { approvedBy, connectedProgram, domainWithCode } from "./connectedProgram.ts"

const code = "s3cret-Code"

/** Approvals take the paths of the specification, whatever they are for. */
const setPolicy: typeof setWholePolicy = (person, policy) =>
  setWholePolicy(person, { require_web_approval_for_risks: false, ...policy })

type Program = Effect.Success<ReturnType<typeof connectedProgram>>

/** A person with a domain, and a program of theirs. */
const owner = Effect.fnUntraced(function*(name: string) {
  const { person } = yield* RealmServer
  const ada = yield* person()
  yield* domainWithCode(ada, name, code)
  yield* setPolicy(ada, { rest_access: true })
  return { ada, program: yield* connectedProgram(ada) }
})

/** Every way on which an agent reads a domain, by name; the answers as text. */
const ways = (name: string): Readonly<Record<string, (program: Program) => Effect.Effect<unknown>>> => {
  const one = { operationId: "getDomain", pathParams: { domain_reference: name } }
  const all = { operationId: "listDomains", query: { name } }
  const fields = { name, fields: ["name", "auth_code"] }
  return {
    getDomain: ({ tool }) => tool("call_operation", one),
    "getDomain, read-only": ({ tool }) => tool("call_operation", one, "/mcp/readonly"),
    listDomains: ({ tool }) => tool("call_operation", all),
    "listDomains, read-only": ({ tool }) => tool("call_operation", all, "/mcp/readonly"),
    portfolio_query: ({ tool }) => tool("portfolio_query", fields),
    "portfolio_query, read-only": ({ tool }) => tool("portfolio_query", fields, "/mcp/readonly"),
    "GET /v1/domains/{}": ({ rest }) => Effect.map(rest("GET", `/v1/domains/${name}`), ({ body }) => body),
    "GET /v1/domains": ({ rest }) => Effect.map(rest("GET", `/v1/domains?name=${name}`), ({ body }) => body)
  }
}

/** Ways that show a domain and no code, whatever the policy says. */
const others = (name: string): Readonly<Record<string, (program: Program) => Effect.Effect<unknown>>> => ({
  "portfolio_query without the field": ({ tool }) => tool("portfolio_query", { name }),
  bulk_preview: ({ tool }) =>
    tool("bulk_preview", {
      templateType: "domain_update_bulk",
      template: { renewal_mode: "expire" },
      selector: { name }
    }),
  "the question of an update": ({ tool }) =>
    tool("call_operation", {
      operationId: "updateDomain",
      pathParams: { domain_reference: name },
      body: { renewal_mode: "expire", auth_code: "An0ther-code-here!" }
    }),
  listEvents: ({ tool }) => tool("call_operation", { operationId: "listEvents" })
})

const disclosuresOf = ({ tool }: Program) =>
  Effect.map(
    tool("call_operation", { operationId: "listEvents", query: { type: "AUTH_CODE_DISCLOSURE" } }),
    ({ data }): ReadonlyArray<any> => data.items
  )

layer(RealmServer.layerWith({}, { environment: "production" }), { excludeTestServices: true })(
  "Auth codes in production",
  (it) => {
    it.effect("are hidden from agents in every operation, unless the policy shows them", () =>
      Effect.gen(function*() {
        const { ada, program } = yield* owner("hidden.com")
        for (const [way, read] of Object.entries({ ...ways("hidden.com"), ...others("hidden.com") })) {
          const shown = JSON.stringify(yield* read(program))
          assert.include(shown, way === "listEvents" ? "items" : "hidden.com", way)
          assert.notInclude(shown, code, way)
        }
        assert.deepStrictEqual(yield* disclosuresOf(program), [])
        yield* setPolicy(ada, { rest_access: true, show_auth_codes: true })
        for (const [way, read] of Object.entries(ways("hidden.com"))) {
          assert.include(JSON.stringify(yield* read(program)), code, way)
        }
        assert.lengthOf(yield* disclosuresOf(program), Object.keys(ways("")).length)
      }))

    it.effect("are hidden in responses to writes, also in repeated ones", () =>
      Effect.gen(function*() {
        const { person } = yield* RealmServer
        const ada = yield* person({ organization: yield* newOrganization({ credit: 100_000 }) })
        yield* setPolicy(ada, { rest_access: true, show_auth_codes: true })
        const { rest } = yield* connectedProgram(ada)
        const approved = Effect.fnUntraced(function*(path: string, body: object, headers: Record<string, string> = {}) {
          const asked = yield* rest("POST", path, body, headers)
          return yield* rest("POST", path, body, { ...headers, ...approvedBy(asked.body.confirmation_token) })
        })
        const { body: { contact_id } } = yield* approved("/v1/contacts", contactBody)
        const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
        const order = { name: "repeated.com", contacts, period: { unit: "y", value: 1 }, renewal_mode: "renew" }
        const key = { "idempotency-key": "order-1" }
        const first = yield* approved("/v1/domains", { ...order, auth_code: "Ch0sen-by-Agent" }, key)
        assert.strictEqual(first.body.auth_code, "Ch0sen-by-Agent", JSON.stringify(first.body))

        yield* setPolicy(ada, { rest_access: true, show_auth_codes: false })
        const repeated = yield* approved("/v1/domains", { ...order, auth_code: "Ch0sen-by-Agent" }, key)
        assert.isAtLeast(repeated.status, 400)
        const second = yield* approved("/v1/domains", { ...order, name: "masked.com", auth_code: "Ch0sen-by-Agent" })
        assert.deepStrictEqual([second.status, second.body.auth_code], [201, null])
      }))

    it.effect("are masked in jobs, whatever the policy says", () =>
      Effect.gen(function*() {
        const { ada, program } = yield* owner("jobs.com")
        yield* setPolicy(ada, { rest_access: true, show_auth_codes: true })
        const commands = [{
          command: "domain_update",
          payload: { name: "jobs.com", auth_code: "In-a-J0b-of-mine" }
        }]
        const asked = yield* program.rest("POST", "/v1/jobs", { commands })
        const { confirmation_token } = asked.body
        const batch = yield* program.rest("POST", "/v1/jobs", { commands }, approvedBy(confirmation_token))
        const jobs = yield* program.rest("GET", `/v1/jobs/${batch.body.batch_id}/jobs`)
        assert.strictEqual(jobs.body.items?.length, 1, JSON.stringify([asked.body, batch.body, jobs.body]))
        assert.notInclude(JSON.stringify(jobs.body), "In-a-J0b-of-mine")
      }))
  }
)

layer(RealmServer.layer, { excludeTestServices: true })("Auth codes in the sandbox", (it) => {
  it.effect("are shown, each as an event of its domain that names program and person", () =>
    Effect.gen(function*() {
      const { ada, program } = yield* owner("shown.com")
      for (const [way, read] of Object.entries(others("shown.com"))) {
        assert.notInclude(JSON.stringify(yield* read(program)), code, way)
      }
      assert.deepStrictEqual(yield* disclosuresOf(program), [])
      let count = 0
      for (const [way, read] of Object.entries(ways("shown.com"))) {
        assert.include(JSON.stringify(yield* read(program)), code, way)
        const events = yield* disclosuresOf(program)
        assert.lengthOf(events, ++count, way)
        assert.deepInclude(events[0], { object_type: "DOMAIN", subtype: "NOTIFICATION" })
        const { message } = events[0].event_data
        assert.include(message, program.program.client_id)
        assert.include(message, ada.user.user_id)
        assert.notInclude(message, code)
      }
    }))

  it.effect("are hidden if the policy requires it, and are in no event", () =>
    Effect.gen(function*() {
      const { ada, program } = yield* owner("closed.com")
      yield* setPolicy(ada, { rest_access: true, show_auth_codes: false })
      for (const [way, read] of Object.entries(ways("closed.com"))) {
        assert.notInclude(JSON.stringify(yield* read(program)), code, way)
      }
      assert.deepStrictEqual(yield* disclosuresOf(program), [])
    }))
})
