import { assert, layer } from "@effect/vitest"
import { RealmTokens } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { setTimeout } from "node:timers/promises"
import { authenticatorCode as codeOf } from "./authenticatorCode.ts"
import { Browser, formsOf, headingOf } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

/** The code of the previous period is refused from the end of this one, so nothing may begin in its last seconds. */
const untilEarlierCodesLast = async () => {
  while (Date.now() % 30_000 > 28_000) await setTimeout(100)
}

/** Times of changes are whole seconds, so two changes within one second count as one. */
const untilNextSecond = () => setTimeout(1000 - Date.now() % 1000)

const accountOf = async (issuer: string, person: Person) => {
  const browser = new Browser(issuer)
  return { browser, page: await signedInAt(browser, await browser.open(`${issuer}/account`), person) }
}

layer(RealmServer.layer, { excludeTestServices: true })("the account page", (it) => {
  it.effect("shows the person, and lists and disconnects the programs", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const tokens = yield* RealmTokens
      const [ada, eve] = [yield* person(), yield* person()]
      const [mine, hers] = yield* Effect.promise(async () => {
        const program = await Program.register(issuer, { client_name: "Claude <3" })
        return [await program.connect(ada), await program.connect(eve)]
      })
      yield* Effect.promise(async () => {
        const { browser, page } = await accountOf(issuer, ada)
        assert.strictEqual(headingOf(page), "Your account")
        for (const text of [ada.username, ada.user.email, "Example", "admin", "Claude &lt;3"]) {
          assert.include(page.text, text)
        }
        // Ending it for somebody else changes nothing.
        const evesPage = (await accountOf(issuer, eve)).page
        const grant = /name="grant" value="([^"]+)"/.exec(evesPage.text)?.[1] ?? ""
        await browser.send(page, { grant }, { action: "/programs/disconnect" })
        const done = await browser.send(page, {}, { action: "/programs/disconnect" })
        assert.include(done.text, "The program can no longer act for you.")
        assert.include(done.text, "You have not let any program act for you.")
      })
      const verify = (token: string) => Effect.result(tokens.verify(Redacted.make(token), "mcp"))
      assert.strictEqual((yield* verify(mine.access_token))._tag, "Failure")
      assert.strictEqual((yield* verify(hers.access_token))._tag, "Success")
    }))

  it.effect("changes the password, and signs other browsers out", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const other = await accountOf(issuer, ada)
        const { browser, page } = await accountOf(issuer, ada)
        const change = (current: string, next: string) =>
          browser.send(page, { current, next }, { action: "/account/password" })
        assert.include((await change("not it at all", "another fine password")).text, "The password is wrong.")
        const short = await change(ada.password, "short")
        assert.deepStrictEqual([short.status, short.text.includes("at least 12 characters")], [422, true])
        assert.include((await change(ada.password, "another fine password")).text, "Your password has been changed")
        assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Your account")
        assert.strictEqual(headingOf(await other.browser.open(`${issuer}/account`)), "Sign in")
        const again = await accountOf(issuer, { ...ada, password: "another fine password" })
        assert.strictEqual(headingOf(again.page), "Your account")
      })
    }))

  it.effect("adds a second factor, which accepts each code once, and removes it", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { browser, page } = await accountOf(issuer, ada)
        const wrong = await browser.send(page, { password: "not it at all" }, { action: "/account/second-factor" })
        assert.include(wrong.text, "The password is wrong.")
        const enrolment = await browser.send(page, { password: ada.password }, { action: "/account/second-factor" })
        assert.strictEqual(headingOf(enrolment), "Add a second factor")
        assert.include(enrolment.text, "href=\"otpauth://totp/")
        const missed = await browser.send(enrolment, { code: "000000" })
        assert.strictEqual(missed.status, 403)
        await untilEarlierCodesLast()
        const done = await browser.send(missed, { code: codeOf(enrolment, -1) })
        assert.strictEqual(headingOf(done), "Your backup codes")

        const next = await accountOf(issuer, ada)
        assert.strictEqual(headingOf(next.page), "Enter your code")
        assert.strictEqual(
          headingOf(await next.browser.open(`${issuer}/account`)),
          "Sign in",
          "the password is not enough"
        )
        const used = await next.browser.send(next.page, { code: codeOf(enrolment, -1) })
        assert.deepStrictEqual([used.status, headingOf(used)], [401, "Enter your code"])
        // A ticket is of no use to another browser, nor changed.
        const code = codeOf(enrolment)
        assert.strictEqual((await new Browser(issuer).send(next.page, { code })).status, 403)
        const forged = await next.browser.send(next.page, { code, ticket: `${ada.user.user_id}.9999999999.made-up` })
        assert.strictEqual(headingOf(forged), "Sign in")
        const account = await next.browser.send(next.page, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
        assert.strictEqual(headingOf(account), "Your account")

        const remove = (fields: Record<string, string>) =>
          next.browser.send(account, { password: ada.password, ...fields }, { action: "/second-factor/remove" })
        const refused = await remove({ code })
        assert.deepStrictEqual([refused.status, refused.text.includes("The code is wrong")], [403, true])
        // Another factor in place of this one needs it as well.
        const replaced = await next.browser.open(`${issuer}/account/second-factor`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(issuer).origin },
          body: new URLSearchParams({ ...formsOf(account)[0]?.fields, password: ada.password }).toString()
        })
        assert.strictEqual(replaced.status, 403)
        assert.strictEqual(headingOf((await accountOf(issuer, ada)).page), "Enter your code")
        const removed = await remove({ code: codeOf(enrolment, 1) })
        assert.include(removed.text, "From now on, you need only your password to sign in.")
        assert.strictEqual(headingOf((await accountOf(issuer, ada)).page), "Your account")
      })
    }))

  it.effect("refuses a second step after the password has changed", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { browser, page } = await accountOf(issuer, ada)
        const enrolment = await browser.send(page, { password: ada.password }, { action: "/account/second-factor" })
        await browser.send(enrolment, { code: codeOf(enrolment) })
        const stranger = await accountOf(issuer, ada)
        assert.strictEqual(headingOf(stranger.page), "Enter your code")
        await untilNextSecond()
        const passwords = { current: ada.password, next: "another fine password" }
        await browser.send(await browser.open(`${issuer}/account`), passwords, { action: "/account/password" })
        const late = await stranger.browser.send(stranger.page, { code: codeOf(enrolment, 1) })
        assert.deepStrictEqual([late.status, headingOf(late)], [401, "Sign in"])
        assert.strictEqual(headingOf(await stranger.browser.open(`${issuer}/account`)), "Sign in")
        assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Your account")
      })
    }))

  it.effect("asks for the second factor in the sign-in of programs", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { browser, page } = await accountOf(issuer, ada)
        const enrolment = await browser.send(page, { password: ada.password }, { action: "/account/second-factor" })
        await browser.send(enrolment, { code: codeOf(enrolment) })
        const program = await Program.register(issuer)
        const other = new Browser(issuer)
        const verifier = "v".repeat(64)
        const second = await signedInAt(other, await other.open(program.authorizationUrl(verifier)), ada)
        assert.strictEqual(headingOf(second), "Enter your code")
        const consent = await other.send(second, { code: codeOf(enrolment, 1) })
        assert.strictEqual(headingOf(consent), "Connect Agent under test?")
        const done = await other.send(consent, { decision: "allow" })
        const { status } = await program.exchange({ answer: new URL(done.url).searchParams, verifier })
        assert.strictEqual(status, 200)
      })
    }))

  it.effect("requires a signed-in person", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        assert.strictEqual(headingOf(await new Browser(issuer).open(`${issuer}/account`)), "Sign in")
        const { page } = await accountOf(issuer, ada)
        const stranger = await new Browser(issuer).send(
          page,
          { current: ada.password, next: "another fine password" },
          {
            action: "/account/password"
          }
        )
        assert.strictEqual(headingOf(stranger), "Sign in")
        assert.strictEqual(headingOf((await accountOf(issuer, ada)).page), "Your account")
      })
    }))
})
