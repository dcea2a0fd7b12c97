import { assert, layer } from "@effect/vitest"
import { CurrentSuggestionSource, Suggestions } from "@namewright/core/availability"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Customer, customer, onSqlite } from "../domains/DomainsPlatform.ts"

/** Texts that sources are asked for. */
const source = Layer.succeed(CurrentSuggestionSource, {
  suggest: ({ text }) =>
    text === "hangs"
      ? Effect.never
      : Effect.succeed(["one.com", "one.com", "two.unsold", "not a name", "taken-one.com", "three.com"]),
  timeout: "5 seconds"
})

const suggest = Effect.fnUntraced(function*(owner: Customer, query: string) {
  const suggestions = yield* Suggestions
  return yield* owner.act(suggestions.suggest({ query }))
})

layer(Layer.provide(onSqlite, source))("Suggestions of another source", (it) => {
  it.effect("are its available names that are sold here, each once, in its order", () =>
    Effect.gen(function*() {
      const found = yield* suggest(yield* customer(), "one")
      assert.deepStrictEqual(found.map(({ domain }) => domain), ["one.com", "three.com"])
    }))

  it.effect("fail if it does not answer within its time limit", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const asked = yield* Effect.forkChild(Effect.flip(suggest(owner, "hangs")))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(asked))._tag, "SuggestionsUnavailable")
    }))
})
