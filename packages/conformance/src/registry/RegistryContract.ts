import {
  type Registry,
  type RegistryCapability,
  type RegistryDriver,
  registryFeatures,
  registryMethods
} from "@namewright/core/registry"
import { Duration, Effect, Layer } from "effect"
import { type ContractCase, contractCases, type ContractRunner, runContract } from "../drivers/ContractRunner.ts"
import { allocationContract } from "./AllocationContract.ts"
import { contactContract } from "./ContactContract.ts"
import { type ContractDomain, DomainOfContract } from "./ContractDomain.ts"
import { createContract } from "./CreateContract.ts"
import { deleteContract } from "./DeleteContract.ts"
import { hostContract } from "./HostContract.ts"
import { pollContract } from "./PollContract.ts"
import { promiseContract } from "./PromiseContract.ts"
import { queryContract } from "./QueryContract.ts"
import { type RegistryNeed, RegistryUnderTest } from "./RegistryUnderTest.ts"
import { renewContract } from "./RenewContract.ts"
import { transferCompletionContract } from "./TransferCompletionContract.ts"
import { transferContract } from "./TransferContract.ts"
import { updateContract } from "./UpdateContract.ts"

/** A driver under test: what `defineRegistry` returns, or a `Registry`. */
export type TestedRegistry = RegistryDriver | Registry

/** Makes the driver under test, once, before the first case that runs. */
export type MakeRegistry = () => TestedRegistry | Promise<TestedRegistry>

export interface RegistryContractOptions {
  /** `describe` and `it` of the test runner. */
  readonly runner: ContractRunner
  /** The commands and features that the driver promises. Cases that need others are reported as skipped. */
  readonly capabilities: ReadonlyArray<RegistryCapability>
  /** The same registry with the account of another registrar, for transfers and the protection of objects. */
  readonly rival?: MakeRegistry | undefined
  /** Advances the time of the registry by milliseconds. */
  readonly clock?: { readonly advance: (milliseconds: number) => Promise<void> | void } | undefined
  /** Requirements for a registration. Default: the rules of `contractTlds`. */
  readonly domain?: ContractDomain | undefined
  /** Time limit of a case; default 30 seconds. */
  readonly timeoutMillis?: number | undefined
}

/** All capabilities of drivers, in the order of their declaration. */
export const allRegistryCapabilities: ReadonlyArray<RegistryCapability> = [...registryMethods, ...registryFeatures]

/** The cases of the contract. */
export const registryCases = (
  capabilities: ReadonlyArray<RegistryCapability>
): ReadonlyArray<ContractCase<RegistryUnderTest, RegistryNeed>> =>
  contractCases((it) => {
    promiseContract(it, capabilities)
    queryContract(it)
    contactContract(it)
    hostContract(it)
    allocationContract(it)
    createContract(it)
    updateContract(it)
    renewContract(it)
    transferContract(it)
    transferCompletionContract(it)
    deleteContract(it)
    pollContract(it)
  })

const backend = "contract"

const registryOf = (tested: TestedRegistry, registrar: string): Registry =>
  "registry" in tested ? tested.registry(backend, registrar) : tested

const accountsOf = (registry: Registry) => ({ generic: registry, country: registry })

/** Cases that need a clock are skipped without one. */
const noClock = new Error("A case without the need of a clock advances it")

const underTest = (make: MakeRegistry, { clock, domain, rival }: RegistryContractOptions) =>
  Layer.effect(
    RegistryUnderTest,
    Effect.gen(function*() {
      const ours = registryOf(yield* Effect.promise(async () => make()), "ours")
      const theirs = rival === undefined ? ours : registryOf(yield* Effect.promise(async () => rival()), "theirs")
      return RegistryUnderTest.of({
        ours: accountsOf(ours),
        theirs: accountsOf(theirs),
        advance: (duration) =>
          clock === undefined
            ? Effect.die(noClock)
            : Effect.promise(async () => clock.advance(Duration.toMillis(duration)))
      })
    })
  ).pipe(Layer.provideMerge(domain === undefined ? Layer.empty : Layer.succeed(DomainOfContract, domain)))

const isProvided = <E>(
  make: MakeRegistry | Layer.Layer<RegistryUnderTest, E>
): make is Layer.Layer<RegistryUnderTest, E> => Layer.isLayer(make)

/**
 * Contract of registry drivers. It runs the cases whose capabilities the driver promises, and reports all others as
 * skipped. If registries refuse with different reasons, each usual one is accepted. With Effect, pass a layer that
 * provides `RegistryUnderTest` instead of a function; it brings its rival and clock along.
 *
 * @example
 * import * as runner from "node:test"
 * registryContract("acme", () => acmeRegistry({ url, token }), {
 *   runner,
 *   capabilities: ["checkDomains", "infoDomain", "createDomain"],
 *   domain: { suffix: "acme" }
 * })
 */
export const registryContract = <E = never>(
  name: string,
  make: MakeRegistry | Layer.Layer<RegistryUnderTest, E>,
  options: RegistryContractOptions
): void => {
  const { capabilities, clock, rival, runner, timeoutMillis } = options
  const isLayer = isProvided(make)
  runContract<RegistryUnderTest, E, RegistryNeed>({
    name: `Registry (${name})`,
    runner,
    layer: isProvided(make) ? make : underTest(make, options),
    offered: new Set<RegistryNeed>([
      ...capabilities,
      ...(isLayer || rival !== undefined ? ["rival" as const] : []),
      ...(isLayer || clock !== undefined ? ["clock" as const] : [])
    ]),
    cases: registryCases(capabilities),
    timeoutMillis
  })
}
