import { Context, Effect, Layer, type Redacted } from "effect"

/** Result of a verification. */
export interface PasswordVerdict {
  readonly matches: boolean
  /** True if the hash was made with other parameters than the current ones. */
  readonly outdated: boolean
}

/**
 * Port for slow password hashes, because people choose passwords that can be guessed. A hash contains its parameters in
 * the PHC string format.
 */
export class PasswordHasher extends Context.Service<PasswordHasher, {
  /** False if this installation stores no passwords. */
  readonly hashes: boolean
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  /** A malformed hash, or one of an unknown algorithm, matches no password. */
  readonly verify: (password: Redacted.Redacted, hash: string) => Effect.Effect<PasswordVerdict>
}>()("@namewright/core/access/PasswordHasher") {
  /** For installations whose users sign in elsewhere. */
  static readonly layerNone = Layer.succeed(PasswordHasher, {
    hashes: false,
    hash: () => Effect.die(new Error("This installation keeps no passwords")),
    verify: () => Effect.succeed({ matches: false, outdated: false })
  })
}
