import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import { contactContract } from "./ContactContract.ts"
import { createContract } from "./CreateContract.ts"
import { deleteContract } from "./DeleteContract.ts"
import { hostContract } from "./HostContract.ts"
import { pollContract } from "./PollContract.ts"
import { queryContract } from "./QueryContract.ts"
import type { RegistryUnderTest } from "./RegistryUnderTest.ts"
import { renewContract } from "./RenewContract.ts"
import { transferContract } from "./TransferContract.ts"
import { updateContract } from "./UpdateContract.ts"

/**
 * What every driver of the `Registry` port keeps, by the rules of `contractTlds`. Where registries disagree on the
 * refusal, any of the usual ones will do.
 */
export const registryContract = <E>(name: string, registry: Layer.Layer<RegistryUnderTest, E>) =>
  layer(registry)(`Registry (${name})`, (it) => {
    queryContract(it)
    contactContract(it)
    hostContract(it)
    createContract(it)
    updateContract(it)
    renewContract(it)
    transferContract(it)
    deleteContract(it)
    pollContract(it)
  })
