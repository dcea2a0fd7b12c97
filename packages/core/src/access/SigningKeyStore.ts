import { Context } from "effect"
import type { RotatingKeyStore } from "./RotatingKeys.ts"
import type { SigningKey } from "./SigningKey.ts"

/** Storage port of the signing keys. */
export class SigningKeyStore extends Context.Service<SigningKeyStore, RotatingKeyStore<SigningKey>>()(
  "@namewright/core/access/SigningKeyStore"
) {}
