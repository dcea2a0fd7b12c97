import { assert, layer } from "@effect/vitest"
import { AllowedNetworks, asSystem, IpRestrictions } from "@namewright/core/access"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { Browser, headingOf, type ShownPage } from "./Browser.ts"
import { Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

/** The organization accepts calls from these networks only. */
const restrictTo = (organization: OrganizationId, ...networks: ReadonlyArray<string>) =>
  asSystem(
    organization,
    IpRestrictions.use((restrictions) =>
      Effect.gen(function*() {
        for (const { ip_restriction_id } of yield* restrictions.list()) yield* restrictions.remove(ip_restriction_id)
        for (const ip_network of networks) yield* restrictions.create({ ip_network })
      })
    )
  )

const here = "127.0.0.0/8"
const elsewhere = "192.0.2.0/24"

const accountOf = async (issuer: string, person: Pick<Person, "username" | "password">) => {
  const browser = new Browser(issuer)
  return { browser, page: await signedInAt(browser, await browser.open(`${issuer}/account`), person) }
}

/** What a page shows, without the secrets of its form and the login that was entered. */
const shown = ({ status, text }: ShownPage, login: string) => [
  status,
  text.replaceAll(/name="form_token" value="[^"]*"/g, "").replaceAll(login, "LOGIN")
]

layer(RealmServer.layer, { excludeTestServices: true })("IP restrictions at the sign-in pages", (it) => {
  it.effect("refuse the right password from elsewhere like a wrong one", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* restrictTo(ada.user.organization_id, elsewhere)
      const [right, wrong, unknown] = yield* Effect.promise(() =>
        Promise.all([
          accountOf(issuer, ada),
          accountOf(issuer, { ...ada, password: "not it at all" }),
          accountOf(issuer, { username: "nobody-here", password: ada.password })
        ])
      )
      assert.strictEqual(right.page.status, 401)
      assert.deepStrictEqual(shown(right.page, ada.username), shown(wrong.page, ada.username))
      assert.deepStrictEqual(shown(right.page, ada.username), shown(unknown.page, "nobody-here"))
      assert.strictEqual(right.browser.cookies("/realms/sandbox/").split("; ").length, 1, "no sign-in")
      yield* restrictTo(ada.user.organization_id, elsewhere, here)
      const { page } = yield* Effect.promise(() => accountOf(issuer, ada))
      assert.strictEqual(headingOf(page), "Your account")
    }))

  it.effect("end a session for as long as its browser is elsewhere, and note the use of a network", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const { writeUses } = yield* AllowedNetworks
      const ada = yield* person()
      const { organization_id } = ada.user
      const { browser } = yield* Effect.promise(() => accountOf(issuer, ada))
      const heading = Effect.map(Effect.promise(() => browser.open(`${issuer}/account`)), headingOf)
      assert.strictEqual(yield* heading, "Your account")
      yield* restrictTo(organization_id, elsewhere)
      assert.strictEqual(yield* heading, "Sign in")
      yield* restrictTo(organization_id, here)
      assert.strictEqual(yield* heading, "Your account")
      yield* writeUses
      const [network] = yield* asSystem(organization_id, IpRestrictions.use(({ list }) => list()))
      assert.isNotNull(network?.last_used_on)
    }))

  it.effect("refuse tokens of the realm, and new tokens for a code or a refresh token", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      const { organization_id } = ada.user
      const program = yield* Effect.promise(() => Program.register(issuer))
      const { access_token, refresh_token } = yield* Effect.promise(() => program.connect(ada))
      const listTools = Effect.promise(async () => {
        const answer = await fetch(`${url}/mcp`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${access_token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream"
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
        })
        return answer.status
      })
      assert.strictEqual(yield* listTools, 200)
      const pending = yield* Effect.promise(() => program.authorize(new Browser(issuer), ada))
      yield* restrictTo(organization_id, elsewhere)
      assert.strictEqual(yield* listTools, 403)
      const refused = yield* Effect.promise(() => program.refresh(refresh_token))
      assert.deepStrictEqual([refused.status, refused.body.error], [400, "invalid_grant"])
      const exchanged = yield* Effect.promise(() => program.exchange(pending))
      assert.deepStrictEqual([exchanged.status, exchanged.body.error], [400, "invalid_grant"])
      yield* restrictTo(organization_id, here)
      assert.strictEqual(yield* listTools, 200)
      assert.strictEqual((yield* Effect.promise(() => program.refresh(refresh_token))).status, 200, "not used up")
    }))
})

layer(RealmServer.layerWith({ trustedProxies: ["127.0.0.1"] }), { excludeTestServices: true })(
  "IP restrictions behind a proxy",
  (it) => {
    it.effect("use the address that the last trusted proxy names, for pages and tokens", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const ada = yield* person()
        const program = yield* Effect.promise(() => Program.register(issuer))
        const { access_token } = yield* Effect.promise(() => program.connect(ada))
        yield* restrictTo(ada.user.organization_id, elsewhere)
        const status = (forwarded?: string) =>
          Effect.promise(async () => {
            const answer = await fetch(`${url}/mcp`, {
              method: "POST",
              headers: {
                authorization: `Bearer ${access_token}`,
                "content-type": "application/json",
                accept: "application/json, text/event-stream",
                ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded })
              },
              body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
            })
            return answer.status
          })
        assert.strictEqual(yield* status("192.0.2.7"), 200)
        assert.strictEqual(yield* status("198.51.100.1"), 403)
        assert.strictEqual(yield* status("192.0.2.7, 198.51.100.1"), 403, "an address that the client wrote itself")
        assert.strictEqual(yield* status("198.51.100.1, 192.0.2.7"), 200)
        assert.strictEqual(yield* status(), 403)
      }))
  }
)

layer(RealmServer.layerWith({ trustedProxies: ["192.0.2.1"] }), { excludeTestServices: true })(
  "IP restrictions without a proxy in between",
  (it) => {
    it.effect("ignore every header of a peer that is not trusted", () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        yield* restrictTo(ada.user.organization_id, elsewhere)
        for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip", "cf-connecting-ip"]) {
          const browser = new Browser(issuer)
          const headers = { [name]: name === "forwarded" ? "for=192.0.2.7" : "192.0.2.7" }
          const page = yield* Effect.promise(async () => {
            const first = await browser.open(`${issuer}/login`, { headers })
            const token = /name="form_token" value="([^"]*)"/.exec(first.text)?.[1] ?? ""
            return browser.open(`${issuer}/login?next=account`, {
              method: "POST",
              headers: {
                ...headers,
                "content-type": "application/x-www-form-urlencoded",
                origin: new URL(issuer).origin
              },
              body: new URLSearchParams({ form_token: token, login: ada.username, password: ada.password }).toString()
            })
          })
          assert.deepStrictEqual([page.status, page.text.includes("The username or the password is wrong.")], [
            401,
            true
          ], name)
        }
      }))
  }
)
