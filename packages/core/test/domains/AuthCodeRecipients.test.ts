import { assert, layer } from "@effect/vitest"
import { HandOvers } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { changedRegistries } from "./changedRegistries.ts"
import { customer, register } from "./DomainsPlatform.ts"

/** Addresses as registries return them, and as a customer may see them. */
const recipients = [
  ["jane.doe@example.cz", "j*****@e*****.*"],
  ["j*****@d*****.*", "j*****@d*****.*"],
  ["\u{1d4b3}@mail.example", "\u{1d4b3}*****@m*****.*"],
  ["\"a@b\"@example.cz", "\"*****@e*****.*"],
  ["admin", "a*****"],
  ["@example.cz", "*****@e*****.*"]
] as const

const platform = Layer.orDie(layerPlatform({
  storage: memoryDatabase(),
  registries: changedRegistries((registry) => ({
    ...registry,
    requestAuthCode: () =>
      Effect.succeed({
        completed: true,
        auth_code: null,
        expires_on: null,
        recipients: recipients.map(([returned]) => returned)
      })
  }))
}))

layer(platform)("Recipients of an auth code", (it) => {
  it.effect("are masked if the registry returns whole addresses", () =>
    Effect.gen(function*() {
      const handOvers = yield* HandOvers
      const owner = yield* customer()
      const { name } = yield* register(owner, "code-mailed.cz", {
        nameservers: ["ns1.example.net", "ns2.example.net"]
      })
      const answer = yield* owner.act(handOvers.requestAuthCode(name))
      assert.deepStrictEqual(answer.recipients, recipients.map(([, shown]) => shown))
    }))
})
