import { newCommandId } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  hasStatus,
  info,
  lacksStatus,
  messagesAbout,
  newContact,
  newName,
  refused,
  register
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Verifications of registrants, which simulated registries demand for some names. */
export const verificationContract = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "simulatedNames")
  it.needs("updateDomain", "infoContact", "createContact", "nextMessage", "acknowledgeMessage", "clock").effect(
    "demands verification of some registrants, and sets a hold without it",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic, { name: yield* newName("generic", "verify") })
        yield* advance("2 minutes")
        const [demand] = yield* messagesAbout(generic, name)
        assert.strictEqual(demand?._tag, "VerificationRequired")
        yield* advance("16 days")
        hasStatus(yield* info(generic, name), "serverHold")
        assert.deepStrictEqual((yield* messagesAbout(generic, name)).map(({ _tag }) => _tag), ["ChangedByRegistry"])
        const handle = yield* newContact(generic)
        yield* generic.updateDomain({
          command_id: yield* newCommandId,
          name,
          add: { nameservers: [], contacts: [], statuses: [], dnssec: [] },
          remove: { nameservers: [], contacts: [], statuses: [], dnssec: [] },
          change: { registrant: handle, auth_code: null, attributes: {} }
        })
        lacksStatus(yield* info(generic, name), "serverHold")
        const decided = yield* messagesAbout(generic, name)
        assert.deepStrictEqual(decided.map((payload) => payload._tag === "VerificationDecided" && payload.verified), [
          true
        ])
        assert.isTrue(Option.isSome(yield* generic.infoContact(handle)))
      })
  )

  it.needs("reportVerification", "infoContact", "createContact", "nextMessage", "acknowledgeMessage", "clock").effect(
    "accepts the report of a verification, removes the hold, and refuses one about an unknown contact",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic, { name: yield* newName("generic", "verify") })
        yield* advance("17 days")
        yield* messagesAbout(generic, name)
        const held = yield* info(generic, name)
        hasStatus(held, "serverHold")
        const handle = held.contacts.find(({ type }) => type === "registrant")?.handle ?? ""
        const report = {
          claims: ["NAME", "ADDRESS"] as const,
          method: "VDIG",
          proof: "PASSPORT",
          reference: "kyc-2210",
          verified_on: yield* Instant.now
        }
        yield* generic.reportVerification({ ...report, command_id: yield* newCommandId, handle })
        lacksStatus(yield* info(generic, name), "serverHold")
        const decided = yield* messagesAbout(generic, name)
        assert.deepStrictEqual(decided.map((payload) => payload._tag === "VerificationDecided" && payload.verified), [
          true
        ])
        // Another report is accepted, and the registry has nothing to decide.
        yield* generic.reportVerification({ ...report, command_id: yield* newCommandId, handle })
        assert.deepStrictEqual(yield* messagesAbout(generic, name), [])
        const unknown = generic.reportVerification({ ...report, command_id: yield* newCommandId, handle: "c-nobody" })
        yield* refused(unknown, "objectMissing")
      })
  )
}
