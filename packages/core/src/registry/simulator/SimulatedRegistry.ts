import { Duration, Effect } from "effect"
import { memoize } from "effect/Function"
import type { TldSpec } from "../../tlds/index.ts"
import type { Registry, RegistryCapabilities } from "../Registry.ts"
import { contactCommands } from "./commands/ContactCommands.ts"
import { contactObjects } from "./commands/ContactObjects.ts"
import { domainCommands } from "./commands/DomainCommands.ts"
import { domainQueries } from "./commands/DomainQueries.ts"
import { handOverCommands } from "./commands/HandOverCommands.ts"
import { hostCommands } from "./commands/HostCommands.ts"
import { hostObjects } from "./commands/HostObjects.ts"
import { acknowledgeMessage, nextMessage } from "./commands/MessageQueue.ts"
import { transferCommands } from "./commands/TransferCommands.ts"
import { verificationCommands } from "./commands/VerificationCommands.ts"
import { contactPolicy } from "./objects/ContactPolicy.ts"
import { accountIdOf } from "./objects/RegistryObjectId.ts"
import { simulatedTld } from "./objects/SimulatedTld.ts"
import type { RegistryFaults } from "./RegistryFaults.ts"
import type { SimulatedAccount, SimulatorSettings } from "./time/SimulatedAccount.ts"

/** Maximum number of names in one check command that is reported to callers; longer lists are accepted. */
const namesPerCheck = 100

/** The rules of the suffixes of a specification, which the platforms of a process share. */
const rulesOf = memoize((spec: TldSpec) => spec.tlds.map(({ name }) => simulatedTld(spec, name)))

/** Capabilities of a registry: those that any of its suffixes has. */
const capabilitiesOf = (
  specs: ReadonlyArray<TldSpec>,
  { auth_code_lifetime: lifetime }: Pick<SimulatorSettings, "auth_code_lifetime">
): RegistryCapabilities => {
  const tlds = specs.flatMap(rulesOf)
  return {
    contact_objects: specs.some(({ contacts }) => contacts !== null),
    host_objects: tlds.some(({ host_objects }) => host_objects),
    names_per_check: namesPerCheck,
    poll: true,
    grace_statuses: true,
    restore: tlds.some(({ restores }) => restores),
    // The port's restore command contains both steps.
    restore_reports: false,
    lookup_lag: Duration.zero,
    transfer_decisions: tlds.some(({ transfer }) => transfer.registrar_approves || transfer.registrar_rejects),
    auth_codes: {
      lifetime: lifetime === null ? null : Duration.fromInputUnsafe(lifetime),
      absent_at_creation: true,
      removable: true,
      verifiable: lifetime !== null
    },
    auth_code_requests: tlds.some(({ auth_code }) => auth_code.required && !auth_code.set_by_registrar),
    releases: tlds.some(({ auth_code, releases_to_registry }) => releases_to_registry || !auth_code.required),
    verification_reports: specs.some(({ contacts }) => contacts !== null)
  }
}

/** Faults between a registrar and its registries, which have none. */
export const noFaults: Pick<RegistryFaults, "around"> = { around: (registry) => registry }

/** The port of a simulated registry for one registrar. `specs` are the specifications of its suffixes. */
export const simulatedRegistry = (
  account: SimulatedAccount,
  specs: ReadonlyArray<TldSpec>,
  faults: Pick<RegistryFaults, "around"> = noFaults
): Registry => {
  const capabilities = capabilitiesOf(specs, account.settings)
  return faults.around({
    key: account.registry,
    account_id: accountIdOf(account.registry, account.registrar),
    capabilities,
    ...domainQueries(account),
    ...domainCommands(account),
    ...transferCommands(account),
    ...handOverCommands(account),
    ...contactCommands(contactObjects(account, contactPolicy(specs))),
    ...verificationCommands(account, contactPolicy(specs)),
    ...hostCommands(hostObjects(account, capabilities.host_objects)),
    nextMessage: Effect.suspend(() => nextMessage(account)),
    acknowledgeMessage: (messageId) => acknowledgeMessage(account, messageId)
  })
}
