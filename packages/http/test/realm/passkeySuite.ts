import { assert, layer } from "@effect/vitest"
import {
  asSystem,
  IpRestrictions,
  newPasskeyId,
  type OrganizationDirectory,
  PasskeyStore,
  UserOperations
} from "@namewright/core/access"
import { ObjectLogStore } from "@namewright/core/objectlog"
import { RealmRecords } from "@namewright/core/realm"
import { Transaction } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { Browser, formsOf, headingOf, type ShownPage } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"
import { type Dishonesty, TestAuthenticator } from "./TestAuthenticator.ts"

const unescaped = (text: string): string =>
  text.replaceAll("&quot;", "\"").replaceAll("&#39;", "'").replaceAll("&amp;", "&")

/** Options that a page contains for the browser. */
const optionsOf = ({ text }: ShownPage): any =>
  JSON.parse(unescaped(/data-options="([^"]*)"/.exec(text)?.[1] ?? "null"))

const accountOf = async (issuer: string, person: Person, browser = new Browser(issuer)) => ({
  browser,
  page: await signedInAt(browser, await browser.open(`${issuer}/account`), person)
})

const backupCodeOf = ({ text }: ShownPage): string => /<li>((?:[a-z2-7]{4}-){3}[a-z2-7]{4})<\/li>/.exec(text)?.[1] ?? ""

/** Page of the account on which the browser is asked to create a passkey. */
const creationOf = (browser: Browser, account: ShownPage, person: Person, code = "") =>
  browser.send(account, { password: person.password, code }, { action: "/account/passkeys" })

/** Adds a passkey. */
const registered = async (issuer: string, person: Person, name = "Laptop") => {
  const { browser, page } = await accountOf(issuer, person)
  const creation = await creationOf(browser, page, person)
  const authenticator = new TestAuthenticator(new URL(issuer).origin)
  const credential = authenticator.create(optionsOf(creation))
  const done = await browser.send(creation, { credential, name })
  return { browser, authenticator, creation, credential, done }
}

/** The page that asks for a passkey, from the sign-in page for `next`. */
const asked = async (issuer: string, next = "account") => {
  const browser = new Browser(issuer)
  const login = await browser.open(`${issuer}/login?next=${encodeURIComponent(next)}`)
  return { browser, page: await browser.send(login, {}, { action: `/login/passkey?next=${encodeURIComponent(next)}` }) }
}

/** Signs in with a passkey alone. */
const signedInWith = async (issuer: string, authenticator: TestAuthenticator, lie: Dishonesty = {}) => {
  const { browser, page } = await asked(issuer)
  return { browser, page: await browser.send(page, { credential: authenticator.get(optionsOf(page), lie) }) }
}

/** Tests of passkeys at the pages, with an authenticator of their own. */
export const passkeySuite = <E>(
  name: string,
  server: Layer.Layer<
    | IpRestrictions
    | ObjectLogStore
    | OrganizationDirectory
    | PasskeyStore
    | RealmRecords
    | RealmServer
    | Transaction
    | UserOperations,
    E
  >
) =>
  layer(server, { excludeTestServices: true, timeout: 60_000 })(`passkeys at the pages (${name})`, (it) => {
    it.effect("are created after the password, and sign in alone, with user verification", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const { authenticator, browser, creation, done } = await registered(issuer, ada)
          const options = optionsOf(creation)
          assert.deepInclude(options.rp, { id: "localhost" })
          assert.strictEqual(Buffer.from(options.user.id, "base64url").toString(), ada.user.user_id)
          assert.deepInclude(options.authenticatorSelection, { residentKey: "required", userVerification: "required" })
          assert.strictEqual(options.attestation, "none")
          assert.strictEqual(Buffer.from(options.challenge, "base64url").length, 32)
          assert.include(creation.headers.get("content-security-policy"), "script-src 'self';")
          assert.strictEqual(headingOf(done), "Your backup codes", "it is the first second factor")
          const account = await browser.open(`${issuer}/account`)
          assert.include(account.text, "<h3>Laptop</h3>")
          assert.include(account.text, "not yet")

          const { page } = await asked(issuer)
          const request = optionsOf(page)
          assert.deepStrictEqual(
            [request.rpId, request.userVerification, request.allowCredentials],
            ["localhost", "required", []]
          )
          const signedIn = await signedInWith(issuer, authenticator)
          assert.strictEqual(headingOf(signedIn.page), "Your account")
          assert.notInclude(signedIn.page.text, "<dt>Last used</dt><dd>not yet</dd>")
        })
      }))

    it.effect("are the second factor after the password", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const [ada, eve] = [yield* person(), yield* person()]
        yield* Effect.promise(async () => {
          const { authenticator } = await registered(issuer, ada)
          const other = await registered(issuer, eve)
          const { browser, page } = await accountOf(issuer, ada)
          assert.strictEqual(headingOf(page), "Use your second factor")
          assert.strictEqual(
            headingOf(await browser.open(`${issuer}/account`)),
            "Sign in",
            "the password is not enough"
          )
          const ask = () => browser.send(page, {}, { action: "/login/passkey?next=account" })
          const options = optionsOf(await ask())
          assert.deepStrictEqual(
            options.allowCredentials.map(({ id }: { id: string }) => id),
            [Buffer.from(authenticator.credentialId).toString("base64url")]
          )
          const question = await ask()
          const hers = await browser.send(question, { credential: other.authenticator.get(optionsOf(question)) })
          assert.deepStrictEqual([hers.status, headingOf(hers)], [401, "Sign in with a passkey"], "a passkey of Eve")
          const again = await ask()
          const done = await browser.send(again, {
            credential: authenticator.get(optionsOf(again), { userHandle: null })
          })
          assert.strictEqual(headingOf(done), "Your account")
        })
      }))

    it.effect("are refused with a wrong origin, host, type, challenge, signature, handle, or without verification", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const [ada, eve] = [yield* person(), yield* person()]
        yield* Effect.promise(async () => {
          const { authenticator } = await registered(issuer, ada)
          const lies: Readonly<Record<string, Dishonesty>> = {
            "another origin": { origin: "https://evil.example" },
            "another port": { origin: "http://localhost:1" },
            "another host": { rpId: "evil.example" },
            "a registration": { type: "webauthn.create" },
            "a made-up challenge": { challenge: "A".repeat(43) },
            "no verification": { userVerified: false },
            "no presence": { userPresent: false },
            "a wrong signature": { signature: new Uint8Array(70) },
            "another user": { userHandle: Buffer.from(eve.user.user_id).toString("base64url") },
            "no user": { userHandle: null }
          }
          for (const [what, lie] of Object.entries(lies)) {
            const { browser, page } = await signedInWith(issuer, authenticator, lie)
            assert.deepStrictEqual([page.status, headingOf(page)], [401, "Sign in with a passkey"], what)
            assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Sign in", what)
          }
          const stranger = new TestAuthenticator(new URL(issuer).origin)
          assert.strictEqual((await signedInWith(issuer, stranger)).page.status, 401, "an unknown passkey")
          const { browser, page } = await asked(issuer)
          for (
            const credential of ["", "{", "null", "[]", "{\"response\":{}}", "x".repeat(40_000), "{\"id\":\"\\u0000\"}"]
          ) {
            assert.strictEqual((await browser.send(page, { credential })).status, 401, credential.slice(0, 20))
          }
          assert.strictEqual(headingOf((await signedInWith(issuer, authenticator)).page), "Your account")
        })
      }))

    it.effect("accept each challenge once, in its browser, for its purpose, within five minutes", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const records = yield* RealmRecords
        const ada = yield* person()
        const { authenticator } = yield* Effect.promise(() => registered(issuer, ada))
        const refused = async (browser: Browser, page: ShownPage, credential: string, why: string) => {
          const answer = await browser.send(page, { credential })
          assert.include([401, 403], answer.status, why)
          assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Sign in", why)
        }
        const late = yield* Effect.promise(async () => {
          const first = await asked(issuer)
          const credential = authenticator.get(optionsOf(first.page))
          assert.strictEqual(headingOf(await first.browser.send(first.page, { credential })), "Your account")
          // The same response again, in the same browser and in another one.
          await first.browser.send(await first.browser.open(`${issuer}/account`), {}, { action: "/logout" })
          const login = await first.browser.open(`${issuer}/login`)
          const page = await first.browser.send(login, {}, { action: "/login/passkey?next=account" })
          await refused(first.browser, page, credential, "used before")
          const other = await asked(issuer)
          const thief = await asked(issuer)
          await refused(thief.browser, thief.page, authenticator.get(optionsOf(other.page)), "of another browser")
          const signedIn = await signedInWith(issuer, authenticator)
          const { challenge } = optionsOf(await creationOf(signedIn.browser, signedIn.page, ada))
          const last = await asked(issuer)
          const planted = authenticator.get({ ...optionsOf(last.page), challenge })
          await refused(last.browser, last.page, planted, "of a registration")
          return asked(issuer)
        })
        const { challenge } = optionsOf(late.page)
        const { payload } = Option.getOrThrow(yield* records.find("PasskeyChallenge", challenge))
        assert.deepStrictEqual(Object.keys(payload), ["binding"])
        yield* records.put("PasskeyChallenge", challenge, payload, 0)
        yield* Effect.promise(() =>
          refused(late.browser, late.page, authenticator.get(optionsOf(late.page)), "expired")
        )
      }))

    it.effect("accept a response from one of many attempts at once", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const { authenticator } = await registered(issuer, ada)
          const { browser, page } = await asked(issuer)
          const credential = authenticator.get(optionsOf(page))
          const [form] = formsOf(page)
          const send = () =>
            browser.request(new URL(form?.action ?? "", page.url).href, {
              method: "POST",
              headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(issuer).origin },
              body: new URLSearchParams({ ...form?.fields, credential }).toString()
            })
          const answers = await Promise.all(Array.from({ length: 5 }, send))
          assert.strictEqual(answers.filter(({ status }) => status === 303).length, 1)
        })
      }))

    it.effect("are refused if their counter does not rise", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const { authenticator } = await registered(issuer, ada)
          const heading = async (counter: number) =>
            headingOf((await signedInWith(issuer, authenticator, { counter })).page)
          assert.strictEqual(await heading(0), "Your account")
          assert.strictEqual(await heading(0), "Your account", "authenticators without a counter send 0")
          assert.strictEqual(await heading(4_294_967_290), "Your account")
          for (const counter of [4_294_967_290, 4_294_967_289, 1, 0]) {
            assert.strictEqual(await heading(counter), "Sign in with a passkey", String(counter))
          }
          assert.strictEqual(await heading(4_294_967_291), "Your account")
        })
      }))

    it.effect("are refused if they are registered already, for anybody", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const store = yield* PasskeyStore
        const [ada, eve] = [yield* person(), yield* person()]
        yield* Effect.promise(async () => {
          const { authenticator } = await registered(issuer, ada)
          const hers = await accountOf(issuer, eve)
          const creation = await creationOf(hers.browser, hers.page, eve)
          const credential = authenticator.create(optionsOf(creation))
          const refused = await hers.browser.send(creation, { credential, name: "Stolen" })
          assert.deepStrictEqual([refused.status, refused.text.includes("registered already")], [403, true])
          // The browser is told which ones there are.
          const third = await registered(issuer, eve, "Hers")
          const again = await third.browser.open(`${issuer}/account`)
          const next = await creationOf(third.browser, again, eve, backupCodeOf(third.done))
          assert.deepStrictEqual(
            optionsOf(next).excludeCredentials.map(({ id }: { id: string }) => id),
            [Buffer.from(third.authenticator.credentialId).toString("base64url")]
          )
        })
        assert.deepStrictEqual((yield* store.list(eve.user.user_id)).map((passkey) => passkey.name), ["Hers"])
      }))

    it.effect("are registered only with verification, at this origin, for a challenge after the password", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const store = yield* PasskeyStore
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const { browser, page } = await accountOf(issuer, ada)
          const wrong = await browser.send(page, { password: "not it at all" }, { action: "/account/passkeys" })
          assert.deepStrictEqual([wrong.status, wrong.text.includes("data-options")], [403, false])
          const lies: ReadonlyArray<Dishonesty> = [
            { origin: "https://evil.example" },
            { rpId: "evil.example" },
            { type: "webauthn.get" },
            { userVerified: false },
            { userPresent: false },
            { challenge: "A".repeat(43) }
          ]
          for (const lie of lies) {
            const creation = await creationOf(browser, page, ada)
            const credential = new TestAuthenticator(new URL(issuer).origin).create(optionsOf(creation), lie)
            assert.strictEqual((await browser.send(creation, { credential })).status, 403, JSON.stringify(lie))
          }
          // A challenge of the sign-in is none of a registration.
          const creation = await creationOf(browser, page, ada)
          const { page: signIn } = await asked(issuer)
          const credential = new TestAuthenticator(new URL(issuer).origin).create({
            ...optionsOf(creation),
            challenge: optionsOf(signIn).challenge
          })
          assert.strictEqual((await browser.send(creation, { credential })).status, 403)
        })
        assert.deepStrictEqual(yield* store.list(ada.user.user_id), [])
      }))

    it.effect("end other sign-ins, need password and code or passkey to be removed, and take the codes with them", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const other = await accountOf(issuer, ada)
          const { authenticator, browser, done } = await registered(issuer, ada)
          assert.strictEqual(headingOf(await other.browser.open(`${issuer}/account`)), "Sign in")
          const account = await browser.open(`${issuer}/account`)
          const remove = (fields: Record<string, string>) =>
            browser.send(account, fields, { action: "/account/passkeys/remove" })
          assert.include((await remove({ password: "not it at all" })).text, "The password is wrong.")
          assert.strictEqual((await remove({ password: ada.password })).status, 403, "without a code")
          const renew = await browser.send(account, { password: ada.password, code: backupCodeOf(done) }, {
            action: "/account/backup-codes"
          })
          assert.strictEqual(headingOf(renew), "Your backup codes")
          // Who has just used the passkey needs no code.
          const signedIn = await signedInWith(issuer, authenticator)
          const removed = await signedIn.browser.send(signedIn.page, { password: ada.password }, {
            action: "/account/passkeys/remove"
          })
          assert.include(removed.text, "The passkey has been removed")
          assert.notInclude(removed.text, "codes are unused")
          assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Sign in")
          assert.strictEqual(headingOf((await accountOf(issuer, ada)).page), "Your account", "the password is enough")
          assert.strictEqual((await signedInWith(issuer, authenticator)).page.status, 401)
        })
      }))

    it.effect("are changed only by their person, with the forms of the account page", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const store = yield* PasskeyStore
        const [ada, eve] = [yield* person(), yield* person()]
        const { creation, credential } = yield* Effect.promise(() => registered(issuer, ada))
        const [mine] = yield* store.list(ada.user.user_id)
        yield* Effect.promise(async () => {
          const hers = await registered(issuer, eve)
          const { browser, page } = await signedInWith(issuer, hers.authenticator)
          const passkey = mine?.passkey_id ?? ""
          await browser.send(page, { password: eve.password, passkey }, { action: "/account/passkeys/remove" })
          const fields = { password: eve.password }
          for (const action of ["/account/passkeys", "/account/passkeys/remove"]) {
            for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
              assert.strictEqual((await browser.send(page, fields, { action, headers })).status, 403)
            }
            assert.strictEqual((await browser.send(page, { ...fields, form_token: "made up" }, { action })).status, 403)
            assert.strictEqual(headingOf(await new Browser(issuer).send(page, fields, { action })), "Sign in")
          }
          // The creation of Ada, sent by the browser of Eve.
          assert.strictEqual((await browser.send(creation, { credential })).status, 403)
        })
        assert.deepStrictEqual(yield* store.list(ada.user.user_id), mine === undefined ? [] : [mine])
        assert.strictEqual((yield* store.list(eve.user.user_id)).length, 1)
      }))

    it.effect("are at most 20, also if two are created at once", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const store = yield* PasskeyStore
        const { atomically } = yield* Transaction
        const ada = yield* person()
        const { authenticator } = yield* Effect.promise(() => registered(issuer, ada))
        const [first] = yield* store.list(ada.user.user_id)
        if (first === undefined) return assert.fail("no passkey")
        for (let n = 0; n < 18; n++) {
          const copy = { ...first, passkey_id: yield* newPasskeyId, credential_id: `${first.credential_id}${n}` }
          yield* atomically(store.insert(copy))
        }
        yield* Effect.promise(async () => {
          const { browser, page } = await signedInWith(issuer, authenticator)
          const creations = [await creationOf(browser, page, ada), await creationOf(browser, page, ada)]
          const answers = await Promise.all(creations.map((creation) =>
            browser.send(creation, {
              credential: new TestAuthenticator(new URL(issuer).origin).create(optionsOf(creation))
            })
          ))
          const refused = answers.filter(({ text }) => text.includes("An account has at most 20 passkeys"))
          assert.isAtLeast(refused.length, 1)
          const account = await signedInWith(issuer, authenticator)
          assert.isUndefined(formsOf(account.page).find(({ action }) => action.endsWith("/account/passkeys")))
        })
        assert.strictEqual((yield* store.list(ada.user.user_id)).length, 20)
      }))

    it.effect("sign in for programs, and for pages that need a recent sign-in", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const { authenticator } = await registered(issuer, ada)
          const program = await Program.register(issuer)
          const browser = new Browser(url)
          const verifier = "v".repeat(64)
          const login = await browser.open(program.authorizationUrl(verifier))
          const page = await browser.send(login, {}, { action: "/passkey" })
          const consent = await browser.send(page, { credential: authenticator.get(optionsOf(page)) })
          assert.strictEqual(headingOf(consent), "Connect Agent under test?")
          const done = await browser.send(consent, { decision: "allow" })
          const { status } = await program.exchange({ answer: new URL(done.url).searchParams, verifier })
          assert.strictEqual(status, 200)

          const approval = await asked(issuer, `approvals/approval_${"0".repeat(26)}`)
          const shown = await approval.browser.send(approval.page, {
            credential: authenticator.get(optionsOf(approval.page))
          })
          assert.strictEqual(headingOf(shown), "There is no such approval for you")
        })
      }))

    it.effect("sign in only from where the organization accepts calls", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        const { authenticator } = yield* Effect.promise(() => registered(issuer, ada))
        yield* asSystem(
          ada.user.organization_id,
          IpRestrictions.use(({ create }) => create({ ip_network: "192.0.2.0/24" }))
        )
        const { page } = yield* Effect.promise(() => signedInWith(issuer, authenticator))
        assert.deepStrictEqual([page.status, headingOf(page)], [401, "Sign in with a passkey"])
      }))

    it.effect("are in the object log, and removed by the operator with the other factors", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const operations = yield* UserOperations
        const store = yield* ObjectLogStore
        const ada = yield* person()
        const { authenticator, done } = yield* Effect.promise(() => registered(issuer, ada, "  Blue key "))
        yield* operations.removeSecondFactor(ada.user)
        const state = Option.getOrThrow(yield* operations.secondFactors(ada.user))
        assert.deepStrictEqual(state, { authenticator: false, passkeys: 0, backup_codes: null })
        const { items } = yield* store.list(
          ada.user.organization_id,
          { object_id: ada.user.user_id },
          { by: "created_on", order: "asc" },
          { page: 1, page_size: 10 }
        )
        const [added, removed, ...others] = items
        assert.deepStrictEqual(others, [])
        assert.deepInclude(added, { performed_by_type: "user", performed_by_id: ada.user.user_id })
        assert.deepInclude(added?.details?.after, { passkeys: 1, backup_codes: 10 })
        assert.include(JSON.stringify(added?.details?.after["passkey_added"]), "\"name\":\"Blue key\"")
        assert.deepInclude(removed, { performed_by_type: "system" })
        assert.deepStrictEqual(removed?.details?.before, { passkeys: 1, backup_codes: 10 })
        assert.notInclude(JSON.stringify(items), backupCodeOf(done))
        yield* Effect.promise(async () => {
          assert.strictEqual((await signedInWith(issuer, authenticator)).page.status, 401)
          assert.strictEqual(headingOf((await accountOf(issuer, ada)).page), "Your account")
        })
      }))

    it.effect("are explained in German to browsers that prefer it, and their script is a file of this origin", () =>
      Effect.gen(function*() {
        const { issuer } = yield* RealmServer
        yield* Effect.promise(async () => {
          const browser = new Browser(issuer)
          const login = await browser.open(`${issuer}/login`)
          const headers = { "accept-language": "de" }
          const page = await browser.send(login, {}, { action: "/login/passkey?next=account", headers })
          assert.strictEqual(headingOf(page), "Mit einem Passkey anmelden")
          const scripts = [...page.text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
          const [, source = ""] = /src="([^"]+)"/.exec(scripts[0] ?? "") ?? []
          assert.strictEqual(scripts.length, 1)
          const script = await fetch(new URL(source, issuer))
          assert.deepStrictEqual([script.status, script.headers.get("content-type")], [
            200,
            "text/javascript; charset=utf-8"
          ])
          assert.notInclude(login.text, "<script")
          assert.notInclude(login.headers.get("content-security-policy"), "script-src")
        })
      }))
  })
