import { assert, layer } from "@effect/vitest"
import { Authenticator, RealmTokens } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { claimsOf, posted, Program } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

layer(RealmServer.layer, { excludeTestServices: true })("refresh tokens", (it) => {
  it.effect("are accepted once, and return a new one", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        let { refresh_token } = await program.connect(ada)
        for (let round = 0; round < 3; round++) {
          const { body, status } = await program.refresh(refresh_token)
          assert.strictEqual(status, 200)
          assert.notStrictEqual(body.refresh_token, refresh_token)
          refresh_token = body.refresh_token
        }
      })
    }))

  it.effect("that are used twice end all tokens of the consent, access tokens included", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const tokens = yield* RealmTokens
      const ada = yield* person()
      const program = yield* Effect.promise(() => Program.register(issuer))
      const first = yield* Effect.promise(() => program.connect(ada))
      const second = yield* Effect.promise(() => program.refresh(first.refresh_token))
      const verify = tokens.verify(Redacted.make(second.body.access_token), "mcp")
      assert.strictEqual((yield* verify).user_id, ada.user.user_id)

      const stolen = yield* Effect.promise(() => program.refresh(first.refresh_token))
      assert.deepStrictEqual([stolen.status, stolen.body.error], [400, "invalid_grant"])
      const honest = yield* Effect.promise(() => program.refresh(second.body.refresh_token))
      assert.deepStrictEqual([honest.status, honest.body.error], [400, "invalid_grant"])
      assert.strictEqual((yield* Effect.flip(verify)).reason, "revoked")
    }))

  it.effect("that are used concurrently count as used twice", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const { refresh_token } = await program.connect(ada)
        const answers = await Promise.all(Array.from({ length: 20 }, () => program.refresh(refresh_token)))
        const won = answers.filter(({ status }) => status === 200)
        assert.isAtMost(won.length, 1)
        for (const { body } of won) assert.strictEqual((await program.refresh(body.refresh_token)).status, 400)
      })
    }))

  it.effect("belong to one program", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const [program, thief] = [await Program.register(issuer), await Program.register(issuer)]
        const { refresh_token } = await program.connect(ada)
        assert.strictEqual((await thief.refresh(refresh_token)).body.error, "invalid_grant")
        assert.strictEqual((await program.refresh(refresh_token)).status, 200)
        assert.strictEqual((await program.refresh("made up")).body.error, "invalid_grant")
      })
    }))

  it.effect("can be revoked and introspected by their program", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const [program, other] = [await Program.register(issuer), await Program.register(issuer)]
        const { refresh_token: token } = await program.connect(ada)
        const ask = (path: string, client_id: string) =>
          posted(`${issuer}/protocol/openid-connect/${path}`, { client_id, token })
        assert.include((await ask("token/introspect", program.client_id)).body, { active: true })
        assert.deepStrictEqual((await ask("token/introspect", other.client_id)).body, { active: false })
        await ask("revoke", other.client_id)
        assert.include((await ask("token/introspect", program.client_id)).body, { active: true })
        assert.strictEqual((await ask("revoke", program.client_id)).status, 200)
        assert.deepStrictEqual((await ask("token/introspect", program.client_id)).body, { active: false })
        assert.strictEqual((await program.refresh(token)).body.error, "invalid_grant")
      })
    }))

  it.effect("are issued only if a program may stay connected", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const tokens = await program.connect(ada, { scope: "openid service:mcp" })
        assert.isUndefined(tokens.refresh_token)
      })
    }))

  it.effect("return tokens that identify person and program", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const authenticator = yield* Authenticator
      const ada = yield* person({ role: "viewer" })
      const program = yield* Effect.promise(() => Program.register(issuer))
      const { access_token } = yield* Effect.promise(() => program.connect(ada))
      const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
      assert.deepInclude(actor, {
        principal: { type: "user", id: ada.user.user_id },
        organization_id: ada.user.organization_id,
        role: "viewer",
        agent: {
          client_id: program.client_id,
          scopes: ["profile", "email", "service:mcp"],
          user_id: ada.user.user_id,
          grant_id: String(claimsOf(access_token)["gid"]),
          sees_auth_codes: true
        }
      })
    }))
})
