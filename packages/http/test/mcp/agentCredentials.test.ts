import { assert, layer } from "@effect/vitest"
import { ApiKeys, RecentCallers, UserStore } from "@namewright/core/access"
import { standardPolicy } from "@namewright/core/approvals"
import { RealmRecords } from "@namewright/core/realm"
import { DateTime, Effect, Redacted } from "effect"
import { userBody } from "../access/userBody.ts"
import { Browser } from "../realm/Browser.ts"
import { asPerson, setPolicy } from "../realm/policyOf.ts"
import { posted, type Program as Connecting, signedInAt } from "../realm/Program.ts"
import { type Person, RealmServer } from "../realm/RealmServer.ts"
import { issuesOf } from "../support/problems.ts"
import { approvedBy, connectedProgram, decides, domainWithCode, restWith } from "./connectedProgram.ts"

const tag = (label: string) => ({ type: "DOMAIN", label })

const inDays = (days: number) => Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { days })))

type Program = Effect.Success<ReturnType<typeof connectedProgram>>

/** Ends of a consent, by what happens to the refresh token of its program. */
const ends = [
  {
    how: "a second use of a token",
    end: async (program: Connecting, refresh_token: string) => {
      await program.refresh(refresh_token)
      await program.refresh(refresh_token)
    }
  },
  {
    how: "revocation of a token",
    end: async ({ client_id, issuer }: Connecting, token: string) => {
      await posted(`${issuer}/protocol/openid-connect/revoke`, { client_id, token })
    }
  }
]

/** Both ways of an approval: the token in the conversation, and a person on the web page. */
const paths = [{ path: "token", web: false }, { path: "page", web: true }] as const

/** A call of the tool endpoint that its person approves. */
const approvedCall = Effect.fnUntraced(function*(ada: Person, { tool }: Program, input: object) {
  const asked = yield* tool("call_operation", input)
  if (asked.confirmationToken === undefined) return asked
  const { approvalUrl, confirmationToken } = asked
  if (approvalUrl !== undefined) yield* decides(ada, approvalUrl.slice(approvalUrl.lastIndexOf("/") + 1), true)
  return yield* tool("call_operation", { ...input, confirmationToken })
})

/** The key that an agent has created for its person, and calls with it. */
const agentKey = Effect.fnUntraced(function*(web: boolean, role = "admin") {
  const { person, url } = yield* RealmServer
  const ada = yield* person({ role: "owner" })
  const policy = { require_web_approval: web, show_auth_codes: false }
  yield* setPolicy(ada, policy)
  const program = yield* connectedProgram(ada)
  yield* setPolicy(ada, { ...policy, rest_access: true })
  const body = { api_key_name: "by-agent", role, expires_at: yield* inDays(30) }
  const { data, httpStatus } = yield* approvedCall(ada, program, { operationId: "createCredential", body })
  assert.strictEqual(httpStatus, 201, JSON.stringify(data))
  const rest = restWith(url, { "x-api-key": data.api_key })
  return { ada, program, created: data, rest, url }
})

layer(RealmServer.layerWith({}, { approvalPages: "https://pages.example/approvals" }), { excludeTestServices: true })(
  "Credentials that an agent creates",
  (it) => {
    it.effect.each(paths)(
      "a key without an expiry or a role is refused without a question ($path)",
      ({ web }) =>
        Effect.gen(function*() {
          const { person } = yield* RealmServer
          const ada = yield* person()
          yield* setPolicy(ada, { require_web_approval: web })
          const { tool } = yield* connectedProgram(ada)
          const refusedFor = Effect.fnUntraced(function*(members: object) {
            const body = { api_key_name: "by-agent", ...members }
            const { confirmationToken, data, httpStatus } = yield* tool("call_operation", {
              operationId: "createCredential",
              body
            })
            return [httpStatus, confirmationToken, issuesOf(data)]
          })
          assert.deepStrictEqual(yield* refusedFor({}), [422, undefined, [
            ["body.role", "missing"],
            ["body.expires_at", "missing"]
          ]])
          assert.deepStrictEqual(yield* refusedFor({ role: "viewer", expires_at: null }), [422, undefined, [
            ["body.expires_at", "missing"]
          ]])
          assert.deepStrictEqual(yield* refusedFor({ role: "viewer", expires_at: yield* inDays(91) }), [
            422,
            undefined,
            [
              ["body.expires_at", "value_error"]
            ]
          ])
        })
    )

    it.effect.each(paths)(
      "a key stays bound: its writes need an approval of its user ($path)",
      ({ web }) =>
        Effect.gen(function*() {
          const { ada, created, program, rest } = yield* agentKey(web)
          assert.deepInclude(created, {
            agent_client_id: program.program.client_id,
            agent_user_id: ada.user.user_id
          })
          const asked = yield* rest("POST", "/v1/tags", tag("vip"))
          assert.strictEqual(asked.body.code, "ERROR_APPROVAL_REQUIRED")
          assert.strictEqual(asked.body.approval_url !== null, web)
          const send = rest("POST", "/v1/tags", tag("vip"), approvedBy(asked.body.confirmation_token))
          if (web) {
            assert.strictEqual((yield* send).body.code, "ERROR_APPROVAL_REQUIRED")
            yield* decides(ada, asked.body.approval_id, true)
          }
          assert.strictEqual((yield* send).status, 201)
          assert.strictEqual((yield* send).body.code, "ERROR_APPROVAL_REQUIRED")

          const policy = { ...standardPolicy, rest_access: true, show_auth_codes: true }
          const refused = yield* rest("PUT", "/v1/approvals/policy", policy)
          assert.strictEqual(refused.body.code, "ERROR_PERMISSION_DENIED", "nobody is asked")
          yield* setPolicy(ada, { rest_access: true, read_only: true })
          const written = yield* rest("POST", "/v1/tags", tag("other"))
          assert.deepStrictEqual([written.status, written.body.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.strictEqual((yield* rest("GET", "/v1/tags")).body.total, 1)
        })
    )

    it.effect.each(paths)(
      "so do its access tokens, and the keys that it creates ($path)",
      ({ web }) =>
        Effect.gen(function*() {
          const { ada, created, rest, url } = yield* agentKey(web)
          const { client_id, client_secret } = created
          const issued = yield* restWith(url, {})("POST", "/v1/auth/token", {
            grant_type: "client_credentials",
            client_id,
            client_secret
          })
          const bearer = restWith(url, { authorization: `Bearer ${issued.body.access_token}` })
          assert.strictEqual((yield* bearer("POST", "/v1/tags", tag("vip"))).body.code, "ERROR_APPROVAL_REQUIRED")

          const path = "/v1/auth/client_credentials"
          assert.strictEqual((yield* rest("POST", path, { api_key_name: "endless" })).status, 422)
          const body = { api_key_name: "second", role: "viewer", expires_at: yield* inDays(1) }
          const asked = yield* rest("POST", path, body)
          assert.isTrue(asked.body.safety.access)
          if (web) yield* decides(ada, asked.body.approval_id, true)
          const second = yield* rest("POST", path, body, approvedBy(asked.body.confirmation_token))
          assert.deepInclude(second.body, { agent_user_id: ada.user.user_id })
        })
    )

    it.effect("a key ends when its user disconnects the program", () =>
      Effect.gen(function*() {
        const { issuer } = yield* RealmServer
        const { ada, program, rest } = yield* agentKey(false)
        yield* setPolicy(ada, { rest_access: false })
        const other = yield* connectedProgram(ada)
        yield* setPolicy(ada, { rest_access: true })
        const browser = new Browser(issuer)
        const account = yield* Effect.promise(async () =>
          signedInAt(browser, await browser.open(`${issuer}/account`), ada)
        )
        assert.notInclude(account.text, "Use the REST interface")
        const grants = yield* Effect.flatMap(RealmRecords, ({ listOfUser }) => listOfUser("Grant", ada.user.user_id))
        const disconnect = (client_id: string) => {
          const grant = String(grants.find(({ payload }) => payload["clientId"] === client_id)?.payload["jti"])
          return Effect.promise(() => browser.send(account, { grant }, { action: "/programs/disconnect" }))
        }
        yield* disconnect(other.program.client_id)
        assert.strictEqual((yield* rest("GET", "/v1/tags")).status, 200)
        const done = yield* disconnect(program.program.client_id)
        assert.include(done.text, "Keys that it created have been revoked.")
        assert.strictEqual((yield* rest("GET", "/v1/tags")).status, 401)
      }))

    it.effect.each(ends)("a key ends with a consent that ends by $how", ({ end }) =>
      Effect.gen(function*() {
        const { ada, program: { program }, rest } = yield* agentKey(false)
        const { refresh_token } = yield* Effect.promise(() => program.connect(ada))
        assert.strictEqual((yield* rest("GET", "/v1/tags")).status, 200)
        yield* Effect.promise(() => end(program, refresh_token))
        assert.strictEqual((yield* rest("GET", "/v1/tags")).status, 401)
      }))

    it.effect("a key is refused over REST where programs are refused, and has at most the rights of its user", () =>
      Effect.gen(function*() {
        const { ada, rest } = yield* agentKey(false)
        const tags = Effect.map(rest("GET", "/v1/tags"), ({ body, status }) => [status, body.code])
        yield* setPolicy(ada, { rest_access: false })
        assert.deepStrictEqual(yield* tags, [403, "ERROR_PERMISSION_DENIED"])
        yield* setPolicy(ada, { rest_access: true })
        assert.deepStrictEqual(yield* tags, [200, undefined])
        const users = yield* UserStore
        yield* Effect.orDie(users.update({ ...ada.user, role: null }))
        yield* Effect.flatMap(RecentCallers, ({ forget }) => forget)
        assert.deepStrictEqual(yield* tags, [403, "ERROR_PERMISSION_DENIED"])
      }))

    it.effect("a role is set by people only: programs and their keys are refused without a question", () =>
      Effect.gen(function*() {
        const { ada, rest } = yield* agentKey(false)
        const program = yield* connectedProgram(ada)
        const path = `/v1/users/${ada.user.user_id}/role`
        const calls = [program.rest, rest]
        for (const call of calls) {
          const refused = yield* call("PUT", path, { role: "viewer" })
          assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.include(refused.body.detail, "programs and keys are refused")
        }
        const me = yield* program.rest("GET", "/v1/users/me")
        assert.strictEqual(me.body.user_id, ada.user.user_id)
        assert.strictEqual((yield* rest("GET", "/v1/users/me")).status, 403)
      }))

    it.effect("a key is shown no auth codes that its agent is not shown", () =>
      Effect.gen(function*() {
        const { ada, rest } = yield* agentKey(false)
        yield* domainWithCode(ada, "bound-key.com")
        assert.isNull((yield* rest("GET", "/v1/domains/bound-key.com")).body.auth_code)
        yield* setPolicy(ada, { rest_access: true, show_auth_codes: true })
        assert.strictEqual((yield* rest("GET", "/v1/domains/bound-key.com")).body.auth_code, "s3cret-Code")
      }))

    it.effect("a key with restrictions keeps them, and a program changes no key of a person", () =>
      Effect.gen(function*() {
        const { ada, program, rest, url } = yield* agentKey(false)
        const body = {
          api_key_name: "restricted",
          role: "admin",
          expires_at: yield* inDays(1),
          restrictions: { names: ["kept.com"] }
        }
        const { data } = yield* approvedCall(ada, program, { operationId: "createCredential", body })
        assert.deepStrictEqual(data.restrictions, { names: ["kept.com"] })
        yield* domainWithCode(ada, "kept.com")
        yield* domainWithCode(ada, "hidden.com")
        const restricted = restWith(url, { "x-api-key": data.api_key })
        const listed = yield* restricted("GET", "/v1/domains")
        assert.deepStrictEqual(listed.body.items.map(({ name }: { readonly name: string }) => name), ["kept.com"])
        const asked = yield* restricted("POST", "/v1/tags", tag("vip"))
        const refused = yield* restricted("POST", "/v1/tags", tag("vip"), approvedBy(asked.body.confirmation_token))
        assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])

        const path = { api_key_id: data.api_key_id }
        const widened = { operationId: "updateCredential", pathParams: path, body: { restrictions: null } }
        assert.strictEqual((yield* approvedCall(ada, program, widened)).data.restrictions, null)
        assert.strictEqual((yield* restricted("GET", "/v1/domains")).body.total, 2)
        const keys = yield* ApiKeys
        const own = yield* asPerson(ada, Effect.orDie(keys.create({ api_key_name: "own" })))
        const ofPerson = { ...widened, pathParams: { api_key_id: own.api_key_id } }
        const denied = yield* approvedCall(ada, program, ofPerson)
        assert.deepStrictEqual([denied.httpStatus, denied.data.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.strictEqual((yield* rest("GET", "/v1/domains")).body.total, 2)
      }))

    it.effect("a key of a person or of the platform is not bound", () =>
      Effect.gen(function*() {
        const { person, url } = yield* RealmServer
        const ada = yield* person()
        const keys = yield* ApiKeys
        const created = yield* asPerson(ada, Effect.orDie(keys.create({ api_key_name: "own" })))
        const rest = restWith(url, { "x-api-key": Redacted.value(created.api_key) })
        assert.deepInclude(created, { agent_client_id: null, agent_user_id: null })
        assert.strictEqual((yield* rest("POST", "/v1/tags", tag("vip"))).status, 201)
      }))

    it.effect.each(paths)("a user gets no password that the agent knows ($path)", ({ web }) =>
      Effect.gen(function*() {
        const { person } = yield* RealmServer
        const ada = yield* person()
        yield* setPolicy(ada, { require_web_approval: web })
        const program = yield* connectedProgram(ada)
        const user = userBody(`by-agent-${web}`)
        const call = (body: object) => ({ operationId: "createUser", body })
        const refused = yield* program.tool("call_operation", call({ ...user, password: "correct horse battery" }))
        assert.deepStrictEqual([refused.httpStatus, issuesOf(refused.data)], [422, [["body.password", "value_error"]]])
        const parent = { operationId: "createOrganization", body: { name: "Sub", users: [{ ...user, password: "s" }] } }
        const refusedToo = yield* program.tool("call_operation", parent)
        assert.deepStrictEqual(issuesOf(refusedToo.data), [["body.users.0.password", "value_error"]])
        const done = yield* approvedCall(ada, program, call(user))
        assert.strictEqual(done.httpStatus, 200, JSON.stringify(done.data))
      }))
  }
)
