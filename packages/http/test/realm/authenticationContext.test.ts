import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { authenticatorCode as codeOf } from "./authenticatorCode.ts"
import { Browser, type ShownPage } from "./Browser.ts"
import { backupCodeOf, optionsOf, registered } from "./passkeyPages.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

const contextOf = (token: string) => {
  const { acr, amr } = claimsOf(token)
  return { acr, amr }
}

/** Connects a program; `next` continues after the password, and at once without one. Returns its tokens. */
const connected = async (
  issuer: string,
  person: Person | undefined,
  next: (browser: Browser, page: ShownPage) => Promise<ShownPage> = (_browser, page) => Promise.resolve(page)
) => {
  const program = await Program.register(issuer)
  const browser = new Browser(issuer)
  const login = await browser.open(program.authorizationUrl(verifier))
  const consent = await next(browser, person === undefined ? login : await signedInAt(browser, login, person))
  const done = await browser.send(consent, { decision: "allow" })
  const { body } = await program.exchange({ answer: new URL(done.url).searchParams, verifier })
  return { body, program }
}

layer(RealmServer.layerWith({}, {}, "localhost"), { excludeTestServices: true, timeout: 60_000 })("ID tokens", (it) => {
  it.effect("state the password alone, and the same after a refresh", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { body, program } = await connected(issuer, ada)
        assert.deepStrictEqual(contextOf(body.id_token), { acr: "1", amr: ["pwd"] })
        const { body: refreshed } = await program.token({
          grant_type: "refresh_token",
          refresh_token: body.refresh_token
        })
        assert.deepStrictEqual(contextOf(refreshed.id_token), { acr: "1", amr: ["pwd"] })
      })
    }))

  it.effect("state a code or a backup code after the password", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const browser = new Browser(issuer)
        const account = await signedInAt(browser, await browser.open(`${issuer}/account`), ada)
        const enrolment = await browser.send(account, { password: ada.password }, { action: "/account/second-factor" })
        const codes = await browser.send(enrolment, { code: codeOf(enrolment) })
        const both = { acr: "2", amr: ["pwd", "otp", "mfa"] }
        for (const code of [codeOf(enrolment, 1), backupCodeOf(codes)]) {
          const { body } = await connected(issuer, ada, (other, page) => other.send(page, { code }))
          assert.deepStrictEqual(contextOf(body.id_token), both)
        }
      })
    }))

  it.effect("state a passkey, alone and after the password", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { authenticator } = await registered(issuer, ada)
        const withPasskey = async (browser: Browser, page: ShownPage) => {
          const asking = await browser.send(page, {}, { action: "/passkey" })
          return browser.send(asking, { credential: authenticator.get(optionsOf(asking)) })
        }
        const alone = await connected(issuer, undefined, withPasskey)
        assert.deepStrictEqual(contextOf(alone.body.id_token), { acr: "2", amr: ["pop", "user", "mfa"] })
        const second = await connected(issuer, ada, withPasskey)
        assert.deepStrictEqual(contextOf(second.body.id_token), { acr: "2", amr: ["pwd", "pop", "user", "mfa"] })
      })
    }))

  it.effect("have the context classes of the discovery document", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      const answer = yield* Effect.promise(() => fetch(`${issuer}/.well-known/openid-configuration`))
      const document: any = yield* Effect.promise(() => answer.json())
      assert.deepStrictEqual(document.acr_values_supported, ["1", "2"])
      assert.includeMembers(document.claims_supported, ["acr", "amr"])
    }))
})
