import { assert, describe, it } from "@effect/vitest"
import { headingOf, type ShownPage } from "../realm/Browser.ts"
import { accountOf } from "../realm/passkeyPages.ts"
import { linkOf, peopleServer } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const stale = "This form is no longer valid"

const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" }
]

const withToken = (page: ShownPage, token: string): ShownPage => ({
  ...page,
  text: page.text.replaceAll(/name="form_token" value="[^"]*"/g, `name="form_token" value="${token}"`)
})

describe("forms of other sites", () => {
  it("change nothing on the pages of an account", async () => {
    await using server = await peopleServer({}, {}, "localhost")
    const [ada, eve] = [await server.user({ password }), await server.user({ password })]
    await server.platform.clock.advance({ minutes: 1 })
    const hers = await accountOf(server.issuer, { ...eve, password })
    const { browser, page: account } = await accountOf(server.issuer, { ...ada, password })
    const sessions = await browser.open(`${server.issuer}/account/sessions`)
    const address = await browser.open(`${server.issuer}/account/email`)
    const forms: ReadonlyArray<readonly [page: ShownPage, path: string, fields: Readonly<Record<string, string>>]> = [
      [account, "/account/password", { current: password, next: "another fine password" }],
      [account, "/account/second-factor", { password }],
      [account, "/account/passkeys", { password }],
      [sessions, "/logout", {}],
      [address, "/account/email", { email: "eve@evil.example" }]
    ]
    for (const [page, action, fields] of forms) {
      for (const headers of foreign) {
        const answer = await browser.send(page, fields, { action, headers })
        assert.deepStrictEqual([answer.status, headingOf(answer)], [403, stale], action)
      }
      const token = /name="form_token" value="([^"]*)"/.exec(hers.page.text)?.[1] ?? ""
      for (const forged of ["", "made up", token]) {
        assert.strictEqual((await browser.send(withToken(page, forged), fields, { action })).status, 403, action)
      }
      // In another browser, which is signed in as somebody else, the form is not genuine either.
      assert.strictEqual((await hers.browser.send(page, fields, { action })).status, 403, action)
    }
    for (
      const path of ["passkeys/rename", "passkeys/remove", "passkeys/create", "backup-codes", "sessions/end-others"]
    ) {
      const sent = await browser.open(`${server.issuer}/account/${path}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
        body: new URLSearchParams({ password, name: "Evil", passkey: "passkey_1" }).toString()
      })
      assert.deepStrictEqual([sent.status, headingOf(sent)], [403, stale], path)
    }
    assert.strictEqual(headingOf(await browser.open(`${server.issuer}/account`)), "Your account")
    assert.deepStrictEqual(await server.mailsTo(ada.email), [])
    assert.deepStrictEqual(await server.mailsTo("eve@evil.example"), [])
  })

  it("and guessed tokens change no address", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.as(ada.organization_id, "admin").users.update(ada.user_id, { email: "new@example.org" })
    const link = linkOf((await server.mailsTo("new@example.org"))[0], "address")
    const token = new URL(link).searchParams.get("token") ?? ""
    assert.notStrictEqual(token, "")
    const browser = server.browser()
    const page = await browser.open(link)
    for (const headers of foreign) assert.strictEqual((await browser.send(page, {}, { headers })).status, 403)
    for (const forged of ["", "made up"]) assert.strictEqual((await browser.send(withToken(page, forged))).status, 403)
    assert.strictEqual((await server.browser().send(page)).status, 403)
    const shown = new Set<string>()
    for (
      const guess of ["", token.slice(0, -1), `${token}A`, token.toLowerCase(), ada.user_id, "\0", "a".repeat(9000)]
    ) {
      const answer = await browser.open(`${server.issuer}/address?token=${encodeURIComponent(guess)}`)
      assert.strictEqual(answer.status, 404)
      shown.add(answer.text)
    }
    const { email } = await server.platform.as(ada.organization_id, "admin").users.get(ada.user_id)
    assert.strictEqual(email, ada.email)
    assert.strictEqual(headingOf(await browser.send(page)), "The address is changed")
    shown.add((await browser.open(link)).text)
    assert.strictEqual(shown.size, 1, "used links look like guesses")
  })
})
