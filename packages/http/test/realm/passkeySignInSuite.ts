import { assert, layer } from "@effect/vitest"
import { asSystem, IpRestrictions } from "@namewright/core/access"
import { RealmRecords } from "@namewright/core/realm"
import { Effect, Option } from "effect"
import { Browser, formsOf, headingOf, type ShownPage } from "./Browser.ts"
import { accountOf, asked, creationOf, optionsOf, registered, signedInWith } from "./passkeyPages.ts"
import type { PasskeyServer } from "./PasskeyServer.ts"
import { Program } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"
import { type Dishonesty, TestAuthenticator } from "./TestAuthenticator.ts"

/** Tests of sign-ins with passkeys, with an authenticator of their own. */
export const passkeySignInSuite = <E>(name: string, server: PasskeyServer<E>) =>
  layer(server, { excludeTestServices: true, timeout: 60_000 })(`passkeys at the sign-in (${name})`, (it) => {
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
