import { assert, layer } from "@effect/vitest"
import { AgentPolicyStore, Approvals } from "@namewright/core/approvals"
import { Money } from "@namewright/core/shared"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { Browser } from "../realm/Browser.ts"
import { asPerson, setPolicy } from "../realm/policyOf.ts"
import { claimsOf, Program, signedInAt } from "../realm/Program.ts"
import { type Person, RealmServer } from "../realm/RealmServer.ts"
import { approvedBy, connectedProgram, decides, restWith } from "./connectedProgram.ts"

const tag = (label: string) => ({ type: "DOMAIN", label })

/** A person whose organization lets programs use the REST interface, and a program of theirs. */
const connected = Effect.fnUntraced(function*() {
  const { person } = yield* RealmServer
  const ada = yield* person()
  yield* setPolicy(ada, { rest_access: true })
  return { ada, ...(yield* connectedProgram(ada)) }
})

const tagsOf = ({ rest }: Effect.Success<ReturnType<typeof connected>>) =>
  Effect.map(
    rest("GET", "/v1/tags"),
    ({ body }): ReadonlyArray<string> => body.items.map(({ label }: { readonly label: string }) => label)
  )

/** What a consent page says of a program that asks for the REST interface. */
const consentOf = (person: Person) =>
  Effect.gen(function*() {
    const { issuer, url } = yield* RealmServer
    return yield* Effect.promise(async () => {
      const program = await Program.register(issuer, { scope: "profile email service:rest" })
      const browser = new Browser(issuer)
      const address = program.authorizationUrl("v".repeat(43), { scope: "service:rest", resource: `${url}/v1` })
      return signedInAt(browser, await browser.open(address), person)
    })
  })

layer(RealmServer.layerWith({}, { approvalPages: "https://pages.example/approvals" }), { excludeTestServices: true })(
  "A connected program over REST",
  (it) => {
    it.effect("is refused unless the organization permits it, and the consent page describes the permission", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const ada = yield* person()
        assert.include((yield* consentOf(ada)).text, "does not let programs do so")
        const program = yield* Effect.promise(() => Program.register(issuer, { scope: "profile email service:rest" }))
        const nothingElse = { scope: "service:rest", resource: `${url}/v1` }
        const { answer } = yield* Effect.promise(() => program.authorize(new Browser(issuer), ada, nothingElse))
        assert.strictEqual(answer.get("error"), "access_denied")
        const connect = Effect.promise(() => program.connect(ada, { ...nothingElse, scope: "openid service:rest" }))
        const { access_token } = yield* connect
        assert.notInclude(String(claimsOf(access_token)["scope"]), "service:rest")
        const refused = yield* restWith(url, { authorization: `Bearer ${access_token}` })("GET", "/v1/tags")
        assert.strictEqual(refused.status, 401)

        yield* setPolicy(ada, { rest_access: true })
        const page = yield* consentOf(ada)
        assert.include(page.text, "what is not a read needs an approval")
        const allowed = yield* connectedProgram(ada)
        assert.strictEqual((yield* allowed.rest("GET", "/v1/tags")).status, 200)
        yield* setPolicy(ada, { rest_access: false })
        const ended = yield* allowed.rest("GET", "/v1/tags")
        assert.deepStrictEqual([ended.status, ended.body.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.strictEqual((yield* allowed.tool("portfolio_summary", {})).domains.total_count, 0)
      }))

    it.effect("is granted REST with a new consent after the organization has permitted it", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const ada = yield* person()
        const program = yield* Effect.promise(() =>
          Program.register(issuer, { scope: "profile email service:rest offline_access" })
        )
        const browser = new Browser(issuer)
        const asked = { scope: "openid service:rest offline_access", resource: `${url}/v1` }
        const connect = Effect.promise(async () =>
          (await program.exchange(await program.authorize(browser, ada, asked))).body.access_token
        )
        assert.notInclude(String(claimsOf(yield* connect)["scope"]), "service:rest")
        yield* setPolicy(ada, { rest_access: true })
        assert.include(String(claimsOf(yield* connect)["scope"]), "service:rest")
      }))

    it.effect("reads, and writes only what was approved, with its token", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const asked = yield* it.rest("POST", "/v1/tags", tag("vip"))
        assert.deepInclude(asked.body, {
          status: 403,
          code: "ERROR_APPROVAL_REQUIRED",
          operation_id: "createTag",
          safety: { read: false, write: true, cost: false, destructive: false, access: false },
          approval_url: null
        })
        assert.include(asked.body.question, "POST /v1/tags")
        assert.deepStrictEqual(yield* tagsOf(it), [])
        const { confirmation_token } = asked.body

        const other = yield* it.rest("POST", "/v1/tags", tag("other"), approvedBy(confirmation_token))
        assert.strictEqual(other.body.code, "ERROR_APPROVAL_REQUIRED")
        assert.notStrictEqual(other.body.confirmation_token, confirmation_token)
        for (const made of ["nwa1.made.up", "true"]) {
          assert.strictEqual((yield* it.rest("POST", "/v1/tags", tag("vip"), approvedBy(made))).status, 403)
        }
        assert.deepStrictEqual(yield* tagsOf(it), [])

        const done = yield* it.rest("POST", "/v1/tags", tag("vip"), approvedBy(confirmation_token))
        assert.deepStrictEqual([done.status, done.body.label], [201, "vip"])
        assert.match(done.headers.get("content-type") ?? "", /^application\/json/)
        const again = yield* it.rest("POST", "/v1/tags", tag("vip"), approvedBy(confirmation_token))
        assert.strictEqual(again.body.code, "ERROR_APPROVAL_REQUIRED")
        assert.deepStrictEqual(yield* tagsOf(it), ["vip"])
        const gone = yield* it.rest("DELETE", `/v1/tags/${done.body.tag_id}`)
        const deleted = yield* it.rest(
          "DELETE",
          `/v1/tags/${done.body.tag_id}`,
          undefined,
          approvedBy(gone.body.confirmation_token)
        )
        assert.deepStrictEqual([deleted.status, deleted.body], [204, undefined])
      }))

    it.effect("writes nothing before an approval on the web page if the organization requires it", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        yield* setPolicy(it.ada, { rest_access: true, require_web_approval: true })
        const asked = yield* it.rest("POST", "/v1/tags", tag("vip"))
        const { approval_id, approval_url, confirmation_token } = asked.body
        assert.strictEqual(approval_url, `https://pages.example/approvals/${approval_id}`)
        const send = it.rest("POST", "/v1/tags", tag("vip"), approvedBy(confirmation_token))
        assert.strictEqual((yield* send).body.code, "ERROR_APPROVAL_REQUIRED")
        yield* decides(it.ada, approval_id, false)
        assert.deepStrictEqual(
          [(yield* send).body.code, yield* tagsOf(it)],
          ["ERROR_APPROVAL_DECLINED", []]
        )
        yield* decides(it.ada, approval_id, true)
        assert.strictEqual((yield* send).status, 201)
        assert.strictEqual((yield* send).body.code, "ERROR_APPROVAL_REQUIRED")
      }))

    it.effect("is refused with a token of the tool endpoint, and the tool endpoint refuses a token of REST", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const call = { operationId: "createTag", body: tag("vip") }
        const inConversation = yield* it.tool("call_operation", call)
        assert.strictEqual(inConversation.status, "confirmation_required")
        const overRest = yield* it.rest("POST", "/v1/tags", tag("vip"))
        const { confirmation_token } = overRest.body
        const crossed = yield* it.rest("POST", "/v1/tags", tag("vip"), approvedBy(inConversation.confirmationToken))
        assert.strictEqual(crossed.body.code, "ERROR_APPROVAL_REQUIRED")
        const back = yield* it.tool("call_operation", { ...call, confirmationToken: confirmation_token })
        assert.strictEqual(back.status, "confirmation_required")
        assert.deepStrictEqual(yield* tagsOf(it), [])
      }))

    it.effect("is bound by read_only and by the daily limit", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        yield* setPolicy(it.ada, { rest_access: true, read_only: true })
        const refused = yield* it.rest("POST", "/v1/tags", tag("vip"))
        assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])

        yield* setPolicy(it.ada, { rest_access: true, daily_spend_limit: Money.MinorUnits.make(100) })
        const contact = yield* it.rest("POST", "/v1/contacts", contactBody)
        const { body: { contact_id } } = yield* it.rest(
          "POST",
          "/v1/contacts",
          contactBody,
          approvedBy(contact.body.confirmation_token)
        )
        const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
        const domain = { name: "over-rest.com", contacts, period: { unit: "y", value: 1 }, renewal_mode: "renew" }
        const beyond = yield* it.rest("POST", "/v1/domains", domain)
        assert.deepStrictEqual([beyond.status, beyond.body.code], [403, "ERROR_AGENT_SPENDING_LIMIT"])
      }))

    it.effect("cannot change the policy, without a question", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const store = yield* AgentPolicyStore
        const policy = { require_web_approval: false, daily_spend_limit: null, read_only: false, rest_access: true }
        for (const web of [false, true]) {
          yield* setPolicy(it.ada, { rest_access: true, require_web_approval: web, show_auth_codes: false })
          const before = yield* store.find(it.ada.user.organization_id)
          const { body, status } = yield* it.rest("PUT", "/v1/approvals/policy", policy)
          assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.strictEqual(body.detail, "Agents cannot change the policy for agents")
          assert.strictEqual((yield* it.rest("GET", "/v1/approvals")).body.total, 0)
          assert.deepStrictEqual(yield* store.find(it.ada.user.organization_id), before)
        }
      }))

    it.effect("is refused calls without permission, and invalid JSON, without a question", () =>
      Effect.gen(function*() {
        const { person } = yield* RealmServer
        const ada = yield* person()
        yield* setPolicy(ada, { rest_access: true })
        const viewer = yield* person({ organization: ada.user.organization_id, role: "viewer" })
        const { rest } = yield* connectedProgram(viewer)
        assert.strictEqual((yield* rest("POST", "/v1/tags", tag("vip"))).body.code, "ERROR_PERMISSION_DENIED")
        const other = yield* connectedProgram(ada)
        assert.strictEqual((yield* other.rest("POST", "/v1/tags", "{")).status, 422)
        assert.strictEqual((yield* other.rest("POST", "/v1/tags", { type: "DOMAIN" })).status, 422)
      }))

    it.effect("keeps the If-Match condition of its requests", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const zone = { name: "conditions.example" }
        const asked = yield* it.rest("POST", "/v1/dns", zone)
        yield* it.rest("POST", "/v1/dns", zone, approvedBy(asked.body.confirmation_token))
        const patch = {
          ops: [{ op: "upsert", rrset: { name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] } }]
        }
        const path = `/v1/dns/${zone.name}/rrsets`
        const etag = (yield* it.rest("GET", `/v1/dns/${zone.name}`)).headers.get("etag") ?? ""
        const current = { "if-match": etag }
        const { body: { confirmation_token } } = yield* it.rest("PATCH", path, patch, current)
        for (const condition of [{}, { "if-match": "*" }]) {
          const other = yield* it.rest("PATCH", path, patch, { ...condition, ...approvedBy(confirmation_token) })
          assert.strictEqual(other.body.code, "ERROR_APPROVAL_REQUIRED", "another condition is another call")
        }
        const done = yield* it.rest("PATCH", path, patch, { ...current, ...approvedBy(confirmation_token) })
        assert.strictEqual(done.status, 204, JSON.stringify(done.body))
        const malformed = yield* it.rest("PATCH", path, patch, { "if-match": "no tag" })
        assert.strictEqual(malformed.status, 422, "nobody is asked about it")
      }))

    it.effect("are refused for a stale condition without a question, and use up no approval", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const zone = { name: "stale.example" }
        const written = (method: "PATCH" | "POST", path: string, body: unknown, headers: Record<string, string> = {}) =>
          Effect.gen(function*() {
            const asked = yield* it.rest(method, path, body, headers)
            return yield* it.rest(method, path, body, { ...headers, ...approvedBy(asked.body.confirmation_token) })
          })
        const address = (rdata: string) => ({
          ops: [{ op: "upsert", rrset: { name: "www", type: "A", ttl: 300, records: [{ rdata }] } }]
        })
        const path = `/v1/dns/${zone.name}/rrsets`
        yield* written("POST", "/v1/dns", zone)
        const etag = (yield* it.rest("GET", `/v1/dns/${zone.name}`)).headers.get("etag") ?? ""
        const condition = { "if-match": etag }
        const asked = yield* it.rest("PATCH", path, address("192.0.2.1"), condition)
        const approved = { ...condition, ...approvedBy(asked.body.confirmation_token) }
        yield* written("PATCH", path, address("192.0.2.2"))
        const overtaken = yield* it.rest("PATCH", path, address("192.0.2.1"), approved)
        assert.deepStrictEqual([overtaken.status, overtaken.body.code], [412, "ERROR_PRECONDITION_FAILED"])
        assert.strictEqual(overtaken.body.detail, `Zone stale.example. is at serial ${Number(etag.slice(1, -1)) + 1}`)
        const approvals = yield* Approvals
        const approval = yield* Effect.orDie(asPerson(it.ada, approvals.get(asked.body.approval_id)))
        assert.strictEqual(approval.state, "challenged")
        const again = yield* it.rest("PATCH", path, address("192.0.2.1"), condition)
        assert.deepStrictEqual([again.status, again.body], [412, overtaken.body], "nobody is asked")
      }))

    it.effect("gets the stored response to a request with a key, without another question", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const zone = { name: "keyed.example" }
        const key = { "idempotency-key": "zone-1" }
        const asked = yield* it.rest("POST", "/v1/dns", zone, key)
        assert.strictEqual(asked.body.code, "ERROR_APPROVAL_REQUIRED")
        const approved = { ...key, ...approvedBy(asked.body.confirmation_token) }
        const done = yield* it.rest("POST", "/v1/dns", zone, approved)
        assert.strictEqual(done.status, 201, JSON.stringify(done.body))
        for (const headers of [approved, key]) {
          const again = yield* it.rest("POST", "/v1/dns", zone, headers)
          assert.deepStrictEqual([again.status, again.body], [201, done.body])
          assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
        }
        const other = yield* it.rest("POST", "/v1/dns", { name: "other-keyed.example" }, key)
        assert.strictEqual(other.body.code, "ERROR_IDEMPOTENCY_KEY_REUSED")
        const badKey = yield* it.rest("POST", "/v1/dns", zone, { "idempotency-key": "k".repeat(1_000) })
        assert.strictEqual(badKey.status, 422, "nobody is asked about it")
        const eve = yield* connected()
        assert.strictEqual((yield* eve.rest("POST", "/v1/dns", zone, key)).body.code, "ERROR_APPROVAL_REQUIRED")
      }))

    it.effect("asks no question about trials", () =>
      Effect.gen(function*() {
        const it = yield* connected()
        const zone = { name: "trial.example" }
        const asked = yield* it.rest("POST", "/v1/dns", zone)
        yield* it.rest("POST", "/v1/dns", zone, approvedBy(asked.body.confirmation_token))
        const path = `/v1/dns/${zone.name}/import`
        const file = { master_file: "www 300 IN A 192.0.2.1\n" }
        const tried = yield* it.rest("POST", `${path}?dry_run=true`, file)
        assert.deepStrictEqual([tried.status, tried.body.dry_run], [200, true], JSON.stringify(tried.body))
        for (const query of ["", "?dry_run=false"]) {
          const { body } = yield* it.rest("POST", `${path}${query}`, file)
          assert.strictEqual(body.code, "ERROR_APPROVAL_REQUIRED")
        }
      }))
  }
)
