import { assert, layer } from "@effect/vitest"
import { newPasskeyId, PasskeyStore, UserOperations } from "@namewright/core/access"
import { ObjectLogStore } from "@namewright/core/objectlog"
import { Transaction } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { Browser, formsOf, headingOf } from "./Browser.ts"
import { accountOf, asked, backupCodeOf, creationOf, optionsOf, registered, signedInWith } from "./passkeyPages.ts"
import type { PasskeyServer } from "./PasskeyServer.ts"
import { RealmServer } from "./RealmServer.ts"
import { type Dishonesty, TestAuthenticator } from "./TestAuthenticator.ts"

/** Tests of passkeys on the account page, with an authenticator of their own. */
export const passkeyAccountSuite = <E>(name: string, server: PasskeyServer<E>) =>
  layer(server, { excludeTestServices: true, timeout: 60_000 })(`passkeys on the account page (${name})`, (it) => {
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

    it.effect("are renamed without a password, by their owner, and stay signed in", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const store = yield* PasskeyStore
        const [ada, eve] = [yield* person(), yield* person()]
        yield* Effect.promise(async () => {
          const { browser } = await registered(issuer, ada)
          const hers = await registered(issuer, eve, "Hers")
          const account = await browser.open(`${issuer}/account`)
          const rename = (fields: Readonly<Record<string, string>>) =>
            browser.send(account, fields, { action: "/passkeys/rename" })
          const renamed = await rename({ name: `  <b>Blauer</b>\u0000 Schlüssel ${"x".repeat(50)}` })
          assert.deepStrictEqual([renamed.status, headingOf(renamed)], [200, "Your account"])
          assert.include(renamed.text, "The passkey has its new name.")
          assert.include(renamed.text, "<h3>&lt;b&gt;Blauer&lt;/b&gt; Schlüssel x")
          assert.notInclude(renamed.text, "<b>Blauer")
          const empty = await rename({ name: "   " })
          assert.deepStrictEqual([empty.status, empty.text.includes("Enter a name")], [422, true])
          const page = await hers.browser.open(`${issuer}/account`)
          const foreign = /name="passkey" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
          await rename({ name: "Mine", passkey: foreign })
          await rename({ name: "Mine", passkey: "passkey_nothing" })
          const other = formsOf(page).some(({ fields }) => fields["name"] === "Mine")
          assert.deepStrictEqual([foreign === "", other], [false, false])
          assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Your account")
        })
        const [passkey] = yield* store.list(ada.user.user_id)
        assert.strictEqual(Array.from(passkey?.name ?? "").length, 50)
        assert.deepStrictEqual((yield* store.list(eve.user.user_id)).map((held) => held.name), ["Hers"])
        const log = yield* ObjectLogStore
        const { items } = yield* log.list(
          ada.user.organization_id,
          { object_id: ada.user.user_id },
          { by: "created_on", order: "asc" },
          { page: 1, page_size: 10 }
        )
        const renamed = items.map(({ details }) => details?.before?.["passkey_renamed"])
        assert.strictEqual(
          JSON.stringify(renamed.filter((before) => before !== undefined)),
          JSON.stringify([{ passkey_id: passkey?.passkey_id, name: "Laptop" }])
        )
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
  })
