import {
  type CommandError,
  newCommandId,
  type Registry,
  type RegistryCapability,
  type RegistryMethod,
  registryMethods
} from "@namewright/core/registry"
import { DomainName, Hostname, Instant, Period } from "@namewright/core/shared"
import { Cause, Effect, Exit } from "effect"
import * as assert from "../drivers/assert.ts"
import { contactData, creation, newName } from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Calls of every method about an object that does not exist. */
const callsOf = Effect.fnUntraced(function*(
  registry: Registry
): Effect.fn.Return<Record<RegistryMethod, Effect.Effect<unknown, unknown>>, CommandError> {
  const name = yield* newName("generic")
  const hostname = Hostname.make(`ns1.${yield* newName("generic")}`)
  const handle = "c-contract"
  const command_id = yield* newCommandId
  const named = { command_id, name }
  const noParts = { nameservers: [], contacts: [], statuses: [], dnssec: [] }
  const period = Period.years(1)
  const order = yield* creation(registry, { name, contacts: [] })
  return {
    checkDomains: registry.checkDomains([DomainName.make(name)]),
    infoDomain: registry.infoDomain(name),
    queryTransfer: registry.queryTransfer(name),
    infoContact: registry.infoContact(handle),
    infoHost: registry.infoHost(hostname),
    nextMessage: registry.nextMessage,
    acknowledgeMessage: registry.acknowledgeMessage("no-message"),
    createDomain: registry.createDomain(order),
    renewDomain: registry.renewDomain({ ...named, period, current_expiry_date: "2030-01-01", fee: null }),
    updateDomain: registry.updateDomain({
      ...named,
      add: noParts,
      remove: noParts,
      change: { registrant: null, auth_code: null, attributes: {} }
    }),
    deleteDomain: registry.deleteDomain(named),
    restoreDomain: registry.restoreDomain({ ...named, reason: null, fee: null }),
    requestTransfer: registry.requestTransfer({
      ...named,
      auth_code: null,
      period: null,
      contacts: [],
      nameservers: [],
      attributes: {},
      fee: null
    }),
    cancelTransfer: registry.cancelTransfer(named),
    approveTransfer: registry.approveTransfer(named),
    rejectTransfer: registry.rejectTransfer(named),
    requestAuthCode: registry.requestAuthCode(named),
    releaseDomain: registry.releaseDomain({ ...named, recipient: null, keep_delegation: false }),
    createContact: registry.createContact({ command_id, contact: contactData(handle) }),
    deleteContact: registry.deleteContact({ command_id, handle }),
    reportVerification: registry.reportVerification({
      command_id,
      handle,
      claims: ["NAME"],
      method: "VDIG",
      proof: "PASSPORT",
      reference: "kyc-1",
      verified_on: yield* Instant.now
    }),
    createHost: registry.createHost({ command_id, hostname, ip_addresses: [] }),
    updateHost: registry.updateHost({ command_id, hostname, add: [], remove: [] }),
    deleteHost: registry.deleteHost({ command_id, hostname })
  }
})

const isUnsupported = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) =>
    Cause.isFailReason(reason) && typeof reason.error === "object" && reason.error !== null
    && "reason" in reason.error && reason.error.reason === "unsupported"
  )

/** Promises of the capabilities. */
export const promiseContract = (it: RegistryTest, capabilities: ReadonlyArray<RegistryCapability>) => {
  const promised = registryMethods.filter((method) => capabilities.includes(method))
  const others = registryMethods.filter((method) => !capabilities.includes(method))

  it.effect("supports the commands of its capabilities", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const calls = yield* callsOf(generic)
      const exits = yield* Effect.forEach(
        promised.filter((method) => !refusedByRules.has(method)),
        (method) => Effect.map(Effect.exit(calls[method]), (exit) => ({ method, exit }))
      )
      assert.deepStrictEqual(exits.filter(({ exit }) => isUnsupported(exit)).map(({ method }) => method), [])
    }))

  it.effect("refuses the commands that it lacks as unsupported", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const calls = yield* callsOf(generic)
      const exits = yield* Effect.forEach(
        others,
        (method) => Effect.map(Effect.exit(calls[method]), (exit) => ({ method, exit }))
      )
      assert.deepStrictEqual(exits.filter(({ exit }) => !isUnsupported(exit)).map(({ method }) => method), [])
    }))
}

/** Commands that registries with other rules for some names refuse as unsupported. */
const refusedByRules: ReadonlySet<RegistryMethod> = new Set(["releaseDomain", "requestAuthCode"])
