import { assert, layer } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { Authenticator } from "@namewright/core/access"
import { Approvals } from "@namewright/core/approvals"
import { RealmRecords } from "@namewright/core/realm"
import { CurrentActor, Money } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { Browser, headingOf, type ShownPage } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const action = newAction({
  safety: { read: false, write: true, cost: true, destructive: true, access: false },
  message: "Update <b>example.com</b>?",
  cost: { amount: Money.MinorUnits.make(1250), currency: "EUR" },
  changes: [{ field: "renewal_mode", before: "renew", after: "expire" }, {
    field: "nameservers",
    before: [],
    after: ["a"]
  }],
  summary: ["One domain"]
})

/** A program of this person asks for something. */
const asked = Effect.fnUntraced(function*(asker: Person) {
  const { issuer } = yield* RealmServer
  const authenticator = yield* Authenticator
  const approvals = yield* Approvals
  const program = yield* Effect.promise(() => Program.register(issuer, { client_name: "Helpful & quick" }))
  const { access_token } = yield* Effect.promise(() => program.connect(asker))
  const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
  const as = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)
  const challenge = yield* as(approvals.challenge(action, "token"))
  return {
    address: `${issuer}/approvals/${challenge.approval_id}`,
    consumed: as(approvals.consume(challenge.token, action, "token"))
  }
})

const opened = (address: string, person: Person) =>
  Effect.promise(async () => {
    const browser = new Browser(address)
    return { browser, page: await signedInAt(browser, await browser.open(address), person) }
  })

const send = (
  browser: Browser,
  page: ShownPage,
  fields: Record<string, string>,
  headers: Record<string, string> = {}
) => Effect.promise(() => browser.send(page, fields, { headers }))

layer(RealmServer.layer, { excludeTestServices: true })("the approval page", (it) => {
  it.effect("shows what is asked, as text, and takes the decision with a note", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const { address, consumed } = yield* asked(ada)
      const { browser, page } = yield* opened(address, ada)
      assert.strictEqual(headingOf(page), "Approve this?")
      for (
        const told of [
          "Update &lt;b&gt;example.com&lt;/b&gt;?",
          "updateDomain",
          "can create costs, writes data, can delete or transfer resources",
          "12.50 EUR",
          "Helpful &amp; quick, for Ada Lovelace",
          "<th scope=\"row\">renewal_mode</th><td>renew</td><td>expire</td>",
          "[&quot;a&quot;]",
          "One domain"
        ]
      ) assert.include(page.text, told)

      const declined = yield* send(browser, page, { decision: "decline", note: "not <now>" })
      assert.include(declined.text, "It is declined.")
      assert.deepInclude(yield* consumed, { _tag: "Declined", note: "not <now>" })
      const approved = yield* send(browser, declined, { decision: "approve", note: "fine" })
      assert.include(approved.text, "It is approved.")
      assert.strictEqual((yield* consumed)._tag, "Approved")

      const late = yield* send(browser, approved, { decision: "decline" })
      assert.strictEqual(late.status, 409)
      assert.include(late.text, "It was too late to decide.")
      assert.include(late.text, "The call was made.")
    }))

  it.effect("is shown to colleagues who may do what is asked, and to nobody else", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const organization = ada.user.organization_id
      const { address } = yield* asked(ada)
      const colleague = yield* person({ organization, first_name: "Grace" })
      assert.strictEqual(headingOf((yield* opened(address, colleague)).page), "Approve this?")
      for (const other of [yield* person(), yield* person({ organization, role: "viewer" })]) {
        const { page } = yield* opened(address, other)
        assert.deepStrictEqual([page.status, headingOf(page)], [404, "There is no such approval for you"])
        assert.notInclude(page.text, "example.com")
      }
      const unknown = address.replace(/approval_.*/, "approval_01h455vb4pex5vsknk084sn02q")
      assert.strictEqual((yield* opened(unknown, ada)).page.status, 404)
    }))

  it.effect("takes no decision from another site, another browser, another approval, or nobody", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const [first, second] = [yield* asked(ada), yield* asked(ada)]
      const { browser, page } = yield* opened(first.address, ada)
      const other = yield* Effect.promise(() => browser.open(second.address))
      const moved = { ...page, text: page.text.replaceAll(first.address.slice(-26), second.address.slice(-26)) }
      const approve = { decision: "approve" }
      for (
        const answer of [
          yield* send(browser, page, approve, { origin: "https://evil.example" }),
          yield* send(browser, page, approve, { "sec-fetch-site": "cross-site" }),
          yield* send(browser, page, { ...approve, form_token: "" }),
          yield* send(browser, moved, approve),
          yield* send(browser, page, { decision: "" })
        ]
      ) assert.strictEqual(answer.status, 403)
      assert.strictEqual(headingOf(yield* send(new Browser(first.address), page, approve)), "Sign in")
      for (const { consumed } of [first, second]) {
        const { decision } = yield* Effect.map(consumed, (it) => ({ decision: it._tag }))
        assert.strictEqual(decision, "Approved", "nothing was declined, and no page was needed")
      }
      assert.strictEqual(headingOf(other), "Approve this?")
    }))

  it.effect("asks for the password again where it was given long ago", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const records = yield* RealmRecords
      const ada = yield* person()
      const { address } = yield* asked(ada)
      const { browser, page } = yield* opened(address, ada)
      const id = /namewright_signin=([^;]+)/.exec(browser.cookies("/realms/sandbox/"))?.[1] ?? ""
      const { user_id } = ada.user
      const signed_in_on = new Date(Date.now() - 16 * 60_000).toISOString()
      yield* records.put("SignIn", id, { user_id, signed_in_on, methods: ["pwd"] }, 3600, { user_id })
      assert.strictEqual(headingOf(yield* send(browser, page, { decision: "approve" })), "Sign in")
      const login = yield* Effect.promise(() => browser.open(address))
      assert.strictEqual(headingOf(login), "Sign in")
      assert.include(login.text, `value="${ada.username}"`)
      const again = yield* send(browser, login, { login: ada.username, password: ada.password })
      assert.deepStrictEqual([again.url, headingOf(again)], [address, "Approve this?"])
    }))
})
