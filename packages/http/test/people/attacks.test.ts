import { assert, describe, it } from "@effect/vitest"
import { request } from "node:http"
import { type Browser, formsOf, headingOf, type ShownPage } from "../realm/Browser.ts"
import { linkOf, type PeopleServer, peopleServer } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const chosen = { password: "another fine password", again: "another fine password" }

/** A new user with a password, and the link of a reset. */
const withReset = async (server: PeopleServer) => {
  const ada = await server.user({ password })
  const browser = server.browser()
  await browser.send(await browser.open(`${server.issuer}/password/forgot`), { login: ada.username })
  const link = linkOf((await server.mailsTo(ada.email)).at(-1), "password")
  return { ada, link, browser, page: await browser.open(link) }
}

const canSignIn = async (server: PeopleServer, login: string, secret: string) => {
  const browser = server.browser()
  const page = await browser.send(await browser.open(`${server.issuer}/login`), { login, password: secret })
  return headingOf(page) === "Your account"
}

const withToken = (page: ShownPage, token: string): ShownPage => ({
  ...page,
  text: page.text.replaceAll(/name="form_token" value="[^"]*"/g, `name="form_token" value="${token}"`)
})

const tokenOf = (page: ShownPage): string => formsOf(page)[0]?.fields["form_token"] ?? ""

describe("attacks on links in mails", () => {
  it("by forms of other sites, browsers and links change nothing", async () => {
    await using server = await peopleServer()
    const { ada, browser, page } = await withReset(server)
    const eve = await withReset(server)
    const attacks: ReadonlyArray<readonly [Browser, ShownPage, Readonly<Record<string, string>>]> = [
      [browser, withToken(page, ""), {}],
      [browser, withToken(page, "made up"), {}],
      [browser, withToken(page, tokenOf(eve.page)), {}],
      [eve.browser, page, {}],
      [server.browser(), page, {}],
      [browser, page, { origin: "https://evil.example" }],
      [browser, page, { origin: "null" }],
      [browser, page, { "sec-fetch-site": "cross-site" }]
    ]
    for (const [by, sent, headers] of attacks) {
      const answer = await by.send(sent, chosen, { headers })
      assert.deepStrictEqual([answer.status, headingOf(answer)], [403, "This form is no longer valid"])
    }
    assert.isTrue(await canSignIn(server, ada.username, password))
    const form = await browser.open(`${server.issuer}/password/forgot`)
    const forged = await browser.send(withToken(form, tokenOf(page)), { login: ada.username })
    assert.strictEqual(forged.status, 403)
  })

  it("by guessed tokens are refused like those of used links", async () => {
    await using server = await peopleServer()
    const { ada, browser, link, page } = await withReset(server)
    const token = new URL(link).searchParams.get("token") ?? ""
    const guesses = [
      "",
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      ada.user_id,
      "\0",
      "é".repeat(43),
      "a".repeat(9000)
    ]
    const shown = new Set<string>()
    for (const guess of guesses) {
      const answer = await browser.open(`${server.issuer}/password?token=${encodeURIComponent(guess)}`)
      assert.strictEqual(answer.status, 404, guess)
      shown.add(answer.text)
    }
    assert.strictEqual((await browser.send(page, chosen)).status, 200)
    shown.add((await browser.open(link)).text)
    assert.strictEqual(shown.size, 1)
  })

  it("by names of other hosts do not reach the mail", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    const browser = server.browser()
    const page = await browser.open(`${server.issuer}/password/forgot`)
    const body = new URLSearchParams({ ...formsOf(page)[0]?.fields, login: ada.username }).toString()
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(`${server.issuer}/password/forgot`, {
        method: "POST",
        headers: {
          host: "evil.example",
          "x-forwarded-host": "evil.example",
          forwarded: "host=evil.example",
          "content-type": "application/x-www-form-urlencoded",
          cookie: browser.cookies("/realms/sandbox/password/forgot")
        }
      }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.on("error", reject)
      sent.end(body)
    })
    assert.strictEqual(status, 200)
    const [mail] = await server.mailsTo(ada.email)
    assert.notInclude(mail, "evil.example")
    assert.include(mail, `${server.issuer}/password?token=`)
  })

  it("by two browsers at once set one password", async () => {
    await using server = await peopleServer()
    const { ada, browser, link, page } = await withReset(server)
    const other = server.browser()
    const otherPage = await other.open(link)
    const second = { password: "a third fine password", again: "a third fine password" }
    const answers = await Promise.all([browser.send(page, chosen), other.send(otherPage, second)])
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
    const works = [
      await canSignIn(server, ada.username, chosen.password),
      await canSignIn(server, ada.username, second.password)
    ]
    assert.deepStrictEqual(works, answers.map(({ status }) => status === 200))
  })

  it("plant no session, and lead to no other site", async () => {
    await using server = await peopleServer()
    const { browser, link, page } = await withReset(server)
    const evil = await browser.open(`${link}&next=https://evil.example&redirect_uri=https://evil.example`)
    assert.notInclude(evil.text, "evil.example")
    const done = await browser.send(page, chosen)
    assert.deepStrictEqual(
      [...done.text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href),
      ["/realms/sandbox/account"]
    )
    assert.notInclude(browser.cookies("/realms/sandbox/account"), "signin")
    assert.strictEqual(done.headers.get("referrer-policy"), "same-origin")
    assert.strictEqual(done.headers.get("cache-control"), "no-store")
    assert.match(done.headers.get("content-security-policy") ?? "", /default-src 'none'/)
  })

  it("by markup in names and addresses stay text", async () => {
    await using server = await peopleServer()
    const { organization_id } = await server.platform.create.organization({ name: "<b>Evil</b> {{password_url}}" })
    const ada = await server.user({ organization: organization_id })
    const [mail] = await server.mailsTo(ada.email)
    assert.notInclude(mail, "<b>Evil</b> <")
    assert.include(mail, "&lt;b&gt;Evil&lt;/b&gt;")
    const page = await server.browser().open(linkOf(mail, "password"))
    assert.include(page.text, "&lt;b&gt;Evil")
  })
})
