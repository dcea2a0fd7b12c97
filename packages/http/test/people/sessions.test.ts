import { assert, describe, it } from "@effect/vitest"
import { UserOperations } from "@namewright/core/access"
import { UserSessions } from "@namewright/core/people"
import { Effect, Option } from "effect"
import { headingOf } from "../realm/Browser.ts"
import { type PeopleServer, peopleServer, type TestUser } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

const signedIn = async (server: PeopleServer, { username }: TestUser, agent: string) => {
  const browser = server.browser()
  const login = await browser.open(`${server.issuer}/account`)
  await browser.send(login, { login: username, password }, { headers: { "user-agent": agent } })
  return browser
}

const sessionsIn = async (server: PeopleServer, browser: Awaited<ReturnType<typeof signedIn>>) => {
  const page = await browser.open(`${server.issuer}/account/sessions`)
  const of = (pattern: RegExp) => [...page.text.matchAll(pattern)].map(([, text]) => text)
  return { page, browsers: of(/<h3>([^<]*)<\/h3>/g), names: of(/name="session" value="([^"]*)"/g) }
}

const isSignedIn = async (server: PeopleServer, browser: Awaited<ReturnType<typeof signedIn>>) =>
  headingOf(await browser.open(`${server.issuer}/account`)) === "Your account"

describe("sessions of a person", () => {
  it("are listed with browser, address and times, and end one by one or all but one", async () => {
    await using server = await peopleServer()
    const [ada, eve] = [await server.user({ password }), await server.user({ password })]
    await server.platform.clock.advance({ minutes: 1 })
    const first = await signedIn(server, ada, firefox)
    await server.platform.clock.advance({ minutes: 10 })
    const second = await signedIn(server, ada, chrome)
    const evil = await signedIn(server, eve, firefox)
    const { browsers, names, page } = await sessionsIn(server, second)
    assert.deepStrictEqual(browsers, ["Chrome, Windows", "Firefox, Linux"])
    assert.include(page.text, "127.0.0.1")
    assert.include(page.text, "<dt>Since</dt><dd>2030-01-01 09:01 UTC</dd>")
    assert.include(page.text, "This browser")
    assert.strictEqual(names.length, 1)

    // Somebody else cannot end it, and a form of another browser neither.
    const own = await sessionsIn(server, evil)
    assert.deepStrictEqual(own.browsers, ["Firefox, Linux"])
    const foreign = {
      ...page,
      text: page.text.replaceAll(/name="form_token" value="[^"]*"/g, "name=\"form_token\" value=\"x\"")
    }
    assert.strictEqual((await evil.send(foreign, {}, { action: "/sessions/end" })).status, 403)
    assert.isTrue(await isSignedIn(server, first))

    const done = await second.send(page, {}, { action: "/sessions/end" })
    assert.include(done.text, "The session has ended.")
    assert.deepStrictEqual([await isSignedIn(server, first), await isSignedIn(server, second)], [false, true])

    const third = await signedIn(server, ada, chrome)
    const fourth = await signedIn(server, ada, chrome)
    const all = await sessionsIn(server, fourth)
    assert.strictEqual(all.browsers.length, 3)
    await fourth.send(all.page, {}, { action: "/sessions/end-others" })
    const left = await Promise.all([second, third, fourth, evil].map((browser) => isSignedIn(server, browser)))
    assert.deepStrictEqual(left, [false, false, true, true])
  })

  it("are not younger or longer after all others have ended", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.clock.advance({ minutes: 1 })
    const browser = await signedIn(server, ada, firefox)
    const changePage = async () => headingOf(await browser.open(`${server.issuer}/account/email`))
    assert.strictEqual(await changePage(), "Change of the email address")
    const endOthers = async () => {
      const { page } = await sessionsIn(server, browser)
      await browser.send(page, {}, { action: "/sessions/end-others" })
    }
    await server.platform.clock.advance({ minutes: 16 })
    await signedIn(server, ada, chrome)
    await endOthers()
    assert.strictEqual(await changePage(), "Sign in")
    await server.platform.clock.advance({ hours: 11 })
    await signedIn(server, ada, chrome)
    await endOthers()
    assert.isTrue(await isSignedIn(server, browser))
    await server.platform.clock.advance({ hours: 1 })
    assert.isFalse(await isSignedIn(server, browser))
  })

  it("show the last use, and what a name of a browser contains is text", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.clock.advance({ minutes: 1 })
    const first = await signedIn(server, ada, "<script>alert(1)</script>")
    await server.platform.clock.advance({ minutes: 30 })
    await first.open(`${server.issuer}/account`)
    const { page } = await sessionsIn(server, first)
    assert.include(page.text, "<dt>Last use</dt><dd>2030-01-01 09:31 UTC</dd>")
    assert.include(page.text, "&lt;script&gt;")
    assert.notInclude(page.text, "<script>")
  })

  it("end by the operator", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.clock.advance({ minutes: 1 })
    const browser = await signedIn(server, ada, firefox)
    await server.platform.runtime.runPromise(Effect.gen(function*() {
      const operations = yield* UserOperations
      const sessions = yield* UserSessions
      yield* sessions.endAll(Option.getOrThrow(yield* operations.find(ada.username)).user_id)
    }))
    assert.isFalse(await isSignedIn(server, browser))
  })
})
