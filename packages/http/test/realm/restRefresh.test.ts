import { assert, layer } from "@effect/vitest"
import { asSystem, IpRestrictions } from "@namewright/core/access"
import { Effect } from "effect"
import { Program } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

const json = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  }).then(async (answer): Promise<{ status: number; body: any }> => ({
    status: answer.status,
    body: await answer.json()
  }))

const form = (url: string, body: Record<string, string>) =>
  fetch(`${url}/v1/auth/token`, { method: "POST", body: new URLSearchParams(body) })
    .then(async (answer): Promise<{ status: number; body: any }> => ({
      status: answer.status,
      body: await answer.json()
    }))

layer(RealmServer.layer, { excludeTestServices: true })("POST /v1/auth/token with a refresh token", (it) => {
  it.effect("answers tokens of the person, with a refresh token for a day, in either notation", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const { refresh_token } = await program.connect(ada)
        const grant = { grant_type: "refresh_token", client_id: program.client_id }
        const first = await json(url, { ...grant, refresh_token })
        assert.strictEqual(first.status, 200, JSON.stringify(first.body))
        assert.deepStrictEqual(Object.keys(first.body).toSorted(), [
          "access_token",
          "expires_in",
          "refresh_expires_in",
          "refresh_token",
          "token_type"
        ])
        assert.deepInclude(first.body, { token_type: "Bearer", expires_in: 3600, refresh_expires_in: 86_400 })
        const second = await form(url, { ...grant, refresh_token: first.body.refresh_token })
        assert.strictEqual(second.status, 200)
        // The endpoint of the realm accepts its successor as well.
        assert.strictEqual((await program.refresh(second.body.refresh_token)).status, 200)
      })
    }))

  it.effect("ends the connection if a refresh token is used twice", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const { refresh_token } = await program.connect(ada)
        const grant = { grant_type: "refresh_token", client_id: program.client_id }
        const { body } = await json(url, { ...grant, refresh_token })
        const again = await json(url, { ...grant, refresh_token })
        assert.deepStrictEqual([again.status, again.body.code], [401, "ERROR_AUTHENTICATION"])
        assert.strictEqual((await json(url, { ...grant, refresh_token: body.refresh_token })).status, 401)
      })
    }))

  it.effect("refuses tokens of other programs, other texts, and addresses that the organization does not accept", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      const { program, refresh_token } = yield* Effect.promise(async () => {
        const [mine, other] = [await Program.register(issuer), await Program.register(issuer)]
        const tokens = await mine.connect(ada)
        const grant_type = "refresh_token"
        const refused = [
          { client_id: other.client_id, refresh_token: tokens.refresh_token },
          { client_id: "nobody", refresh_token: tokens.refresh_token },
          { client_id: mine.client_id, refresh_token: tokens.access_token },
          { client_id: mine.client_id, refresh_token: "made up" },
          { client_id: mine.client_id, refresh_token: "" }
        ]
        for (const members of refused) {
          assert.strictEqual((await json(url, { grant_type, ...members })).status, 401, JSON.stringify(members))
        }
        return { program: mine, refresh_token: tokens.refresh_token }
      })
      const refresh = Effect.promise(() =>
        json(url, { grant_type: "refresh_token", client_id: program.client_id, refresh_token })
      )
      yield* asSystem(
        ada.user.organization_id,
        IpRestrictions.use(({ create }) => create({ ip_network: "192.0.2.0/24" }))
      )
      assert.strictEqual((yield* refresh).status, 401)
    }))

  it.effect("names what is missing", () =>
    Effect.gen(function*() {
      const { url } = yield* RealmServer
      const { body, status } = yield* Effect.promise(() => json(url, { grant_type: "refresh_token" }))
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body.errors.map(({ loc, type }: any) => [...loc, type].join(" ")), [
        "body client_id missing",
        "body refresh_token missing"
      ])
    }))
})
