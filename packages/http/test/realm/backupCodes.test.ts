import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { authenticatorCode } from "./authenticatorCode.ts"
import { Browser, headingOf, type ShownPage } from "./Browser.ts"
import { signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const codesOf = ({ text }: ShownPage): ReadonlyArray<string> =>
  [...text.matchAll(/<li>((?:[a-z2-7]{4}-){3}[a-z2-7]{4})<\/li>/g)].map(([, code = ""]) => code)

const accountOf = async (issuer: string, person: Person) => {
  const browser = new Browser(issuer)
  return { browser, page: await signedInAt(browser, await browser.open(`${issuer}/account`), person) }
}

/** Sets a second factor up, and answers the page with its backup codes. */
const setUp = async (issuer: string, person: Person, headers: Record<string, string> = {}) => {
  const { browser, page } = await accountOf(issuer, person)
  const enrolment = await browser.send(page, { password: person.password }, { action: "/account/second-factor" })
  const shown = await browser.send(enrolment, { code: authenticatorCode(enrolment) }, { headers })
  return { browser, enrolment, shown }
}

layer(RealmServer.layer, { excludeTestServices: true })("backup codes on the pages", (it) => {
  it.effect("are shown once, and sign in instead of the six digits, once each", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { browser, shown } = await setUp(issuer, ada)
        assert.deepStrictEqual([headingOf(shown), codesOf(shown).length], ["Your backup codes", 10])
        assert.strictEqual(shown.headers.get("cache-control"), "no-store")
        const account = await browser.open(`${issuer}/account`)
        assert.include(account.text, "10 codes are unused.")
        assert.deepStrictEqual(codesOf(account), [])

        const [code = ""] = codesOf(shown)
        const next = await accountOf(issuer, ada)
        const signedIn = await next.browser.send(next.page, { code }, { index: 1 })
        assert.strictEqual(headingOf(signedIn), "Your account")
        assert.include(signedIn.text, "9 codes are unused.")
        const again = await accountOf(issuer, ada)
        const refused = await again.browser.send(again.page, { code }, { index: 1 })
        assert.deepStrictEqual([refused.status, headingOf(refused)], [401, "Enter your code"])
        assert.notInclude(refused.text, code)
      })
    }))

  it.effect("are replaced with the password and a code, and other browsers are signed out", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { browser, shown } = await setUp(issuer, ada)
        const [first = "", second = ""] = codesOf(shown)
        const other = await accountOf(issuer, ada)
        await other.browser.send(other.page, { code: first }, { index: 1 })
        assert.strictEqual(headingOf(await other.browser.open(`${issuer}/account`)), "Your account")

        const account = await browser.open(`${issuer}/account`)
        const renew = (fields: Record<string, string>) => browser.send(account, fields, { action: "/backup-codes" })
        for (
          const [fields, problem] of [
            [{ password: "not it at all", code: second }, "The password is wrong."],
            [{ password: ada.password, code: first }, "The code is wrong"]
          ] as const
        ) {
          const refused = await renew(fields)
          assert.deepStrictEqual([refused.status, refused.text.includes(problem)], [403, true], problem)
        }
        const renewed = await renew({ password: ada.password, code: second })
        assert.strictEqual(codesOf(renewed).length, 10)
        assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Your account")
        assert.strictEqual(headingOf(await other.browser.open(`${issuer}/account`)), "Sign in")
      })
    }))

  it.effect("are explained in German to browsers that prefer it", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      const { shown } = yield* Effect.promise(() => setUp(issuer, ada, { "accept-language": "de-AT, en;q=0.5" }))
      assert.strictEqual(headingOf(shown), "Ihre Ersatzcodes")
      assert.include(shown.text, "<html lang=\"de\">")
      assert.strictEqual(codesOf(shown).length, 10)
    }))

  it.effect("are not given to forms of other sites, other browsers, or people without a second factor", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const [ada, eve] = [yield* person(), yield* person()]
      yield* Effect.promise(async () => {
        const { browser, shown } = await setUp(issuer, ada)
        const [code = ""] = codesOf(shown)
        const account = await browser.open(`${issuer}/account`)
        const fields = { password: ada.password, code }
        const action = "/backup-codes"
        const attacks = [
          browser.send(account, { ...fields, form_token: "made up" }, { action }),
          browser.send(account, fields, { action, headers: { origin: "https://evil.example" } }),
          browser.send(account, fields, { action, headers: { "sec-fetch-site": "cross-site" } })
        ]
        for (const answer of await Promise.all(attacks)) {
          assert.deepStrictEqual([answer.status, codesOf(answer).length], [403, 0])
        }
        assert.strictEqual(headingOf(await new Browser(issuer).send(account, fields, { action })), "Sign in")
        const hers = await accountOf(issuer, eve)
        const forged = await hers.browser.open(`${issuer}/account/backup-codes`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(issuer).origin },
          body: new URLSearchParams({
            form_token: /name="form_token" value="([^"]+)"/.exec(hers.page.text)?.[1] ?? "",
            password: eve.password,
            code
          }).toString()
        })
        assert.deepStrictEqual([forged.status, codesOf(forged).length], [403, 0])
        // The code is unused after all of them.
        const next = await accountOf(issuer, ada)
        assert.strictEqual(headingOf(await next.browser.send(next.page, { code }, { index: 1 })), "Your account")
      })
    }))

  it.effect("share the limit of wrong codes with the authenticator", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { shown } = await setUp(issuer, ada)
        const { browser, page } = await accountOf(issuer, ada)
        let answer = page
        for (const code of ["aaaa-aaaa-aaaa-aaaa", "000000", "bbbb-bbbb-bbbb-bbbb", "111111", "222222"]) {
          answer = await browser.send(answer, { code })
        }
        assert.strictEqual(answer.status, 401)
        answer = await browser.send(answer, { code: codesOf(shown)[0] ?? "" }, { index: 1 })
        assert.deepStrictEqual([answer.status, answer.text.includes("Too many attempts")], [429, true])
      })
    }))
})
