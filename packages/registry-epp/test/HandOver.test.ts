import { assert, layer } from "@effect/vitest"
import { RegistryOrders, RegistryUnderTest } from "@namewright/conformance"
import { newCommandId } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { driverUnderTest } from "./driverUnderTest.ts"

const { decide, info, newName, refused, register, requestTransfer } = RegistryOrders

layer(driverUnderTest)("names that are given away over EPP", (it) => {
  it.effect("leave by a code that the registry makes, and shows with its end", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(ours.country, { name: yield* newName("country") })
      const issued = yield* decide(ours.country.requestAuthCode, name)
      const end = DateTime.add(yield* Instant.now, { days: 7 })
      assert.strictEqual(issued.expires_on === null ? null : Instant.format(issued.expires_on), Instant.format(end))
      yield* requestTransfer(theirs.country, name, { auth_code: issued.auth_code })
      assert.notStrictEqual((yield* info(ours.country, name)).sponsor, "account")
    }))

  it.effect("have no code for anybody but their sponsor", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(theirs.country, { name: yield* newName("country") })
      yield* refused(decide(ours.country.requestAuthCode, name), "notSponsor")
    }))

  it.effect("go to the registrar who is named, with their nameservers or without", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      for (const keep_delegation of [true, false]) {
        const { name } = yield* register(ours.country, { name: yield* newName("released") })
        const command_id = yield* newCommandId
        yield* ours.country.releaseDomain({ command_id, name, recipient: "rival", keep_delegation })
        const after = yield* info(theirs.country, name)
        assert.deepStrictEqual([after.sponsor, after.nameservers.length], ["account", keep_delegation ? 2 : 0])
      }
    }))
})
