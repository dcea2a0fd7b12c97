import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Browser, headingOf } from "./Browser.ts"
import { claimsOf, posted, Program, signedInAt } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

const grant_type = "urn:ietf:params:oauth:grant-type:device_code"

const asDevice = { grant_types: [grant_type, "refresh_token"], redirect_uris: [] }

const begin = async (program: Program, parameters: Readonly<Record<string, string>> = {}) => {
  const { body } = await posted(`${program.issuer}/protocol/openid-connect/auth/device`, {
    client_id: program.client_id,
    ...parameters
  })
  return { ...body, poll: () => program.token({ grant_type, device_code: body.device_code }) }
}

layer(RealmServer.layer, { excludeTestServices: true })("the device flow", (it) => {
  it.effect("connects a program without a browser", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer, asDevice)
        const device = await begin(program)
        assert.strictEqual(device.verification_uri, `${issuer}/device`)
        assert.match(device.user_code, /^[B-Z]{4}-[B-Z]{4}$/)
        assert.strictEqual(device.expires_in, 600)
        assert.strictEqual((await device.poll()).body.error, "authorization_pending")

        const browser = new Browser(url)
        const entry = await browser.open(device.verification_uri)
        assert.strictEqual(headingOf(entry), "Connect a device")
        const confirmation = await browser.send(entry, { user_code: device.user_code.toLowerCase() })
        assert.strictEqual(headingOf(confirmation), "Is this your device?")
        assert.include(confirmation.text, device.user_code)
        assert.include(confirmation.text, "Agent under test")
        const login = await browser.send(confirmation, { confirm: "yes" })
        const consent = await signedInAt(browser, login, ada)
        assert.strictEqual(headingOf(consent), "Connect Agent under test?")
        assert.include(consent.text, "your device")
        assert.strictEqual((await device.poll()).body.error, "authorization_pending")
        assert.strictEqual(headingOf(await browser.send(consent, { decision: "allow" })), "Connected")

        const { body, status } = await device.poll()
        assert.strictEqual(status, 200)
        assert.deepInclude(claimsOf(body.access_token), { sub: ada.user.user_id, aud: `${url}/mcp` })
        assert.strictEqual((await program.refresh(body.refresh_token)).status, 200)
        assert.strictEqual((await device.poll()).body.error, "invalid_grant")
      })
    }))

  it.effect("shows the code of the address, and sends it only when the person confirms", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      yield* Effect.promise(async () => {
        const device = await begin(await Program.register(issuer, asDevice))
        const browser = new Browser(url)
        const page = await browser.open(device.verification_uri_complete)
        assert.strictEqual(headingOf(page), "Connect a device")
        assert.include(page.text, `value="${device.user_code}"`)
        assert.notInclude(page.text, "<script")
        assert.strictEqual(headingOf(await browser.send(page)), "Is this your device?")
        const hostile = await new Browser(url).open(`${issuer}/device?user_code=${encodeURIComponent("\"><script>")}`)
        assert.include(hostile.text, "value=\"&quot;&gt;&lt;script&gt;\"")
      })
    }))

  it.effect("notifies the device that the person declined", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer, asDevice)
        const [first, second] = [await begin(program), await begin(program)]
        const browser = new Browser(url)
        const confirmation = await browser.send(await browser.open(first.verification_uri_complete))
        const refused = await browser.send(confirmation, { abort: "yes" })
        assert.include(refused.text, "You have not connected the device.")
        assert.strictEqual((await first.poll()).body.error, "access_denied")

        const again = await browser.send(await browser.open(second.verification_uri_complete))
        const consent = await signedInAt(browser, await browser.send(again, { confirm: "yes" }), ada)
        await browser.send(consent, { decision: "deny" })
        assert.strictEqual((await second.poll()).body.error, "access_denied")
      })
    }))

  it.effect("refuses unknown codes, and forms from other sites", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      yield* Effect.promise(async () => {
        const browser = new Browser(url)
        const page = await browser.open(`${issuer}/device`)
        assert.include((await browser.send(page, { user_code: "BBBB-BBBB" })).text, "The code is unknown.")
        const device = await begin(await Program.register(issuer, asDevice))
        const forged = await new Browser(url).send(page, { user_code: device.user_code, confirm: "yes" })
        assert.notStrictEqual(headingOf(forged), "Sign in")
        const other = await Program.register(issuer, asDevice)
        const stolen = await other.token({ grant_type, device_code: device.device_code })
        assert.strictEqual(stolen.body.error, "invalid_grant")
      })
    }))
})
