import { Context, Effect, Layer } from "effect"
import { PasswordHasher, SignInThrottle, type SignInThrottled } from "../access/index.ts"
import { PlatformSettings } from "../shared/index.ts"
import { LoginJobs } from "./LoginJobs.ts"

/** Requests of people who have forgotten their password. */
export class PasswordResets extends Context.Service<PasswordResets, {
  /** True if mails can link to pages where people set passwords. */
  readonly available: boolean
  /**
   * Sends the user with this username or email address a link to set a password. Returns in the same time whether there is such
   * a user. `address` is the IP address of the request.
   */
  readonly request: (login: string, address: string | undefined) => Effect.Effect<void, SignInThrottled>
}>()("@namewright/core/people/PasswordResets") {
  static readonly layer = Layer.effect(
    PasswordResets,
    Effect.gen(function*() {
      const throttle = yield* SignInThrottle
      const jobs = yield* LoginJobs
      const { hashes } = yield* PasswordHasher
      const { sign_in_pages } = yield* PlatformSettings
      const available = hashes && sign_in_pages !== undefined
      return PasswordResets.of({
        available,
        request: Effect.fn("PasswordResets.request")(function*(login: string, address: string | undefined) {
          if (!available) return
          yield* throttle.passwordReset(login.trim(), address)
          yield* jobs.request("password_reset", login.trim())
        })
      })
    })
  )
}
