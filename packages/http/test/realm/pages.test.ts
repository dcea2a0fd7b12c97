import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Browser, formsOf, headingOf, type ShownPage } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)

/** Everywhere that a page comes from: of our own, and of the provider. */
const addresses = (issuer: string) => [
  `${issuer}/login`,
  `${issuer}/password?token=unknown`,
  `${issuer}/password/forgot`,
  `${issuer}/device`,
  `${issuer}/interaction/nothing`,
  `${issuer}/signed-out`,
  `${issuer}/protocol/openid-connect/auth?client_id=nobody`
]

const signedIn = async (issuer: string, { password, username }: Person) => {
  const browser = new Browser(issuer)
  const login = await browser.open(`${issuer}/account`)
  return { browser, account: await browser.send(login, { login: username, password }) }
}

/** A page whose forms carry another proof. */
const withToken = (page: ShownPage, token: string): ShownPage => ({
  ...page,
  text: page.text.replaceAll(/name="form_token" value="[^"]*"/g, `name="form_token" value="${token}"`)
})

const tokenOf = (page: ShownPage, index = 0): string => formsOf(page)[index]?.fields["form_token"] ?? ""

layer(RealmServer.layer, { excludeTestServices: true })("pages of the realm", (it) => {
  it.effect("need no script, load nothing from other sites, and refuse to be framed", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      for (const address of addresses(issuer)) {
        const { headers, text } = yield* Effect.promise(() =>
          new Browser(issuer).open(address, { headers: { accept: "text/html" } })
        )
        const policy = headers.get("content-security-policy") ?? ""
        assert.include(policy, "default-src 'none'", address)
        assert.include(policy, "frame-ancestors 'none'", address)
        assert.notInclude(policy, "unsafe", address)
        assert.strictEqual(headers.get("x-frame-options"), "DENY", address)
        assert.strictEqual(headers.get("referrer-policy"), "same-origin", address)
        assert.strictEqual(headers.get("cache-control"), "no-store", address)
        assert.notMatch(text, /<script|<style|\son\w+=|\sstyle=|https?:\/\/(?!127\.0\.0\.1)/, address)
        assert.match(text, /<html lang="en">/, address)
      }
    }))

  it.effect("label every field, and have one heading", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      const { account } = yield* Effect.promise(() => signedIn(issuer, ada))
      const login = yield* Effect.promise(() => new Browser(issuer).open(`${issuer}/login`))
      for (const { text } of [account, login]) {
        const labelled = [...text.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id)
        const fields = [...text.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id)
        assert.sameMembers(labelled, fields)
        assert.strictEqual(new Set(fields).size, fields.length)
        assert.strictEqual([...text.matchAll(/<h1>/g)].length, 1)
      }
    }))

  it.effect("hold cookies that scripts do not see and other sites do not send", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const browser = new Browser(url)
        const seen: Array<string> = []
        const request = browser.request.bind(browser)
        browser.request = async (address, init) => {
          const answer = await request(address, init)
          seen.push(...answer.headers.getSetCookie())
          return answer
        }
        await program.authorize(browser, ada)
        assert.isAtLeast(seen.length, 5)
        for (const cookie of seen) {
          assert.match(cookie, /; HttpOnly/i)
          assert.match(cookie, /; SameSite=Lax/i)
          assert.match(cookie, /; Path=\/realms\/sandbox/i)
        }
      })
    }))

  it.effect("do not disclose whether a username exists", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const answers = []
        for (const login of [ada.username, "nobody-at-all"]) {
          const browser = new Browser(issuer)
          const page = await browser.send(await browser.open(`${issuer}/login`), { login, password: "wrong password!" })
          assert.strictEqual(page.status, 401)
          answers.push(/<p class="problem"[^>]*>([^<]*)/.exec(page.text)?.[1])
          assert.notInclude(page.text, "wrong password!")
        }
        assert.strictEqual(answers[0], answers[1])
        assert.strictEqual(answers[0], "The username or the password is wrong.")
      })
    }))

  it.effect("refuse sign-ins after 10 wrong passwords", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const browser = new Browser(issuer)
        let page = await browser.open(`${issuer}/login`)
        for (let i = 0; i < 11; i++) page = await browser.send(page, { login: ada.username, password: `guess ${i}` })
        assert.strictEqual(page.status, 429)
        assert.include(page.text, "Too many attempts")
        const right = await browser.send(page, { login: ada.username, password: ada.password })
        assert.strictEqual(right.status, 429)
      })
    }))
})

layer(RealmServer.layer, { excludeTestServices: true })("forms of the realm", (it) => {
  it.effect("are accepted only from their own page, in the same browser", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const [ada, eve] = [yield* person(), yield* person()]
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const browser = new Browser(url)
        const consent = await signedInAt(browser, await browser.open(program.authorizationUrl(verifier)), ada)
        const { account: evesAccount } = await signedIn(issuer, eve)
        const attacks: ReadonlyArray<readonly [ShownPage, Readonly<Record<string, string>>]> = [
          [withToken(consent, ""), {}],
          [withToken(consent, "made up"), {}],
          // As many characters as a proof, and more bytes.
          [withToken(consent, "é".repeat(tokenOf(consent).length)), {}],
          // Eve's own proof, and one of another form of Ada.
          [withToken(consent, tokenOf(evesAccount)), {}],
          [withToken(consent, tokenOf(consent, 1)), {}],
          // The right proof, sent by another site.
          [consent, { origin: "https://evil.example" }],
          [consent, { origin: "null" }],
          [consent, { "sec-fetch-site": "cross-site" }],
          [consent, { "sec-fetch-site": "same-site" }]
        ]
        for (const [page, headers] of attacks) {
          const answer = await browser.send(page, { decision: "allow" }, { headers })
          assert.deepStrictEqual([answer.status, headingOf(answer)], [403, "This form is no longer valid"])
        }
        // Without the cookie of the browser the proof proves nothing.
        const elsewhere = await new Browser(url).send(consent, { decision: "allow" })
        assert.strictEqual(elsewhere.status, 403)
        assert.notInclude(elsewhere.url, "code=")
        assert.include((await browser.send(consent, { decision: "allow" })).url, "code=")
      })
    }))

  it.effect("of one program's consent are refused for another program", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const [good, evil] = [await Program.register(issuer), await Program.register(issuer, { client_name: "Evil" })]
        const browser = new Browser(url)
        const first = await signedInAt(browser, await browser.open(good.authorizationUrl(verifier)), ada)
        const second = await browser.open(evil.authorizationUrl(verifier))
        assert.strictEqual(headingOf(second), "Connect Evil?")
        const mixed = withToken(second, tokenOf(first))
        assert.strictEqual((await browser.send(mixed, { decision: "allow" })).status, 403)
        // Somebody else's question, however its address became known.
        const stranger = new Browser(url)
        assert.strictEqual((await stranger.open(second.url)).status, 400)
      })
    }))

  it.effect("do not sign a person in as another one", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const eve = yield* person()
      yield* Effect.promise(async () => {
        // Eve's page with her proof, sent by the browser of a victim.
        const page = await new Browser(url).open(`${issuer}/login`)
        const victim = new Browser(url)
        await victim.open(`${issuer}/login`)
        const answer = await victim.send(page, { login: eve.username, password: eve.password })
        assert.strictEqual(answer.status, 403)
        assert.strictEqual(headingOf(await victim.open(`${issuer}/account`)), "Sign in")
      })
    }))

  it.effect("do not continue with a planted session identifier", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const { browser } = await signedIn(issuer, ada)
        const before = /namewright_signin=([^;]+)/.exec(browser.cookies("/realms/sandbox/account"))?.[1]
        const again = await browser.open(`${issuer}/login`)
        await browser.send(again, { login: ada.username, password: ada.password })
        const after = /namewright_signin=([^;]+)/.exec(browser.cookies("/realms/sandbox/account"))?.[1]
        assert.notStrictEqual(after, before)
        const old = await fetch(`${url}/realms/sandbox/account`, {
          redirect: "manual",
          headers: { cookie: `namewright_signin=${before}` }
        })
        assert.strictEqual(old.status, 303)
      })
    }))

  it.effect("sign out for all programs, also for later requests", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const [ada, eve] = [yield* person(), yield* person({ first_name: "Eve" })]
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const browser = new Browser(url)
        await program.authorize(browser, ada)
        const account = await browser.open(`${issuer}/account`)
        const held = browser.cookies("/realms/sandbox/account")
        assert.strictEqual(headingOf(await browser.send(account, {}, { action: "/logout" })), "Signed out")
        assert.strictEqual(headingOf(await browser.open(`${issuer}/account`)), "Sign in")
        const kept = await fetch(`${issuer}/account`, { headers: { cookie: held }, redirect: "manual" })
        assert.strictEqual(kept.status, 303)
        // Somebody else signs in with the same browser, and is who connects the program.
        const login = await browser.open(program.authorizationUrl(verifier))
        assert.strictEqual(headingOf(login), "Sign in")
        let page = await signedInAt(browser, login, eve)
        // The provider ends the session of the person before, by a form that is sent without a script, too.
        while (page.text.includes("<noscript>")) page = await browser.send(page)
        assert.include(page.text, "Eve Lovelace")
      })
    }))
})
