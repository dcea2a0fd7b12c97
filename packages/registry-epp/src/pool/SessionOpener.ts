import { Effect, Redacted, Schema } from "effect"
import { closeSession } from "../session/closeSession.ts"
import type { EppSession } from "../session/EppSession.ts"
import { openSession, type SessionSettings } from "../session/openSession.ts"
import { SessionFailure } from "../session/SessionFailure.ts"
import type { Timekeeper } from "../session/Timekeeper.ts"
import type { EppCredentials, StoredCredentials } from "./EppCredentials.ts"
import type { Permit } from "./Seat.ts"

/** The registry refused the new password. The old one is still valid. */
export class PasswordNotTaken extends Schema.TaggedError<PasswordNotTaken>()("PasswordNotTaken", {
  text: Schema.String
}) {
  override get message() {
    return this.text
  }
}

/** Opens sessions with the stored credentials. Calls are serialized to limit failed logins. */
export interface SessionOpener {
  /** Waits for `permit` before each login, because logins count as commands. */
  readonly open: (permit: Permit) => Effect.Effect<EppSession, SessionFailure>
  /** True if the stored password differs from the one refused last. */
  readonly hasOtherPassword: Effect.Effect<boolean>
  /** Changes the password at the registry. Current sessions continue. */
  readonly changePassword: (
    password: Redacted.Redacted,
    permit: Permit
  ) => Effect.Effect<void, SessionFailure | PasswordNotTaken>
}

export const sessionOpener = (
  settings: SessionSettings,
  timekeeper: Timekeeper,
  credentials: EppCredentials
): SessionOpener => {
  let refused: string | undefined

  const logIn = (
    { clientId, password }: StoredCredentials,
    permit: Permit,
    newPassword?: Redacted.Redacted
  ) =>
    Effect.tapError(
      Effect.andThen(permit.wait, openSession(settings, timekeeper, { clientId, password, newPassword }, permit.count)),
      (failure) => Effect.sync(() => isOfCredentials(failure) && (refused = Redacted.value(password)))
    )

  /** Logs in with the old password and sets the new one. Some registries end such a session. */
  const replace = Effect.fnUntraced(function*(
    stored: StoredCredentials,
    proposed: Redacted.Redacted,
    permit: Permit
  ) {
    const session = yield* logIn(stored, permit, proposed)
    yield* credentials.promote
    yield* closeSession(session)
  })

  /**
   * Settles a proposed password whose outcome is unknown: tries the new one, then the old one, once each, and replaces
   * the old one if it is still valid.
   */
  const settle = Effect.fnUntraced(function*(
    stored: StoredCredentials,
    proposed: Redacted.Redacted,
    permit: Permit
  ) {
    const renewed = { ...stored, password: proposed }
    const withNew = yield* logIn(renewed, permit).pipe(
      Effect.tap(() => credentials.promote),
      Effect.catchIf(isOfCredentials, () => Effect.undefined)
    )
    if (withNew !== undefined) return withNew
    return yield* Effect.matchEffect(replace(stored, proposed, permit), {
      onSuccess: () => logIn(renewed, permit),
      onFailure: (failure) =>
        failure.kind === "refused"
          ? Effect.logWarning(`The registry does not take the proposed password: ${failure.text}`).pipe(
            Effect.andThen(credentials.withdraw),
            Effect.andThen(logIn(stored, permit))
          )
          : Effect.fail(new SessionFailure({ ...failure, isFinal: isOfCredentials(failure) }))
    })
  })

  const open = Effect.fnUntraced(function*(permit: Permit) {
    const stored = yield* credentials.read
    return yield* stored.proposed === undefined ? logIn(stored, permit) : settle(stored, stored.proposed, permit)
  })

  /** Opens a session only to find the valid password. */
  const settled = (permit: Permit) => Effect.flatMap(open(permit), (session) => closeSession(session))

  const changePassword = Effect.fnUntraced(function*(password: Redacted.Redacted, permit: Permit) {
    if ((yield* credentials.read).proposed !== undefined) yield* settled(permit)
    const stored = yield* credentials.read
    yield* credentials.propose(password)
    yield* Effect.catch(replace(stored, password, permit), (failure) => afterFailure(failure, permit))
    const { password: inUse } = yield* credentials.read
    if (Redacted.value(inUse) !== Redacted.value(password)) {
      return yield* new PasswordNotTaken({ text: "The registry does not take the new password" })
    }
  })

  const afterFailure = (
    failure: SessionFailure,
    permit: Permit
  ): Effect.Effect<void, SessionFailure | PasswordNotTaken> => {
    // It may have been set, or another process may have replaced the old one.
    if (failure.answerLost || failure.kind === "temporary") return settled(permit)
    const fail = failure.kind === "refused" ? new PasswordNotTaken({ text: failure.text }) : failure
    return Effect.andThen(credentials.withdraw, Effect.fail(fail))
  }

  const hasOtherPassword = Effect.map(
    credentials.read,
    ({ password, proposed }) => [password, proposed ?? password].every((stored) => Redacted.value(stored) !== refused)
  )

  return { open, changePassword, hasOtherPassword }
}

const isOfCredentials = (failure: SessionFailure): boolean => failure.kind === "credentials"
