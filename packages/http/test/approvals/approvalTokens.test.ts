import { assert, layer } from "@effect/vitest"
import { RealmTokens, UserId } from "@namewright/core/access"
import { Effect, Layer, Redacted } from "effect"
import { decodeJwt, UnsecuredJWT } from "jose"
import { approvedBy, restWith } from "../mcp/connectedProgram.ts"
import { setPolicy } from "../realm/policyOf.ts"
import { RealmServer } from "../realm/RealmServer.ts"

const issuer = "https://realm.example"

/** An unsigned token of the realm. */
const tokenOf = (sub: UserId) => new UnsecuredJWT({ sub }).setIssuer(issuer).encode()

/** A realm whose tokens have the same scopes at every resource. */
const realm = Layer.succeed(RealmTokens, {
  issuer,
  verify: (token) =>
    Effect.succeed({
      user_id: UserId.make(decodeJwt(Redacted.value(token)).sub ?? ""),
      client_id: "agent",
      scopes: ["service:mcp", "service:rest"],
      expires_at: Date.now() + 60_000
    }),
  isRevoked: () => Effect.succeed(false)
})

layer(Layer.provideMerge(RealmServer.layerWith({ realm: "none" }), realm), { excludeTestServices: true })(
  "A token of an approval",
  (it) => {
    it.effect("is valid only at the interface that requested it, even for the same caller", () =>
      Effect.gen(function*() {
        const { person, url } = yield* RealmServer
        const ada = yield* person()
        yield* setPolicy(ada, { rest_access: true })
        const authorization = `Bearer ${tokenOf(ada.user.user_id)}`
        const rest = restWith(url, { authorization })
        const tool = (input: object) =>
          Effect.map(
            restWith(`${url}/mcp`, { authorization, accept: "application/json, text/event-stream" })("POST", "", {
              jsonrpc: "2.0",
              id: 1,
              method: "tools/call",
              params: { name: "call_operation", arguments: input }
            }),
            ({ body }) => body.result.structuredContent
          )
        const tag = { type: "DOMAIN", label: "vip" }
        const call = { operationId: "createTag", body: tag }
        const inConversation = (yield* tool(call)).confirmationToken
        const overRest = (yield* rest("POST", "/v1/tags", tag)).body.confirmation_token
        const crossed = yield* rest("POST", "/v1/tags", tag, approvedBy(inConversation))
        assert.strictEqual(crossed.body.code, "ERROR_APPROVAL_REQUIRED")
        const back = yield* tool({ ...call, confirmationToken: overRest })
        assert.strictEqual(back.status, "confirmation_required")
        assert.strictEqual((yield* rest("POST", "/v1/tags", tag, approvedBy(overRest))).status, 201)
      }))
  }
)
