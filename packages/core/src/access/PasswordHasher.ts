import { Context, Effect, Layer, type Redacted } from "effect"

/** Whether a password is the one of a hash, and whether that hash should be made anew. */
export interface PasswordVerdict {
  readonly matches: boolean
  /** The hash was made with other parameters than this installation uses now. */
  readonly outdated: boolean
}

/**
 * Port: hashes that are slow on purpose, because people choose passwords that can be guessed. The text of a hash says
 * how it was made, in the PHC string format.
 */
export class PasswordHasher extends Context.Service<PasswordHasher, {
  /** Whether this installation keeps passwords at all. */
  readonly hashes: boolean
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  /** A text that is no hash, or one of an unknown kind, matches nothing. */
  readonly verify: (password: Redacted.Redacted, hash: string) => Effect.Effect<PasswordVerdict>
}>()("@namewright/core/access/PasswordHasher") {
  /** For installations whose people sign in elsewhere. */
  static readonly layerNone = Layer.succeed(PasswordHasher, {
    hashes: false,
    hash: () => Effect.die(new Error("This installation keeps no passwords")),
    verify: () => Effect.succeed({ matches: false, outdated: false })
  })
}
