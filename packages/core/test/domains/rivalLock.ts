import { newCommandId, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"

const parts = { contacts: [], nameservers: [], statuses: [], dnssec: [] }

/** Sets or removes the transfer lock of a name in `.slow` that another registrar has. */
export const lockAtRegistry = Effect.fnUntraced(function*(name: string, step: "add" | "remove") {
  const simulator = yield* RegistrySimulator
  yield* simulator.registry("slow-registry", "rival").updateDomain({
    command_id: yield* newCommandId,
    name: DomainName.make(name),
    add: parts,
    remove: parts,
    [step]: { ...parts, statuses: ["clientTransferProhibited"] },
    change: { registrant: null, auth_code: null, attributes: {} }
  })
})

/** Removes the lock of a name, if it has one. */
const unlock = Effect.fnUntraced(function*(name: string) {
  const simulator = yield* RegistrySimulator
  const found = yield* simulator.registry("slow-registry", "rival").infoDomain(DomainName.make(name))
  if (Option.exists(found, ({ statuses }) => statuses.includes("clientTransferProhibited"))) {
    yield* lockAtRegistry(name, "remove")
  }
})

/** Removes locks at the registry, as the other registrar does when its customer asks for it. May be repeated. */
export const unlocking = Effect.map(
  Effect.context<RegistrySimulator>(),
  (context) => (name: string) => Effect.runPromiseWith(context)(Effect.orDie(unlock(name)))
)
