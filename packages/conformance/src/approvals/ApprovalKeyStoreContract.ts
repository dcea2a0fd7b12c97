import { ApprovalKeyStore } from "@namewright/core/approvals"
import type { Layer } from "effect"
import { rotatingKeysContract } from "../access/rotatingKeysContract.ts"

/** Contract of storage adapters for the keys of approval tokens. */
export const approvalKeyStoreContract = <E>(name: string, storage: Layer.Layer<ApprovalKeyStore, E>) =>
  rotatingKeysContract(
    `ApprovalKeyStore (${name})`,
    ApprovalKeyStore,
    (key) => ({ ...key, secret: `secret of ${key.key_id}` }),
    storage
  )
