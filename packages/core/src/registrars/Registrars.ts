import { Context, Data, Duration, Effect, Option, Predicate, Redacted } from "effect"
import type { ExternalRegistrar } from "../domains/index.ts"
import { limits } from "../shared/index.ts"
import { callHost } from "../telemetry/index.ts"
import type { SyncFailure } from "./CredentialSync.ts"
import type { SyncErrorCode } from "./RegistrarCredential.ts"
import { problemThrown, type RegistrarDriver, type RegistrarReason, type RegistrarSecrets } from "./RegistrarDriver.ts"
import { type ListedPart, readPart } from "./RegistrarListing.ts"

type Secrets = Redacted.Redacted<RegistrarSecrets>

/**
 * A registrar did not carry a call out. Message and detail contain no secrets. `code` is that of a failed
 * synchronisation; a `refused` call about one domain says nothing about the credential.
 */
export class RegistrarFailed extends Data.TaggedError("RegistrarFailed")<
  SyncFailure & { readonly reason: RegistrarReason }
> {}

/** An external registrar as the platform calls it. */
export interface RegistrarClient {
  readonly registrar: ExternalRegistrar
  readonly fields: { readonly required: ReadonlyArray<string>; readonly optional: ReadonlyArray<string> }
  readonly verify: (secrets: Secrets) => Effect.Effect<void, RegistrarFailed>
  /** Domains from a cursor on; null for the first part. */
  readonly list: (secrets: Secrets, cursor: string | null) => Effect.Effect<ListedPart, RegistrarFailed>
  /** None if the driver has no such command. */
  readonly authCode: Option.Option<
    (secrets: Secrets, name: string) => Effect.Effect<Redacted.Redacted, RegistrarFailed>
  >
  readonly unlock: Option.Option<(secrets: Secrets, name: string) => Effect.Effect<void, RegistrarFailed>>
}

/** The external registrars of this installation. */
export class Registrars extends Context.Service<Registrars, {
  /** None if the installation has no driver for the registrar. */
  readonly find: (registrar: ExternalRegistrar) => Option.Option<RegistrarClient>
}>()("@namewright/core/registrars/Registrars") {
  /** Drivers by registrar; `otherwise` is the driver of all others. */
  static readonly make = (
    drivers: Readonly<Partial<Record<ExternalRegistrar, RegistrarDriver>>>,
    otherwise?: RegistrarDriver
  ): Registrars["Service"] => ({
    find: (registrar) =>
      Option.map(Option.fromUndefinedOr(drivers[registrar] ?? otherwise), (driver) => clientOf(registrar, driver))
  })
}

const standardTimeout = 30_000

const codes: Readonly<Record<RegistrarReason, SyncErrorCode>> = {
  auth: "ERROR_CREDENTIAL_AUTH",
  access: "ERROR_CREDENTIAL_ACCESS",
  refused: "ERROR_CREDENTIAL_ACCESS",
  unavailable: "ERROR_REGISTRAR_UNAVAILABLE"
}

const messages: Readonly<Record<RegistrarReason, string>> = {
  auth: "The registrar does not accept the credentials",
  access: "The registrar denies the account access",
  refused: "The registrar refuses the request",
  unavailable: "The registrar could not be asked"
}

/** A text in which no value of the secrets is left. A driver may repeat a request in its errors. */
const without = (text: string, secrets: RegistrarSecrets): string =>
  Object.values(secrets).filter((secret) => secret.length >= 4)
    .reduce((clean, secret) => clean.replaceAll(secret, "…"), text)
    .slice(0, limits.registrarFailure)

const failedWith = (reason: RegistrarReason, detail: string | null) =>
  new RegistrarFailed({ reason, code: codes[reason], message: messages[reason], detail })

const isAuthCode = (code: unknown): code is string =>
  Predicate.isString(code) && code.length <= limits.authCode.maximum && /^\P{Cc}+$/u.test(code)

const clientOf = (registrar: ExternalRegistrar, driver: RegistrarDriver): RegistrarClient => {
  const { authCode, unlock } = driver
  const timeout = Duration.millis(driver.timeout ?? standardTimeout)

  /** Calls the driver. Unexpected errors are logged without their cause, which may hold the secrets. */
  const called = <A>(
    secrets: Secrets,
    invoke: (secrets: RegistrarSecrets, signal: AbortSignal) => A | Promise<A>
  ): Effect.Effect<A, RegistrarFailed> => {
    const plain = Redacted.value(secrets)
    return callHost((signal) => invoke(plain, signal)).pipe(
      Effect.catch((error) => {
        const thrown = problemThrown(error)
        if (thrown !== undefined) {
          return Effect.fail(failedWith(thrown.reason, thrown.detail === null ? null : without(thrown.detail, plain)))
        }
        const message = without(error instanceof Error ? error.message : String(error), plain)
        return Effect.andThen(
          Effect.logWarning(`The driver of ${registrar} failed: ${message}`),
          Effect.fail(failedWith("unavailable", null))
        )
      }),
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(failedWith("unavailable", `No answer within ${Duration.format(timeout)}`))
      })
    )
  }

  const invalid = (what: string) =>
    Effect.andThen(
      Effect.logError(`The driver of ${registrar} returned an invalid ${what}`),
      Effect.fail(failedWith("unavailable", null))
    )

  return {
    registrar,
    fields: { required: driver.credentials.required, optional: driver.credentials.optional ?? [] },
    verify: (secrets) => called(secrets, (plain, signal) => driver.verify(plain, { signal })),
    list: (secrets, cursor) =>
      Effect.flatMap(
        called(secrets, (plain, signal) =>
          driver.listDomains(plain, { cursor, limit: limits.registrarPage.standard }, { signal })),
        (value) => {
          const part = readPart(value)
          return part === undefined ? invalid("list of domains") : Effect.succeed(part)
        }
      ),
    authCode: Option.map(Option.fromUndefinedOr(authCode), (ask) => (secrets: Secrets, name: string) =>
      Effect.flatMap(
        called(secrets, (plain, signal) => ask(plain, name, { signal })),
        (code) => isAuthCode(code) ? Effect.succeed(Redacted.make(code)) : invalid("auth code")
      )),
    unlock: Option.map(
      Option.fromUndefinedOr(unlock),
      (ask) => (secrets: Secrets, name: string) => called(secrets, (plain, signal) => ask(plain, name, { signal }))
    )
  }
}
