import { assert, it } from "@effect/vitest"
import { Entropy, TypeId } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { TestClock } from "effect/testing"
import { TypeID } from "typeid-js"

const byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const drawn = Schema.Array(byte).check(Schema.isMinLength(16), Schema.isMaxLength(16))
const millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8.64e15 / 1000 }))

it.effect.prop(
  "An id is written as others write the UUID that it holds",
  [drawn, millis],
  ([bytes, now]) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const id = yield* TypeId.generator("job", (text) => text)
      const uuid = TypeId.uuidOf(id)
      assert.strictEqual(TypeID.fromUUID("job", uuid).toString(), id)
      assert.strictEqual(Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16), now)
      assert.strictEqual(uuid.slice(-12), Buffer.from(bytes).toString("hex").slice(-12))
    }).pipe(
      Effect.provideService(
        Entropy,
        SecureRandom.make((size) => Uint8Array.from({ length: size }, (_, n) => bytes[n] ?? 0))
      )
    )
)
