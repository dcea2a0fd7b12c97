import { type Domain, DomainUpdates } from "@namewright/core/domains"
import { Effect, Option } from "effect"
import { type Customer, register, updateOf } from "../../../core/test/domains/DomainsPlatform.ts"
import type { AuthInfo } from "../../src/message/DomainCommand.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { backend, WireRegistry } from "./WirePlatform.ts"

/** Profile of a registry where auth codes are set for one transfer (RFC 9154). */
export const forTransfers: Partial<RegistryProfile> = {
  auth_code: { absent: "empty", removal: "null", lifetime_days: 14, verifiable: true }
}

/** Updates the domain as its owner. */
export const update = Effect.fnUntraced(
  function*({ domain_id }: Domain, owner: Customer, members: Parameters<typeof updateOf>[0]) {
    const updates = yield* DomainUpdates
    return yield* owner.act(updates.update(domain_id, updateOf(members)))
  }
)

/** A domain that was locked and unlocked, and so has an auth code. */
export const unlocked = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* update(domain, owner, { transfer_lock: true })
  return yield* update(domain, owner, { transfer_lock: false })
})

/** Auth code of the domain at the registry. */
export const codeAtRegistry = Effect.fnUntraced(function*(name: Domain["name"]) {
  const { simulator } = yield* WireRegistry
  const seen = yield* Effect.orDie(simulator.registry(backend, "our-account").infoDomain(name))
  return Option.getOrThrow(seen).auth_code
})

/** Auth codes in the create and update commands that the server received, oldest first. */
export const sentCodes = Effect.fnUntraced(function*(name: string) {
  const { sent } = yield* WireRegistry
  return sent.flatMap(({ command }): ReadonlyArray<AuthInfo | null> => {
    if (!("name" in command) || command.name !== name) return []
    if (command._tag === "DomainCreate") return [command.authInfo]
    if (command._tag !== "DomainUpdate" || command.change?.authInfo === undefined) return []
    return [command.change.authInfo]
  })
})

/** Form of a generated code of 128 bits or more. */
export const strong = /^[\x21-\x7e]{24}$/
