import { simulatedAllocationToken as token } from "@namewright/core/registry"
import { Effect } from "effect"
import * as assert from "../drivers/assert.ts"
import { newName, refused, register, requestTransfer } from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

const wrong = "Another-Allocation-Token"

/** Names that need an allocation token (RFC 8495). */
export const allocationContract = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "simulatedNames")
  it.needs("checkDomains").effect(
    "registers a name that needs an allocation token only with the token of its check",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const name = yield* newName("generic", "allocation")
        for (const [sent, available] of [[undefined, false], [wrong, false], [token, true]] as const) {
          const [answer] = yield* generic.checkDomains([name], sent)
          assert.deepStrictEqual([answer?.name, answer?.available], [name, available])
          if (!available) assert.isNotNull(answer?.reason)
        }
        yield* refused(register(generic, { name }), "parameter", "policy")
        yield* refused(register(generic, { name, allocation_token: wrong }), "policy", "notSponsor")
        yield* register(generic, { name, allocation_token: token })
        const [taken] = yield* generic.checkDomains([name], token)
        assert.isFalse(taken?.available)
      })
  )

  it.needs("requestTransfer", "rival", "authCodes", "pendingTransfers").effect(
    "transfers a name that needs an allocation token only with the token",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const name = yield* newName("generic", "allocation")
        yield* register(theirs.generic, { name, allocation_token: token })
        yield* refused(requestTransfer(ours.generic, name), "parameter", "policy")
        yield* refused(requestTransfer(ours.generic, name, { allocation_token: wrong }), "policy", "notSponsor")
        const { status } = yield* requestTransfer(ours.generic, name, { allocation_token: token })
        assert.strictEqual(status, "pending")
      })
  )
}
