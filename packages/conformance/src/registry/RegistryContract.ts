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
 * Contract of every driver of the `Registry` port, with the rules of `contractTlds`. If registries refuse with
 * different reasons, each usual one is accepted.
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
