import { assert, layer } from "@effect/vitest"
import { JobWorker } from "@namewright/core/jobs"
import { Mails } from "@namewright/core/mail"
import { UserLinks } from "@namewright/core/people"
import { Transaction } from "@namewright/core/shared"
import { Duration, Effect } from "effect"
import { newOrganization } from "../support/newOrganization.ts"
import { accountAt, at, json } from "./brandPages.ts"
import { brandServer, fetchAtBrand, newBrand } from "./BrandServer.ts"
import { headingOf } from "./Browser.ts"
import { asked, optionsOf, registered } from "./passkeyPages.ts"
import { RealmServer } from "./RealmServer.ts"

layer(brandServer(), { excludeTestServices: true })(
  "accounts at the realm of a brand",
  (it) => {
    it.effect("signs in people of the organization and its suborganizations, and refuses others like wrong passwords", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const [brand, other] = [yield* newBrand(), yield* newBrand()]
        const below = yield* newOrganization({ parent: brand.organization })
        const ada = yield* person({ organization: brand.organization })
        const eve = yield* person({ organization: below })
        const stranger = yield* person({ organization: other.organization })
        yield* Effect.promise(async () => {
          for (const one of [ada, eve]) {
            assert.strictEqual(headingOf((await accountAt(brand.issuer, one)).page), "Your account")
          }
          const refused = (await accountAt(brand.issuer, stranger)).page
          const wrong = (await accountAt(brand.issuer, { username: stranger.username, password: "not it at all" })).page
          const unknown =
            (await accountAt(brand.issuer, { username: stranger.username.replace("ada", "zoe"), password: "x" })).page
          const shownIn = ({ status, text }: typeof refused, name: string) => [
            status,
            text.replaceAll(/name="form_token" value="[^"]*"/g, "").replaceAll(name, "")
          ]
          assert.strictEqual(refused.status, 401)
          assert.deepStrictEqual(shownIn(refused, stranger.username), shownIn(wrong, stranger.username))
          assert.deepStrictEqual(
            shownIn(refused, stranger.username),
            shownIn(unknown, stranger.username.replace("ada", "zoe"))
          )
          for (const realm of [other.issuer, issuer]) {
            assert.strictEqual(headingOf((await accountAt(realm, stranger)).page), "Your account")
          }
        })
      }))

    it.effect("shares no session, cookie, form or blocked login with another", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const [brand, other] = [yield* newBrand(), yield* newBrand()]
        const ada = yield* person({ organization: brand.organization })
        const eve = yield* person({ organization: other.organization })
        yield* Effect.promise(async () => {
          const { browser } = await accountAt(brand.issuer, ada)
          const cookie = browser.cookies("/realms/sandbox/account")
          assert.notMatch(cookie, /namewright/i)
          const stolen = await fetchAtBrand(`${brand.issuer}/account`, { headers: { cookie } })
          assert.strictEqual(stolen.status, 200)
          // The names of the cookies of the installation differ.
          const renamed = `${cookie}; ${cookie.replaceAll("realm", "namewright")}`
          for (const realm of [other.issuer, issuer]) {
            const answer = await fetchAtBrand(`${realm}/account`, { headers: { cookie: renamed } })
            assert.strictEqual(answer.headers.get("location"), "/realms/sandbox/login?next=account")
          }
          // A form of one realm is refused at another, also with the cookie that it is bound to.
          const page = await at(brand.issuer).open(`${brand.issuer}/login`)
          const [form = ""] = /name="form_token" value="([^"]*)"/.exec(page.text)?.slice(1) ?? []
          const [sent = ""] = page.headers.get("set-cookie")?.split(";") ?? []
          const posted = (realm: string) =>
            fetchAtBrand(`${realm}/login?next=account`, {
              method: "POST",
              headers: { cookie: sent, "content-type": "application/x-www-form-urlencoded" },
              body: new URLSearchParams({ form_token: form, login: eve.username, password: eve.password }).toString()
            })
          assert.strictEqual((await posted(other.issuer)).status, 403)
          assert.strictEqual((await posted(brand.issuer)).status, 401)
          // Failed sign-ins at one realm do not block sign-ins at another.
          for (let attempt = 0; attempt < 30; attempt++) {
            const { page: last } = await accountAt(other.issuer, { ...ada, password: "not it at all" })
            if (last.status === 429) break
            assert.isBelow(attempt, 29)
          }
          assert.strictEqual(headingOf((await accountAt(brand.issuer, ada)).page), "Your account")
        })
      }))

    it.effect("lists the sessions of a person at all realms, and ends them", () =>
      Effect.gen(function*() {
        const brand = yield* newBrand()
        const { issuer, person } = yield* RealmServer
        const ada = yield* person({ organization: brand.organization })
        yield* Effect.promise(async () => {
          const there = await accountAt(issuer, ada)
          const { browser } = await accountAt(brand.issuer, ada)
          const sessions = await browser.open(`${brand.issuer}/account/sessions`)
          assert.lengthOf(sessions.text.match(/name="session"/g) ?? [], 1, "the current one has no button")
          await browser.send(sessions, {}, { action: "/account/sessions/end" })
          assert.strictEqual(headingOf(await there.browser.open(`${issuer}/account`)), "Sign in")
          assert.strictEqual(headingOf(await browser.open(`${brand.issuer}/account`)), "Your account")
        })
      }))

    it.effect("sends links of forgotten passwords to its own people only, and answers everybody alike", () =>
      Effect.gen(function*() {
        const brand = yield* newBrand()
        const { issuer, person } = yield* RealmServer
        const mails = yield* Mails
        const worker = yield* JobWorker
        const [ada, stranger] = [yield* person({ organization: brand.organization }), yield* person()]
        const asked = Effect.fnUntraced(
          function*(realm: string, { user: { email: to, organization_id }, username }: typeof ada) {
            const answer = yield* Effect.promise(async () => {
              const browser = at(realm)
              return browser.send(await browser.open(`${realm}/password/forgot`), { login: username })
            })
            yield* worker.drain(Duration.hours(1))
            const sent = yield* mails.sentTo({ organization_id, template: { name: "password_reset" }, to }, 5)
            return { answer: [answer.status, headingOf(answer)], mails: sent.length }
          }
        )
        const answer = [200, "Look into your mails"]
        assert.deepStrictEqual(yield* asked(brand.issuer, stranger), { answer, mails: 0 })
        assert.deepStrictEqual(yield* asked(issuer, stranger), { answer, mails: 1 })
        assert.deepStrictEqual(yield* asked(brand.issuer, ada), { answer, mails: 1 })
      }))

    it.effect("shows links of invitations to its own people only", () =>
      Effect.gen(function*() {
        const [brand, other] = [yield* newBrand(), yield* newBrand()]
        const { person } = yield* RealmServer
        const links = yield* UserLinks
        const { atomically } = yield* Transaction
        const { user } = yield* person({ organization: brand.organization })
        const token = yield* atomically(links.issue("UserInvitation", user, 3600))
        yield* Effect.promise(async () => {
          const shown = async (realm: string, path: string) => (await at(realm).open(`${realm}/${path}`)).status
          assert.strictEqual(await shown(brand.issuer, `password?token=${token}`), 200)
          assert.strictEqual(await shown(other.issuer, `password?token=${token}`), 404)
        })
      }))

    it.effect("has passkeys of its own host, and names it in authenticators", () =>
      Effect.gen(function*() {
        const [brand, other] = [yield* newBrand({ brand: { name: "Nordhost" } }), yield* newBrand()]
        const { person, url } = yield* RealmServer
        const ada = yield* person({ organization: brand.organization })
        const eve = yield* person({ organization: brand.organization })
        yield* Effect.promise(async () => {
          const { authenticator, creation } = await registered(brand.issuer, ada, "Laptop", at(brand.issuer))
          assert.deepStrictEqual(optionsOf(creation).rp, { id: brand.hostnames.auth, name: "Nordhost" })
          const signedIn = async (realm: string) => {
            const { browser, page } = await asked(realm, "account", at(realm))
            return browser.send(page, { credential: authenticator.get(optionsOf(page)) })
          }
          assert.strictEqual(headingOf(await signedIn(brand.issuer)), "Your account")
          assert.strictEqual((await signedIn(other.issuer)).status, 401)
          const { browser, page } = await accountAt(brand.issuer, eve)
          const enrolment = await browser.send(page, { password: eve.password }, { action: "/account/second-factor" })
          assert.include(decodeURIComponent(enrolment.text), `otpauth://totp/${new URL(brand.auth).host}`)
          assert.notInclude(enrolment.text, new URL(url).host)
        })
      }))

    it.effect("accepts codes of devices that were issued there, and no others", () =>
      Effect.gen(function*() {
        const [brand, other] = [yield* newBrand({ brand: { name: "Nordhost" } }), yield* newBrand()]
        yield* Effect.promise(async () => {
          const { body: client } = await json(`${brand.issuer}/clients-registrations/openid-connect`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({
              client_name: "Agent under test",
              redirect_uris: [],
              token_endpoint_auth_method: "none",
              grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"]
            })
          })
          assert.strictEqual(client["scope"], "openid profile email service:rest offline_access")
          const begin = (realm: string) =>
            json(`${realm}/protocol/openid-connect/auth/device`, {
              method: "POST",
              body: new URLSearchParams({ client_id: String(client["client_id"]) })
            })
          assert.strictEqual((await begin(other.issuer)).status, 401)
          const { body: device } = await begin(brand.issuer)
          assert.strictEqual(device["verification_uri"], `${brand.issuer}/device`)
          const entered = async (realm: string) => {
            const browser = at(realm)
            return browser.send(await browser.open(`${realm}/device`), { user_code: String(device["user_code"]) })
          }
          assert.strictEqual(headingOf(await entered(other.issuer)), "Connect a device")
          const confirmation = await entered(brand.issuer)
          assert.strictEqual(headingOf(confirmation), "Is this your device?")
          assert.include(confirmation.text, "Nordhost</header>")
        })
      }))
  }
)
