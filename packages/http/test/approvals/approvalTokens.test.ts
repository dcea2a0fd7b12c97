import { assert, layer } from "@effect/vitest"
import { RealmTokens, UserId } from "@namewright/core/access"
import { Effect, Layer, Redacted } from "effect"
import { decodeJwt, UnsecuredJWT } from "jose"
import { contactBody } from "../contacts/contactBody.ts"
import { approvedBy, restWith } from "../mcp/connectedProgram.ts"
import { setPolicy } from "../realm/policyOf.ts"
import { RealmServer } from "../realm/RealmServer.ts"
import { newOrganization } from "../support/newOrganization.ts"

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

/** Prices of the host, each for one question. */
const nextPrices: Array<string> = []
const pricing = () => ({ amount: nextPrices.shift() ?? "99.00" })

layer(Layer.provideMerge(RealmServer.layerWith({ realm: "none" }, { pricing }), realm), { excludeTestServices: true })(
  "A purchase that was approved over REST",
  (it) => {
    it.effect("is charged as approved, even if the host changes its price before the order", () =>
      Effect.gen(function*() {
        const { person, url } = yield* RealmServer
        const organization = yield* newOrganization({ credit: 100_000 })
        const ada = yield* person({ organization })
        yield* setPolicy(ada, { rest_access: true })
        const rest = restWith(url, { authorization: `Bearer ${tokenOf(ada.user.user_id)}` })
        const approved = Effect.fnUntraced(function*(path: string, body: object) {
          const { body: { confirmation_token } } = yield* rest("POST", path, body)
          return yield* rest("POST", path, body, approvedBy(confirmation_token))
        })
        const { contact_id } = (yield* approved("/v1/contacts", contactBody)).body
        const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
        nextPrices.push("5.00", "5.00", "6.00")
        const bought = yield* approved("/v1/domains", {
          name: "rest-priced.com",
          contacts,
          period: { unit: "y", value: 1 },
          renewal_mode: "renew"
        })
        assert.strictEqual(bought.status, 201)
        const { body: { items } } = yield* rest("GET", `/v1/organizations/${organization}/transactions`)
        const prices = items.flatMap((item: any) => item.product_type === "domain" ? [item.price] : [])
        assert.deepStrictEqual([prices, nextPrices], [["5.00"], ["6.00"]])
      }))
  }
)
