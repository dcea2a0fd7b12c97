import { assert, layer } from "@effect/vitest"
import { UserStore } from "@namewright/core/access"
import { Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { Browser, headingOf, type ShownPage } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)

/** Every page that a person sees without a mail, an approval or a script. */
const shownIn = async (
  issuer: string,
  language: string,
  person: Person
): Promise<Readonly<Record<string, ShownPage>>> => {
  const browser = new Browser(issuer, language)
  const stranger = new Browser(issuer, language)
  const program = await Program.register(issuer)
  const headers = { accept: "text/html" }
  const login = await browser.open(`${issuer}/login`)
  const wrong = await browser.send(login, { login: person.username, password: "not it at all" })
  const connecting = await browser.open(program.authorizationUrl(verifier))
  const consent = await signedInAt(browser, connecting, person)
  const account = await browser.open(`${issuer}/account`)
  const send = (fields: Readonly<Record<string, string>>, action: string) => browser.send(account, fields, { action })
  const { password } = person
  const short = await send({ current: password, next: "short" }, "/account/password")
  const denied = await send({ current: "not it at all", next: "another fine password" }, "/account/password")
  const enrolment = await send({ password }, "/account/second-factor")
  const missed = await browser.send(enrolment, { code: "000000" })
  const device = await browser.open(`${issuer}/device`)
  return {
    login,
    wrong,
    connecting,
    consent,
    account,
    short,
    denied,
    enrolment,
    missed,
    device,
    unknownCode: await browser.send(device, { user_code: "BCDF-GHJK" }),
    sessions: await browser.open(`${issuer}/account/sessions`),
    address: await browser.open(`${issuer}/account/email`),
    stale: await stranger.send(login, { login: person.username, password }),
    forgotten: await stranger.open(`${issuer}/password/forgot`),
    endedLink: await stranger.open(`${issuer}/password?token=unknown`),
    expired: await stranger.open(`${issuer}/interaction/nothing`),
    noApproval: await browser.open(`${issuer}/approvals/nothing`),
    failure: await stranger.open(`${issuer}/protocol/openid-connect/auth?client_id=nobody`, { headers }),
    signedOut: await stranger.open(`${issuer}/signed-out`)
  }
}

/** Texts of a page, also those that are only heard. */
const textsOf = ({ text }: ShownPage): ReadonlyArray<string> =>
  [
    ...text.replaceAll(/<[^>]*>/g, "\n").split("\n"),
    ...[...text.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label ?? "")
  ].map((part) => part.trim()).filter((part) => /\p{L}{2}/u.test(part))

/** Texts that are the same in both languages: data, names, and the description for developers of a program. */
const same =
  /^(?:Name|Browser|Passkeys|Ada Lovelace|Example|admin|node|Agent under test|invalid_client.*|\d{4}-\d\d-\d\d .*)$/

layer(RealmServer.layer, { excludeTestServices: true })("pages in German", (it) => {
  it.effect("have no text in English", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const [ada, eve] = [yield* person(), yield* person()]
      const english = yield* Effect.promise(() => shownIn(issuer, "en", ada))
      const german = yield* Effect.promise(() => shownIn(issuer, "de-AT,de;q=0.9,en;q=0.5", eve))
      for (const [name, page] of Object.entries(german)) {
        const { headers, status } = english[name] ?? page
        assert.strictEqual(page.status, status, name)
        assert.include(page.text, "<html lang=\"de\">", name)
        assert.deepStrictEqual([headers, page.headers].map((one) => one.get("content-language")), ["en", "de"], name)
        assert.include(page.headers.get("vary") ?? "", "accept-language", name)
        const others = new Set(textsOf(english[name] ?? page))
        assert.isAbove(others.size, 1, name)
        assert.deepStrictEqual(textsOf(page).filter((text) => others.has(text) && !same.test(text)), [], name)
      }
      assert.deepStrictEqual(
        ["login", "consent", "account", "device", "stale"].map((name) => headingOf(german[name] ?? missing(name))),
        [
          "Anmelden",
          "Agent under test verbinden?",
          "Ihr Konto",
          "Gerät verbinden",
          "Dieses Formular ist nicht mehr gültig"
        ]
      )
    }))

  it.effect("are shown to a signed-in person of that language whose browser names none", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const users = yield* UserStore
      const transaction = yield* Transaction
      const ada = yield* person()
      yield* Effect.orDie(transaction.atomically(users.update({ ...ada.user, locale: "de_AT" })))
      const shown = yield* Effect.promise(async () => {
        const pages = []
        for (const language of [undefined, "fr", "en"]) {
          const browser = new Browser(issuer, language)
          pages.push(await signedInAt(browser, await browser.open(`${issuer}/account`), ada))
        }
        return pages.map(headingOf)
      })
      assert.deepStrictEqual(shown, ["Ihr Konto", "Ihr Konto", "Your account"])
    }))
})

const missing = (name: string): never => assert.fail(`No page ${name}`)
