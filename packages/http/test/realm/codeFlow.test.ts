import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { decodeProtectedHeader } from "jose"
import { Browser, headingOf } from "./Browser.ts"
import { setPolicy } from "./policyOf.ts"
import { challengeOf, claimsOf, Program, signedInAt } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)

/** Parameters of the redirect to a program. */
const answerOf = (page: { readonly url: string }) => Object.fromEntries(new URL(page.url).searchParams)

layer(RealmServer.layer, { excludeTestServices: true })("the code flow", (it) => {
  it.effect("connects a program after the consent of a person", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const browser = new Browser(url)
        const login = await browser.open(program.authorizationUrl(verifier))
        assert.strictEqual(headingOf(login), "Sign in")
        assert.include(login.text, "Agent under test")
        const consent = await signedInAt(browser, login, ada)
        assert.strictEqual(headingOf(consent), "Connect Agent under test?")
        for (
          const text of ["a program on this computer (127.0.0.1:8976)", "Use the tools for agents", "Stay connected"]
        ) {
          assert.include(consent.text, text)
        }
        const done = await browser.send(consent, { decision: "allow" })
        const answer = new URL(done.url)
        assert.strictEqual(`${answer.origin}${answer.pathname}`, program.redirect_uri)
        assert.strictEqual(answer.searchParams.get("state"), "a-state")
        assert.strictEqual(answer.searchParams.get("iss"), issuer)

        const { body, status } = await program.exchange({ answer: answer.searchParams, verifier })
        assert.strictEqual(status, 200)
        assert.deepInclude(decodeProtectedHeader(body.access_token), { typ: "at+jwt", alg: "RS256" })
        const claims = claimsOf(body.access_token)
        assert.deepInclude(claims, {
          iss: issuer,
          aud: `${url}/mcp`,
          sub: ada.user.user_id,
          client_id: program.client_id,
          scope: "profile email service:mcp"
        })
        assert.strictEqual(Number(claims["exp"]) - Number(claims["iat"]), 3600)
        assert.strictEqual(body.expires_in, 3600)
        assert.deepInclude(claimsOf(body.id_token), { aud: program.client_id, preferred_username: ada.username })
        assert.isString(body.refresh_token)
      })
    }))

  it.effect("asks once for the password, and for consent to each program", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const browser = new Browser(url)
        const [first, second] = [await Program.register(issuer), await Program.register(issuer, { client_name: "Two" })]
        await first.authorize(browser, ada)
        assert.strictEqual(headingOf(await browser.open(second.authorizationUrl(verifier))), "Connect Two?")
        // Asked for, a password is given again.
        const again = await browser.open(first.authorizationUrl(verifier, { prompt: "login" }))
        assert.strictEqual(headingOf(again), "Sign in")
      })
    }))

  it.effect("notifies the program that the person did not consent, or did not sign in", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const browser = new Browser(url)
        const login = await browser.open(program.authorizationUrl(verifier))
        const uid = new URL(login.url).pathname.split("/").at(-1)
        const consent = await signedInAt(browser, login, ada)
        assert.include(answerOf(await browser.send(consent, { decision: "deny" })), {
          error: "access_denied",
          state: "a-state"
        })
        const other = new Browser(url)
        const page = await other.open(program.authorizationUrl(verifier))
        const cancelled = { ...page, text: page.text.replaceAll("/login\"", "/cancel\"") }
        assert.include(answerOf(await other.send(cancelled)), { error: "access_denied" })
        assert.isString(uid)
        const none = await new Browser(url).open(program.authorizationUrl(verifier, { prompt: "none" }))
        assert.include(answerOf(none), { error: "login_required", state: "a-state" })
      })
    }))

  it.effect("requires a proof key with SHA-256", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const open = (parameters: Record<string, string | undefined>) =>
          new Browser(url).open(program.authorizationUrl(verifier, parameters))
        for (
          const wrong of [
            { code_challenge: undefined, code_challenge_method: undefined },
            { code_challenge: verifier, code_challenge_method: "plain" },
            { code_challenge_method: undefined }
          ]
        ) {
          assert.include(answerOf(await open(wrong)), { error: "invalid_request" })
        }
        const authorized = await program.authorize(new Browser(url), ada)
        const guessed = await program.exchange({ ...authorized, verifier: "w".repeat(64) })
        assert.deepStrictEqual([guessed.status, guessed.body.error], [400, "invalid_grant"])
        const none = await program.exchange(authorized, { code_verifier: "" })
        assert.strictEqual(none.status, 400)
      })
    }))

  it.effect("accepts a code once, from its own program; a second use revokes the tokens of the first", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const authorized = await program.authorize(new Browser(url), ada)
        const thief = await Program.register(issuer)
        assert.strictEqual((await thief.exchange(authorized)).status, 400)
        const first = await program.exchange(authorized)
        assert.strictEqual(first.status, 200)
        assert.strictEqual((await program.exchange(authorized)).body.error, "invalid_grant")
        assert.strictEqual((await program.refresh(first.body.refresh_token)).body.error, "invalid_grant")
      })
    }))

  it.effect("accepts one of many concurrent exchanges of a code", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const authorized = await program.authorize(new Browser(url), ada)
        const answers = await Promise.all(Array.from({ length: 10 }, () => program.exchange(authorized)))
        assert.isAtMost(answers.filter(({ status }) => status === 200).length, 1)
      })
    }))

  it.effect("grants the usual scopes if the program requests none", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer, { scope: undefined, grant_types: undefined })
        const tokens = await program.connect(ada, { scope: undefined })
        assert.strictEqual(claimsOf(tokens.access_token)["scope"], "profile email service:mcp")
        assert.isString(tokens.refresh_token)
      })
    }))

  it.effect("issues tokens for the requested resource, and refuses unknown ones", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* setPolicy(ada, { rest_access: true })
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer, {
          scope: "profile email service:mcp service:rest offline_access"
        })
        const audienceOf = async (resource: string, scope: string) =>
          claimsOf((await program.connect(ada, { resource, scope })).access_token)["aud"]
        assert.strictEqual(await audienceOf(`${url}/mcp`, "openid service:mcp"), `${url}/mcp`)
        assert.strictEqual(await audienceOf(`${url}/mcp/readonly`, "service:mcp"), `${url}/mcp/readonly`)
        assert.strictEqual(await audienceOf(`${url}/v1`, "service:rest"), `${url}/v1`)
        const unknown = await new Browser(url).open(
          program.authorizationUrl(verifier, { resource: "https://elsewhere.example/mcp" })
        )
        assert.include(answerOf(unknown), { error: "invalid_target" })
      })
    }))

  it.effect("accepts programs with a secret, and changing loopback ports", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const moved = program.redirect_uri.replace("8976", "51234")
        const { answer } = await program.authorize(new Browser(url), ada, {
          redirect_uri: moved,
          code_challenge: challengeOf(verifier)
        })
        const { status } = await program.exchange({ answer, verifier }, { redirect_uri: moved })
        assert.strictEqual(status, 200)
      })
    }))

  it.effect("supports the response mode form_post", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const browser = new Browser(url)
        const start = await browser.open(program.authorizationUrl(verifier, { response_mode: "form_post" }))
        const page = await browser.send(await signedInAt(browser, start, ada), { decision: "allow" })
        assert.include(page.text, `action="${program.redirect_uri}"`)
        assert.include(page.text, "<noscript>")
        const policy = page.headers.get("content-security-policy") ?? ""
        assert.match(policy, /script-src 'sha256-[^']+'/)
        assert.notInclude(policy, "unsafe")
      })
    }))
})
