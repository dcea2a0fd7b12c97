import { SigningKeyStore } from "@namewright/core/access"
import type { Layer } from "effect"
import { rotatingKeysContract } from "./rotatingKeysContract.ts"

/** Contract of storage adapters for signing keys. */
export const signingKeyStoreContract = <E>(name: string, storage: Layer.Layer<SigningKeyStore, E>) =>
  rotatingKeysContract(
    `SigningKeyStore (${name})`,
    SigningKeyStore,
    (key) => ({ ...key, public_key: `public half of ${key.key_id}`, private_key: `private half of ${key.key_id}` }),
    storage
  )
