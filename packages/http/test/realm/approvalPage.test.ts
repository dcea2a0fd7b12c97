import { assert, layer } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { Authenticator } from "@namewright/core/access"
import { type Action, Approvals } from "@namewright/core/approvals"
import { ProgramUses, RealmRecords } from "@namewright/core/realm"
import { CurrentActor, Money } from "@namewright/core/shared"
import { Effect, Option, Redacted } from "effect"
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
const asked = Effect.fnUntraced(function*(asker: Person, members: Partial<Action> = {}) {
  const { issuer } = yield* RealmServer
  const authenticator = yield* Authenticator
  const approvals = yield* Approvals
  const program = yield* Effect.promise(() => Program.register(issuer, { client_name: "Helpful & quick" }))
  const { access_token } = yield* Effect.promise(() => program.connect(asker))
  const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
  const as = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)
  const wanted = { ...action, ...members }
  const challenge = yield* as(approvals.challenge(wanted, "token"))
  return {
    address: `${issuer}/approvals/${challenge.approval_id}`,
    consumed: as(approvals.consume(challenge.token, wanted, "token")),
    actor
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
  it.effect("shows the question as text, and accepts the decision with a note", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const { address, consumed } = yield* asked(ada)
      const { browser, page } = yield* opened(address, ada)
      assert.strictEqual(headingOf(page), "Approve this?")
      for (
        const text of [
          "Update &lt;b&gt;example.com&lt;/b&gt;?",
          "updateDomain",
          "can create costs, writes data, can delete or transfer resources",
          "12.50 EUR",
          "<dd>Helpful &amp; quick</dd>",
          "<dd>Ada Lovelace</dd>",
          "<th scope=\"row\">renewal_mode</th><td data-label=\"Now\">renew</td><td data-label=\"Then\">expire</td>",
          "[&quot;a&quot;]",
          "One domain"
        ]
      ) assert.include(page.text, text)

      const declined = yield* send(browser, page, { decision: "decline", note: "not <now>" })
      assert.include(declined.text, "It has been declined.")
      assert.deepInclude(yield* consumed, { _tag: "Declined", note: "not <now>" })
      const approved = yield* send(browser, declined, { decision: "approve", note: "fine" })
      assert.include(approved.text, "It has been approved.")
      assert.strictEqual((yield* consumed)._tag, "Approved")

      const late = yield* send(browser, approved, { decision: "decline" })
      assert.strictEqual(late.status, 409)
      assert.include(late.text, "It was too late to decide.")
      assert.include(late.text, "The call has been made.")
    }))

  it.effect("shows every line of the question in an element of its own", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const contents = Array.from({ length: 500 }, (_, at) => `Sends ops[${at}]: {"name":"h${at}"}`)
      const { address } = yield* asked(ada, {
        summary: ["PATCH /v1/dns/example.com/rrsets", "Sends ops: 500 (upsert A 500)"],
        contents
      })
      const { page } = yield* opened(address, ada)
      assert.include(page.text, "<summary>Show everything that is sent (500 lines)</summary>")
      assert.include(page.text, "<li>Sends ops: 500 (upsert A 500)</li>")
      for (const at of [0, 250, 499]) {
        assert.include(page.text, `<li>Sends ops[${at}]: {&quot;name&quot;:&quot;h${at}&quot;}</li>`)
      }
    }))

  it.effect("shows no character as another one, and no line break of a value as a line", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const forged = `x\nPrice: 0.00 EUR${"\u3000".repeat(40)}Risk: reads data\u2800\u{e0041}${" ".repeat(40)}y`
      const { address } = yield* asked(ada, {
        message: "Change?",
        summary: [forged],
        contents: [forged],
        changes: [{ field: forged, before: forged, after: { name: forged } }]
      })
      const { text } = (yield* opened(address, ada)).page
      assert.notMatch(text, /[\u3000\u2800\u{e0041}]| {40}/u)
      assert.lengthOf(text.match(/^Price/gm) ?? [], 0)
      assert.isAtLeast(text.split(String.raw`x\u000aPrice: 0.00 EUR\u3000\u3000`).length, 4)
    }))

  it.effect("labels the button for losses and for costs", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const buttonFor = Effect.fnUntraced(function*(destructive: boolean, cost: Action["cost"], access = false) {
        const { address } = yield* asked(ada, {
          safety: { read: false, write: true, cost: cost !== null, destructive, access },
          cost
        })
        return /<button[^>]*value="approve">[^<]*/.exec((yield* opened(address, ada)).page.text)?.[0]
      })
      assert.strictEqual(yield* buttonFor(false, null), "<button name=\"decision\" value=\"approve\">Approve")
      assert.strictEqual(
        yield* buttonFor(false, action.cost),
        "<button name=\"decision\" value=\"approve\">Approve for 12.50 EUR"
      )
      assert.strictEqual(
        yield* buttonFor(true, null),
        "<button class=\"danger\" name=\"decision\" value=\"approve\">Approve, although it can delete or transfer"
      )
      assert.strictEqual(
        yield* buttonFor(true, action.cost, true),
        "<button class=\"danger\" name=\"decision\" value=\"approve\">" +
          "Approve for 12.50 EUR, although it can delete or transfer and grant access"
      )
    }))

  it.effect("distinguishes programs with one name by address, id and last use", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const uses = yield* ProgramUses
      const ada = yield* person()
      const { actor, address } = yield* asked(ada)
      const other = yield* asked(ada)
      yield* uses.record(actor, "203.0.113.7")
      const client_id = actor.agent?.client_id ?? ""
      const { browser, page } = yield* opened(address, ada)
      assert.include(page.text, `<dd>${client_id}</dd>`)
      assert.match(page.text, /<dd>\d{4}-\d\d-\d\d \d\d:\d\d UTC from 203\.0\.113\.7<\/dd>/)
      assert.include((yield* Effect.promise(() => browser.open(other.address))).text, "<dd>not yet</dd>")
      const account = yield* Effect.promise(() => browser.open(`${issuer}/account`))
      assert.lengthOf(account.text.match(/<h3>Helpful &amp; quick<\/h3>/g) ?? [], 2)
      assert.lengthOf(account.text.match(/from 203\.0\.113\.7/g) ?? [], 1)
      assert.include(account.text, `<dd>${client_id}</dd>`)
    }))

  it.effect("is shown only to colleagues with the permission for the call", () =>
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

  it.effect("accepts no decision from another site, another browser, another approval, or without a session", () =>
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

  it.effect("asks for the password again after a while", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const records = yield* RealmRecords
      const ada = yield* person()
      const { address } = yield* asked(ada)
      const { browser, page } = yield* opened(address, ada)
      const id = /namewright_signin=([^;]+)/.exec(browser.cookies("/realms/sandbox/"))?.[1] ?? ""
      const { payload } = Option.getOrThrow(yield* records.find("SignIn", id))
      yield* records.replace("SignIn", id, {
        ...payload,
        signed_in_on: new Date(Date.now() - 16 * 60_000).toISOString()
      })
      assert.strictEqual(headingOf(yield* send(browser, page, { decision: "approve" })), "Sign in")
      const login = yield* Effect.promise(() => browser.open(address))
      assert.strictEqual(headingOf(login), "Sign in")
      assert.include(login.text, `value="${ada.username}"`)
      const again = yield* send(browser, login, { login: ada.username, password: ada.password })
      assert.deepStrictEqual([again.url, headingOf(again)], [address, "Approve this?"])
    }))
})
