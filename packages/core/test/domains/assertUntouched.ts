import { assert } from "@effect/vitest"
import type { Domain } from "@namewright/core/domains"
import { Effect } from "effect"
import { atRegistry, type Customer, domainNow } from "./DomainsPlatform.ts"

/** JSON pointers of the problems of a policy violation. */
export const pointers = (
  error: { readonly _tag: string; readonly errors?: ReadonlyArray<{ readonly pointer: string }> }
) => error._tag === "PolicyViolation" ? (error.errors ?? []).map(({ pointer }) => pointer) : [error._tag]

/** Hostnames of nameservers, in their order. */
export const hostnames = (nameservers: ReadonlyArray<{ readonly hostname: string }>) =>
  nameservers.map(({ hostname }) => hostname)

/** Fails unless the domain is unchanged, here and at its registry. */
export const assertUntouched = Effect.fnUntraced(function*(owner: Customer, before: Domain) {
  assert.deepStrictEqual(yield* domainNow(owner, before), before)
  const seen = yield* atRegistry(before)
  assert.sameMembers([...(seen?.statuses ?? [])], [...before.registry_statuses])
  assert.deepStrictEqual(hostnames(seen?.nameservers ?? []), hostnames(before.nameservers))
})
