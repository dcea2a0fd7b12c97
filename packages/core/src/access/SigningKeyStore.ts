import { Context, type Effect } from "effect"
import type { Environment, Instant } from "../shared/index.ts"
import type { SigningKey } from "./SigningKey.ts"

/** Storage port of the signing keys. */
export class SigningKeyStore extends Context.Service<SigningKeyStore, {
  /** Every key of the environment that is not retired at `now`, the youngest generation first. */
  readonly list: (environment: Environment, now: Instant.Instant) => Effect.Effect<ReadonlyArray<SigningKey>>
  /** Adds a key, unless another process has added one of its generation; true if it was added. */
  readonly insert: (key: SigningKey) => Effect.Effect<boolean>
  /** Decides when every older generation of the environment retires, where that is not decided. */
  readonly retireBefore: (environment: Environment, generation: number, at: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/access/SigningKeyStore") {}
