import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { Instant, limits, networkOf, Text, Timetable } from "../shared/index.ts"
import * as SecretHash from "./SecretHash.ts"
import { SignInAttemptStore } from "./SignInAttemptStore.ts"
import { SignInThrottled } from "./SignInError.ts"
import type { UserId } from "./User.ts"

/** Counted subject with its limit. */
interface Counted {
  readonly text: string
  readonly maximum: number
}

/** Counted attempt. `succeeded` removes it from the count. */
export interface CountedAttempt {
  readonly succeeded: Effect.Effect<void>
}

const removedAtOnce = 1_000

/**
 * Limits sign-in attempts, in windows that begin with a first attempt. Guessing from one address is stopped early, and
 * the user can still sign in from another. Guessing from many addresses is stopped by the count of the login.
 */
export class SignInThrottle extends Context.Service<SignInThrottle, {
  /** Counts an attempt before its password is checked. */
  readonly password: (login: string, address: string | undefined) => Effect.Effect<CountedAttempt, SignInThrottled>
  /** Counts an attempt before its code of the second factor is checked. */
  readonly code: (user: UserId) => Effect.Effect<CountedAttempt, SignInThrottled>
}>()("@namewright/core/access/SignInThrottle") {
  static readonly layer = Layer.effect(
    SignInThrottle,
    Effect.gen(function*() {
      const store = yield* SignInAttemptStore
      const timetable = yield* Timetable

      const count = Effect.fnUntraced(function*(narrow: Counted, ...wide: ReadonlyArray<Counted>) {
        const now = yield* Instant.now
        const until = DateTime.add(now, { minutes: limits.signInAttempts.minutes })
        const [first, ...others] = yield* Effect.all([subjectOf(narrow), ...wide.map(subjectOf)])
        const counts = yield* store.take([first.subject, ...others.map(({ subject }) => subject)], now, until)
        const maximum = new Map([first, ...others].map((one) => [one.subject, one.maximum]))
        const exceeded = counts.filter(({ attempts, subject }) => attempts > (maximum.get(subject) ?? 0))
        if (exceeded.length === 0) {
          const giveBack = Effect.forEach(others, ({ subject }) => store.giveBack(subject), { discard: true })
          return { succeeded: Effect.andThen(giveBack, store.forget(first.subject)) }
        }
        const seconds = exceeded.map(({ expires_on }) => DateTime.toEpochSeconds(expires_on))
        return yield* new SignInThrottled({ retry_after: Math.max(...seconds) - DateTime.toEpochSeconds(now) })
      })

      const removeExpired = Effect.gen(function*() {
        const removed = yield* store.removeExpired(yield* Instant.now, removedAtOnce)
        return removed === removedAtOnce
      })
      yield* timetable.add({ name: "access.sign-in-attempts", every: "10 minutes", run: removeExpired })

      const { perAddress, perCode, perLogin, perLoginAtAddress } = limits.signInAttempts
      return SignInThrottle.of({
        password: (login, address) => {
          const name = Text.foldCase(login)
          const network = networkOf(address) ?? "unknown"
          return count(
            { text: `login ${network} ${name}`, maximum: perLoginAtAddress },
            { text: `login ${name}`, maximum: perLogin },
            { text: `address ${network}`, maximum: perAddress }
          )
        },
        code: (user) => count({ text: `code ${user}`, maximum: perCode })
      })
    })
  )
}

const subjectOf = ({ maximum, text }: Counted) =>
  Effect.map(SecretHash.hashOf(Redacted.make(text)), (subject) => ({ subject, maximum }))
