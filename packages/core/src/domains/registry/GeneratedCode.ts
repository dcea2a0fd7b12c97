import { Effect } from "effect"
import { type CommandError, newCommandId, type Registry, type UpdateDomain } from "../../registry/index.ts"
import { generateStrongAuthCode, type TldSpec } from "../../tlds/index.ts"

/** Maximum number of generated auth codes that one update tries. */
const codeAttempts = 4

interface UpdatedWithCode {
  readonly completed: boolean
  /** Code that the registry accepted. */
  readonly auth_code: string | null
}

/**
 * Sends an update with a generated auth code. A registry may consider the code weak and respond with 2202; then another
 * code is sent (RFC 9154, section 5.2).
 */
export const updateWithGeneratedCode = (
  registry: Registry,
  spec: TldSpec,
  update: UpdateDomain,
  attempt = 1
): Effect.Effect<UpdatedWithCode, CommandError> =>
  Effect.catchIf(
    Effect.map(registry.updateDomain(update), ({ completed }) => ({ completed, auth_code: update.change.auth_code })),
    (error: CommandError) =>
      error._tag === "RegistryRefusal" && error.reason === "invalidAuthCode" && attempt < codeAttempts,
    () =>
      Effect.gen(function*() {
        const change = { ...update.change, auth_code: yield* generateStrongAuthCode(spec) }
        const another = { ...update, command_id: yield* newCommandId, change }
        return yield* updateWithGeneratedCode(registry, spec, another, attempt + 1)
      })
  )
