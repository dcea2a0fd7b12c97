import { assert, describe, it } from "@effect/vitest"
import { newPasskeyId, PasskeyStore, UserCredentialStore, UserId } from "@namewright/core/access"
import { UserLinks } from "@namewright/core/people"
import { Instant, Transaction } from "@namewright/core/shared"
import { testPlatform } from "@namewright/testing"
import { Effect, Option } from "effect"

const started = async () => {
  const platform = await testPlatform()
  const { organization_id } = await platform.operator.organizations.createParent({ name: "ACME" })
  const { user_id } = await platform.as(organization_id, "admin").users.create({
    username: "ada",
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Lovelace",
    locale: "en"
  })
  return { platform, user: UserId.make(user_id) }
}

const link = Effect.fnUntraced(function*(user: UserId) {
  const stored = Option.getOrThrow(yield* UserCredentialStore.use((store) => store.find(user)))
  return yield* UserLinks.use((links) => links.issue("PasswordReset", stored.user, 3600))
})

const works = (token: string) =>
  Effect.map(UserLinks.use((links) => links.find(["PasswordReset"], token)), Option.isSome)

const addPasskey = Effect.fnUntraced(function*(user_id: UserId) {
  const { atomically } = yield* Transaction
  const passkeys = yield* PasskeyStore
  const passkey_id = yield* newPasskeyId
  yield* atomically(passkeys.insert({
    passkey_id,
    user_id,
    name: "Key",
    credential_id: passkey_id,
    public_key: "pQECAyYgASFYIA",
    counter: 0,
    transports: ["internal"],
    created_on: yield* Instant.now,
    last_used_on: null
  }))
  return passkey_id
})

describe("links in mails to users", () => {
  it("end when a passkey is added, removed or replaced", async () => {
    const { platform, user } = await started()
    await using _ = platform
    const run = platform.runtime.runPromise
    const first = await run(link(user))
    assert.isTrue(await run(works(first)))
    const passkey = await run(addPasskey(user))
    assert.isFalse(await run(works(first)))
    const second = await run(link(user))
    assert.isTrue(await run(works(second)))
    await platform.clock.advance({ minutes: 1 })
    await run(Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const passkeys = yield* PasskeyStore
      yield* atomically(passkeys.remove(user, passkey, yield* Instant.now))
    }))
    await run(addPasskey(user))
    assert.isFalse(await run(works(second)))
  })
})
