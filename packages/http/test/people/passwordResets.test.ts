import { assert, describe, it } from "@effect/vitest"
import { headingOf } from "../realm/Browser.ts"
import { Program, signedInAt } from "../realm/Program.ts"
import { linkOf, type PeopleServer, peopleServer } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const other = "another fine password"

const forgotten = async (server: PeopleServer, login: string, browser = server.browser()) => {
  const page = await browser.open(`${server.issuer}/password/forgot`)
  return browser.send(page, { login })
}

const resetsTo = async (server: PeopleServer, address: string) =>
  (await server.mailsTo(address)).filter((mail) => mail.includes("Subject: Set a new password"))

const signIn = async (server: PeopleServer, username: string, secret: string) => {
  const browser = server.browser()
  const login = await browser.open(`${server.issuer}/account`)
  return { browser, page: await browser.send(login, { login: username, password: secret }) }
}

describe("password resets", () => {
  it("set a password by a link, end all sessions and other links, and are told to the person", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.clock.advance({ minutes: 1 })
    const before = await signIn(server, ada.username, password)
    assert.strictEqual(headingOf(before.page), "Your account")
    const login = await server.browser().open(`${server.issuer}/login`)
    assert.include(login.text, "/password/forgot\">Forgot your password?")

    for (const name of [ada.username, ada.email.toUpperCase()]) {
      assert.strictEqual(headingOf(await forgotten(server, name)), "Look into your mails")
    }
    const mails = await resetsTo(server, ada.email)
    assert.lengthOf(mails, 2)
    const [first = "", second = ""] = mails.map((mail) => linkOf(mail, "password"))
    const states = await Promise.all([first, second].map(async (link) => (await server.browser().open(link)).status))
    assert.deepStrictEqual(states.toSorted(), [200, 404], "a newer link ends the earlier one")
    const link = states[0] === 200 ? first : second
    const browser = server.browser()
    const page = await browser.open(link)
    assert.strictEqual(headingOf(page), "Choose a new password")
    const done = await browser.send(page, { password: other, again: other })
    assert.strictEqual(headingOf(done), "Your password is set")

    assert.strictEqual((await browser.open(link)).status, 404)
    assert.strictEqual(headingOf(await before.browser.open(`${server.issuer}/account`)), "Sign in")
    assert.strictEqual((await signIn(server, ada.username, password)).page.status, 401)
    assert.strictEqual(headingOf((await signIn(server, ada.username, other)).page), "Your account")
    const notices = (await server.mailsTo(ada.email)).filter((mail) => mail.includes("Your password was changed"))
    assert.lengthOf(notices, 1)
    assert.include(notices[0], `${server.issuer}/password/forgot`)
  })

  it("answer the same for names of nobody, and send nothing", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    const known = await forgotten(server, ada.username)
    const unknown = await forgotten(server, "nobody@example.org")
    const withoutToken = (text: string) => text.replaceAll(/value="[^"]*"/g, "")
    assert.deepStrictEqual([known.status, withoutToken(known.text)], [unknown.status, withoutToken(unknown.text)])
    assert.lengthOf(await resetsTo(server, ada.email), 1)
    assert.lengthOf(server.smtp.received, 1)
  })

  it("expire after an hour, and end with a change of password or address", async () => {
    await using server = await peopleServer()
    const linkFor = async (address: string, username: string) => {
      await forgotten(server, username)
      return linkOf((await resetsTo(server, address)).at(-1), "password")
    }
    const [late, changed] = [await server.user({ password }), await server.user({ password })]
    const link = await linkFor(late.email, late.username)
    await server.platform.clock.advance({ minutes: 59 })
    assert.strictEqual((await server.browser().open(link)).status, 200)
    await server.platform.clock.advance({ minutes: 1 })
    assert.strictEqual((await server.browser().open(link)).status, 404)

    const next = await linkFor(changed.email, changed.username)
    const { browser, page } = await signIn(server, changed.username, password)
    const done = await browser.send(page, { current: password, next: other }, { action: "/account/password" })
    assert.include(done.text, "Your password has been changed")
    assert.strictEqual((await server.browser().open(next)).status, 404)
  })

  it("are limited by name and address, whether the name exists or not", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    for (const name of [ada.username, "nobody"]) {
      for (let sent = 0; sent < 3; sent++) assert.strictEqual((await forgotten(server, name)).status, 200)
      const refused = await forgotten(server, name)
      assert.strictEqual(refused.status, 429)
      assert.include(refused.text, "Too many requests; try again in 15 minutes.")
    }
    // Refused requests count as well.
    for (let sent = 0; sent < 12; sent++) assert.strictEqual((await forgotten(server, `name${sent}`)).status, 200)
    assert.strictEqual((await forgotten(server, "yet-another")).status, 429, "20 of one address")
    await server.platform.clock.advance({ minutes: 15 })
    assert.strictEqual((await forgotten(server, ada.username)).status, 200)
    assert.lengthOf(await resetsTo(server, ada.email), 4)
    const signedIn = await signIn(server, ada.username, password)
    assert.strictEqual(headingOf(signedIn.page), "Your account", "requests do not block the sign-in")
  })

  it("send at most five mails in a day", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    for (let sent = 0; sent < 7; sent++) {
      assert.strictEqual((await forgotten(server, ada.username)).status, 200)
      await server.platform.clock.advance({ minutes: 20 })
    }
    assert.lengthOf(await resetsTo(server, ada.email), 5)
  })

  it("keep connected programs", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.clock.advance({ minutes: 1 })
    const program = await Program.register(server.issuer)
    const browser = server.browser()
    await program.authorize(browser, { ...ada, password })
    const page = await browser.open(`${server.issuer}/account`)
    await forgotten(server, ada.username)
    const link = linkOf((await resetsTo(server, ada.email))[0], "password")
    const stranger = server.browser()
    await stranger.send(await stranger.open(link), { password: other, again: other })
    assert.include(page.text, "Agent under test")
    assert.strictEqual(headingOf(await browser.open(`${server.issuer}/account`)), "Sign in")
    const after = await signedInAt(
      browser,
      await browser.open(`${server.issuer}/account`),
      {
        ...ada,
        password: other
      } as Parameters<typeof signedInAt>[2]
    )
    assert.include(after.text, "Agent under test")
  })

  it("are not offered where mails have no pages to link to", async () => {
    await using server = await peopleServer({ signInPages: undefined })
    assert.notInclude((await server.browser().open(`${server.issuer}/login`)).text, "Forgot")
    assert.strictEqual((await server.browser().open(`${server.issuer}/password/forgot`)).status, 404)
  })

  it("are in German for German browsers", async () => {
    await using server = await peopleServer()
    const headers = { "accept-language": "de-AT,de;q=0.9" }
    const browser = server.browser()
    const page = await browser.open(`${server.issuer}/password/forgot`, { headers })
    assert.strictEqual(headingOf(page), "Passwort vergessen?")
    const done = await browser.send(page, { login: "ada" }, { headers })
    assert.strictEqual(headingOf(done), "Sehen Sie in Ihre E-Mails")
  })
})

describe("notices of blocked sign-ins", () => {
  it("go to the person once in a day, and to nobody for unknown names", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    const guess = async (login: string, times: number) => {
      const browser = server.browser()
      let page = await browser.open(`${server.issuer}/login`)
      for (let guessed = 0; guessed < times; guessed++) {
        page = await browser.send(page, { login, password: `wrong guess ${guessed}` })
      }
      return page.status
    }
    assert.strictEqual(await guess("nobody", 12), 429)
    assert.strictEqual(await guess(ada.username, 10), 401)
    assert.lengthOf(await server.mailsTo(ada.email), 0)
    assert.strictEqual(await guess(ada.username, 3), 429)
    const [mail, second] = await server.mailsTo(ada.email)
    assert.isUndefined(second)
    assert.include(mail, "Subject: Sign-in to your account was blocked")
    await server.platform.clock.advance({ hours: 1 })
    assert.strictEqual(await guess(ada.username, 12), 429)
    assert.lengthOf(await server.mailsTo(ada.email), 1)
    await server.platform.clock.advance({ hours: 24 })
    assert.strictEqual(await guess(ada.username, 12), 429)
    assert.lengthOf(await server.mailsTo(ada.email), 2)
  })
})
