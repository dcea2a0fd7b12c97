import { Result } from "effect"
import type { Hostname } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { policy, statusProhibits } from "../objects/Refusal.ts"
import { hostClientStatuses, type SimulatedHost } from "../objects/SimulatedHost.ts"
import { changedStatuses } from "./ClientStatusChange.ts"
import { addressesProblem, canonicalAddress } from "./HostRules.ts"

/** Change of a host (RFC 5732, section 3.2.5). */
export interface HostChange {
  readonly add?: HostParts
  readonly remove?: HostParts
  readonly new_name?: Hostname
}

export interface HostParts {
  readonly ip_addresses?: ReadonlyArray<string>
  /** Client statuses by their names in RFC 5732. */
  readonly statuses?: ReadonlyArray<string>
}

const isEmptyPart = (parts: HostParts = {}): boolean =>
  (parts.ip_addresses ?? []).length + (parts.statuses ?? []).length === 0

/** True if the change is empty. */
export const isEmptyChange = ({ add, new_name, remove }: HostChange): boolean =>
  new_name === undefined && isEmptyPart(add) && isEmptyPart(remove)

/** The host with changed addresses and statuses, or the refusal. Its name and `parent` are already the new ones. */
export const changedHost = (
  host: SimulatedHost,
  { add = {}, remove = {} }: HostChange,
  linked: boolean
): Result.Result<SimulatedHost, RegistryRefusal> => {
  const lifts = remove.statuses?.includes("clientUpdateProhibited") === true
  if (host.client_statuses.includes("clientUpdateProhibited") && !lifts) {
    return Result.fail(statusProhibits("Object status prohibits operation: clientUpdateProhibited"))
  }
  const statuses = { add: add.statuses ?? [], remove: remove.statuses ?? [] }
  return Result.flatMap(
    changedStatuses(hostClientStatuses, host.client_statuses, statuses),
    (client_statuses) =>
      Result.map(
        changedAddresses(host, { add: add.ip_addresses ?? [], remove: remove.ip_addresses ?? [] }, linked),
        (ip_addresses) => ({ ...host, client_statuses, ip_addresses })
      )
  )
}

const changedAddresses = (
  host: SimulatedHost,
  change: { readonly add: ReadonlyArray<string>; readonly remove: ReadonlyArray<string> },
  linked: boolean
): Result.Result<ReadonlyArray<string>, RegistryRefusal> => {
  const [add, remove] = [change.add.map(canonicalAddress), change.remove.map(canonicalAddress)]
  if (remove.some((address) => !host.ip_addresses.includes(address))) {
    return Result.fail(policy("An address to remove is not there"))
  }
  const left = host.ip_addresses.filter((address) => !remove.includes(address))
  if (add.some((address) => left.includes(address))) return Result.fail(policy("An address to add is there already"))
  const addresses = [...new Set([...left, ...add])]
  const problem = host.parent === null
    ? outsideProblem(addresses)
    : addresses.length === 0
    ? lastAddressProblem(linked)
    : addressesProblem(addresses)
  return problem === undefined ? Result.succeed(addresses) : Result.fail(problem)
}

const outsideProblem = (addresses: ReadonlyArray<string>): RegistryRefusal | undefined =>
  addresses.length === 0 ? undefined : policy("A host outside of the registry's zones has no addresses")

const lastAddressProblem = (linked: boolean): RegistryRefusal =>
  linked
    ? statusProhibits("A domain uses the host, which then would have no address")
    : policy("The host needs an address")
