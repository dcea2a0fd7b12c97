import { assert, layer } from "@effect/vitest"
import { CalledBrand, RealmTokens } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { accountAt, at, consoleOf, json, meAt } from "./brandPages.ts"
import { brandServer, brandZone, fetchAtBrand, newBrand } from "./BrandServer.ts"
import { challengeOf, claimsOf, Program } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

layer(brandServer({}, { mailFrom: "Farwright <noreply@farwright.example>" }), { excludeTestServices: true })(
  "the realm of a brand",
  (it) => {
    it.effect("is an issuer of its own, at the sign-in host only", () =>
      Effect.gen(function*() {
        const brand = yield* newBrand()
        const { issuer, url } = yield* RealmServer
        yield* Effect.promise(async () => {
          const own = await json(`${brand.issuer}/.well-known/openid-configuration`)
          assert.strictEqual(own.body["issuer"], brand.issuer)
          assert.notInclude(JSON.stringify(own.body), url)
          assert.notInclude(own.body["scopes_supported"] as Array<string>, "service:mcp")
          const { pathname } = new URL(brand.issuer)
          const metadata = await json(`${brand.auth}/.well-known/oauth-authorization-server${pathname}`)
          assert.strictEqual(metadata.body["issuer"], brand.issuer)
          const installation = await json(`${issuer}/.well-known/openid-configuration`)
          assert.strictEqual(installation.body["issuer"], issuer)
          assert.strictEqual((await fetchAtBrand(`${brand.app}${pathname}/account`)).status, 404)
        })
      }))

    it.effect("issues tokens that its dashboard and the hosts of the installation accept, and no others", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const [brand, other] = [yield* newBrand(), yield* newBrand()]
        const ada = yield* person({ organization: brand.organization })
        yield* Effect.promise(async () => {
          const { tokens } = await consoleOf(brand, ada)
          const { aud, iss } = claimsOf(tokens.access_token)
          assert.deepStrictEqual([iss, aud], [brand.issuer, `${brand.app}/v1`])
          assert.strictEqual(await meAt(brand.app, tokens.access_token), 200)
          assert.strictEqual(await meAt(url, tokens.access_token), 200)
          // Accepted before, and refused elsewhere nevertheless.
          assert.strictEqual(await meAt(other.app, tokens.access_token), 401)
          assert.strictEqual(await meAt(brand.app, tokens.access_token), 200)
          const mcp = await fetch(`${url}/mcp`, {
            method: "POST",
            headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
            body: "{}"
          })
          assert.strictEqual(mcp.status, 401)
          // A write is one of the person, not of an agent who needs an approval.
          const tag = await fetchAtBrand(`${brand.app}/v1/tags`, {
            method: "POST",
            headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
            body: JSON.stringify({ label: "own", type: "DOMAIN", color: "color-1" })
          })
          assert.strictEqual(tag.status, 201, await tag.text())
          // The client of a brand is unknown at every other realm.
          for (const realm of [other.issuer, issuer]) {
            const answer = await fetchAtBrand(
              `${realm}/protocol/openid-connect/auth?${new URLSearchParams({
                client_id: brand.client_id,
                redirect_uri: `${brand.app}/console/callback`,
                response_type: "code",
                scope: "openid",
                code_challenge: challengeOf("v".repeat(64)),
                code_challenge_method: "S256"
              })}`
            )
            assert.strictEqual(answer.status, 400)
            assert.include(await answer.text(), "invalid_client")
          }
        })
      }))

    it.effect("does not accept tokens of the installation at its dashboard", () =>
      Effect.gen(function*() {
        const brand = yield* newBrand()
        const { issuer, person } = yield* RealmServer
        const tokens = yield* RealmTokens
        const ada = yield* person({ organization: brand.organization })
        const program = yield* Effect.promise(() => Program.register(issuer))
        const { access_token } = yield* Effect.promise(() => program.connect(ada))
        const verified = Effect.map(
          Effect.result(tokens.verify(Redacted.make(access_token), "mcp")),
          ({ _tag }) => _tag
        )
        assert.strictEqual(yield* verified, "Success")
        assert.strictEqual(yield* Effect.provideService(verified, CalledBrand, brand.organization), "Failure")
      }))

    it.effect("refuses tokens whose issuer is no text", () =>
      Effect.gen(function*() {
        const brand = yield* newBrand()
        const tokens = yield* RealmTokens
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
        for (const iss of [[brand.issuer], { issuer: brand.issuer }, 1, null]) {
          const token = Redacted.make(`${part({ alg: "RS256", kid: "none" })}.${part({ iss })}.none`)
          const refused = yield* Effect.flip(tokens.verify(token, "mcp"))
          assert.strictEqual(refused.reason, "unknown")
        }
      }))

    it.effect("refreshes tokens at its own endpoints only, and a person can end a connection at each realm", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const [brand, other] = [yield* newBrand(), yield* newBrand()]
        const ada = yield* person({ organization: brand.organization })
        yield* Effect.promise(async () => {
          const { tokens } = await consoleOf(brand, ada)
          const refresh = (address: string) =>
            fetchAtBrand(`${address}/v1/auth/token`, {
              method: "POST",
              headers: { "content-type": "application/x-www-form-urlencoded" },
              body: new URLSearchParams({
                grant_type: "refresh_token",
                client_id: brand.client_id,
                refresh_token: tokens.refresh_token ?? ""
              }).toString()
            })
          for (const address of [other.app, url]) assert.strictEqual((await refresh(address)).status, 401, address)
          const refreshed = await refresh(brand.app)
          const body: any = await refreshed.json()
          assert.strictEqual(refreshed.status, 200, JSON.stringify(body))
          const { browser, page } = await accountAt(issuer, ada)
          assert.include(page.text, "Programs")
          const done = await browser.send(page, {}, { action: "/programs/disconnect" })
          assert.include(done.text, "The program can no longer act for you.")
          assert.strictEqual(await meAt(brand.app, body.access_token), 401)
        })
      }))

    it.effect("shows its brand, and nothing of the installation", () =>
      Effect.gen(function*() {
        const { person, url } = yield* RealmServer
        const brand = yield* newBrand({
          brand: { name: "Nordhost & Co" },
          theme: { radius: "0.25rem", light: { primary: "#0f766e", primary_foreground: "#ffffff" } },
          content: {
            support: { url: "https://help.nordhost.example/" },
            footer: { legal_entity: "Nordhost GmbH", lines: ["Hafenstr. 1"] }
          }
        })
        const other = yield* newBrand({ brand: { name: "Südhost" } })
        const ada = yield* person({ organization: brand.organization })
        yield* Effect.promise(async () => {
          const { browser, page } = await accountAt(brand.issuer, ada)
          const pages = [page]
          for (const path of ["login", "password/forgot", "account/sessions", "signed-out", "device"]) {
            pages.push(await browser.open(`${brand.issuer}/${path}`))
          }
          pages.push(await browser.open(`${brand.issuer}/password?token=none`))
          for (const shown of pages) {
            assert.include(shown.text, "Nordhost &amp; Co</header>", shown.url)
            assert.include(shown.text, "Nordhost GmbH")
            assert.include(shown.text, "https://help.nordhost.example/")
            const { host } = new URL(url)
            const texts = [shown.text, ...shown.headers.values()].join("\n")
            assert.notMatch(texts, new RegExp(`farwright|namewright|${host.replace(".", "\\.")}`, "i"), shown.url)
          }
          const [sheet = ""] = /href="([^"]*brand\.css[^"]*)"/.exec(page.text)?.slice(1) ?? []
          const style = await fetchAtBrand(new URL(sheet, brand.auth))
          assert.include(await style.text(), "--act: light-dark(#0f766e, #0f766e)")
          assert.strictEqual(style.headers.get("vary"), "host")
          const theirs = await at(other.issuer).open(`${other.issuer}/login`)
          assert.include(theirs.text, "Südhost")
          assert.notInclude(theirs.text, sheet)
        })
      }))

    it.effect("leads nowhere else: hosts, paths and targets of strangers", () =>
      Effect.gen(function*() {
        const brand = yield* newBrand()
        const { url } = yield* RealmServer
        const { host } = new URL(brand.auth)
        yield* Effect.promise(async () => {
          const raw = (path: string, header: string, more: Record<string, string> = {}) =>
            fetchAtBrand(`${url}${path}`, { headers: { host: header, ...more } })
          for (const wrong of [`${host}.evil.example`, `evil.example#${host}`, `x.${host}`, `${host}@evil.example`]) {
            const answer = await raw("/realms/sandbox/login", wrong)
            assert.include([400, 421], answer.status, wrong)
          }
          const forwarded = await raw("/realms/sandbox/account", host, {
            "x-forwarded-host": "evil.example",
            forwarded: "host=evil.example",
            "x-forwarded-proto": "https"
          })
          assert.strictEqual(forwarded.headers.get("location"), "/realms/sandbox/login?next=account")
          for (const start of ["/", "/?next=https://evil.example", "/console/", "/console"]) {
            const at = start.startsWith("/console") ? new URL(brand.app).host : host
            const answer = await raw(start, at)
            assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, `${brand.issuer}/account`])
          }
          const paths = [
            "//evil.example/",
            "/realms/sandboxes",
            "/v1/tags",
            "/realms/sandbox/../../v1/tags",
            "/%2fevil.example"
          ]
          for (
            const path of [...paths, "/console/", "/mcp", "/docs", "/metrics", "/.well-known/openid-configuration"]
          ) {
            const answer = await raw(path, host)
            assert.include([404, 405], answer.status, path)
            assert.isNull(answer.headers.get("location"), path)
          }
          const login = await raw("/realms/sandbox/login?next=//evil.example", host)
          assert.notInclude(await login.text(), "evil.example")
          const auth = `/realms/sandbox/protocol/openid-connect/auth?${new URLSearchParams({
            client_id: brand.client_id,
            redirect_uri: "https://evil.example/callback",
            response_type: "code",
            scope: "openid",
            code_challenge: challengeOf("v".repeat(64)),
            code_challenge_method: "S256"
          })}`
          const refused = await raw(auth, host)
          assert.deepStrictEqual([refused.status, refused.headers.get("location")], [400, null])
          const gone = await raw("/realms/sandbox/login", `auth.gone.${brandZone}`)
          assert.strictEqual(gone.status, 421)
        })
      }))
  }
)
