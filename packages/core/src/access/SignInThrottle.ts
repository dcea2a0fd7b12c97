import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { Instant, limits, networkOf, Text, Timetable } from "../shared/index.ts"
import * as SecretHash from "./SecretHash.ts"
import { SignInAttemptStore } from "./SignInAttemptStore.ts"
import { SignInThrottled } from "./SignInError.ts"
import { SignInSite } from "./SignInSite.ts"
import type { UserId } from "./User.ts"
import { UserMails } from "./UserMails.ts"

/** Counted subject with its limit. */
interface Counted {
  readonly text: string
  readonly maximum: number
  /** Runs with the first attempt beyond the limit of a window. */
  readonly onBlocked?: Effect.Effect<void>
}

/** Counted attempt. `succeeded` removes it from the count. */
export interface CountedAttempt {
  readonly succeeded: Effect.Effect<void>
}

const removedAtOnce = 1_000

/**
 * Limits sign-in attempts and requests to reset passwords, in windows that begin with a first attempt. Guessing from one address is stopped early, and
 * the user can still sign in from another. Guessing from many addresses is stopped by the count of the login. Each
 * `SignInSite` has counts of its own, so that strangers at one cannot block people at another.
 */
export class SignInThrottle extends Context.Service<SignInThrottle, {
  /** Counts an attempt before its password is checked. */
  readonly password: (login: string, address: string | undefined) => Effect.Effect<CountedAttempt, SignInThrottled>
  /** Counts an attempt before its code of the second factor is checked. */
  readonly code: (user: UserId) => Effect.Effect<CountedAttempt, SignInThrottled>
  /** Counts a request for a link that resets a password. */
  readonly passwordReset: (login: string, address: string | undefined) => Effect.Effect<void, SignInThrottled>
}>()("@namewright/core/access/SignInThrottle") {
  static readonly layer = Layer.effect(
    SignInThrottle,
    Effect.gen(function*() {
      const store = yield* SignInAttemptStore
      const mails = yield* UserMails
      const timetable = yield* Timetable

      const count = Effect.fnUntraced(function*(narrow: Counted, ...wide: ReadonlyArray<Counted>) {
        const now = yield* Instant.now
        const until = DateTime.add(now, { minutes: limits.signInAttempts.minutes })
        const [first, ...others] = yield* Effect.all([subjectOf(narrow), ...wide.map(subjectOf)])
        const counts = yield* store.take([first.subject, ...others.map(({ subject }) => subject)], now, until)
        const counted = new Map([first, ...others].map((one) => [one.subject, one]))
        const exceeded = counts.filter(({ attempts, subject }) => attempts > (counted.get(subject)?.maximum ?? 0))
        if (exceeded.length === 0) {
          const giveBack = Effect.forEach(others, ({ subject }) => store.giveBack(subject), { discard: true })
          return { succeeded: Effect.andThen(giveBack, store.forget(first.subject)) }
        }
        for (const { attempts, subject } of exceeded) {
          const { maximum = 0, onBlocked = Effect.void } = counted.get(subject) ?? {}
          if (attempts === maximum + 1) yield* onBlocked
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
      const resets = limits.passwordResets
      return SignInThrottle.of({
        password: (login, address) => {
          const name = Text.foldCase(login)
          const network = networkOf(address) ?? "unknown"
          const onBlocked = mails.signInBlocked(name)
          return count(
            { text: `login ${network} ${name}`, maximum: perLoginAtAddress, onBlocked },
            { text: `login ${name}`, maximum: perLogin, onBlocked },
            { text: `address ${network}`, maximum: perAddress }
          )
        },
        code: (user) => count({ text: `code ${user}`, maximum: perCode, onBlocked: mails.signInBlocked(user) }),
        passwordReset: (login, address) => {
          const name = Text.foldCase(login)
          const network = networkOf(address) ?? "unknown"
          return Effect.asVoid(count(
            { text: `reset ${network} ${name}`, maximum: resets.perLoginAtAddress },
            { text: `reset ${name}`, maximum: resets.perLogin },
            { text: `reset-address ${network}`, maximum: resets.perAddress }
          ))
        }
      })
    })
  )
}

const subjectOf = Effect.fnUntraced(function*({ text, ...counted }: Counted) {
  const { realm } = yield* SignInSite
  const subject = yield* SecretHash.hashOf(Redacted.make(realm === "" ? text : `${realm} ${text}`))
  return { subject, ...counted }
})
