import { newCommandId } from "@namewright/core/registry"
import { Effect, Redacted, Result } from "effect"
import type { EppGreeting, EppResponse } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"
import type { Login, UserAgent } from "../message/SessionCommand.ts"
import { withoutSecrets } from "../message/withoutSecrets.ts"
import { writeCommand } from "../message/writeCommand.ts"
import { type Answer, EppConnection } from "./EppConnection.ts"
import type { EppEndpoint } from "./EppEndpoint.ts"
import { EppSession } from "./EppSession.ts"
import { responseText } from "./responseText.ts"
import { loginProblem, SessionFailure, sessionFailure } from "./SessionFailure.ts"
import type { Timekeeper } from "./Timekeeper.ts"
import { languageOf, servicesOf, type WantedServices } from "./WantedServices.ts"

export interface SessionSettings {
  readonly endpoint: EppEndpoint
  readonly wanted: WantedServices
  /** Sent to servers with the login security extension (RFC 8807). */
  readonly userAgent?: UserAgent | undefined
  /** Octets of a frame, header included. */
  readonly frameLimit?: number | undefined
  /** Milliseconds from the first packet to the greeting, and from the login to its answer. */
  readonly patience: { readonly greeting: number; readonly login: number }
}

export interface LoginSecrets {
  readonly clientId: string
  readonly password: Redacted.Redacted
  /** New password, which replaces `password` at the server. */
  readonly newPassword?: Redacted.Redacted | undefined
}

/**
 * Connects, waits for the greeting and logs in. Only the greeting shows that the connection is good: with TLS 1.3 a
 * client certificate is refused after the handshake. `onLogin` runs right before the login is sent.
 */
export const openSession = Effect.fnUntraced(
  function*(
    settings: SessionSettings,
    timekeeper: Timekeeper,
    secrets: LoginSecrets,
    onLogin: Effect.Effect<void> = Effect.void
  ) {
    return yield* Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
      const { connection, greeting } = yield* restore(connected(settings, timekeeper))
      return yield* restore(Effect.andThen(onLogin, logIn(settings, timekeeper, connection, greeting, secrets))).pipe(
        Effect.onError(() => Effect.sync(() => connection.destroy("The login failed")))
      )
    }))
  }
)

/** Connects and waits for the greeting. An interruption closes the connection. */
export const connected = ({ endpoint, frameLimit, patience }: SessionSettings, timekeeper: Timekeeper) =>
  Effect.callback<{ readonly connection: EppConnection; readonly greeting: EppGreeting }, SessionFailure>((resume) => {
    const where = `${endpoint.host}:${endpoint.port}`
    const fail = (text: string) =>
      resume(Effect.fail(sessionFailure("unreachable", `No session with ${where}: ${text}`)))
    try {
      const settings = { endpoint, timekeeper, frameLimit }
      const connection = new EppConnection(settings, patience.greeting, (answer) => {
        if (Result.isFailure(answer)) return fail(answer.failure)
        if (answer.success._tag === "Greeting") resume(Effect.succeed({ connection, greeting: answer.success }))
      })
      return Effect.sync(() => connection.destroy("Nobody waits for it any more"))
    } catch (error) {
      // Invalid certificates or keys.
      fail(error instanceof Error ? error.message : String(error))
      return
    }
  })

/** Logs in after the greeting. The caller closes the connection if that fails. */
export const logIn = Effect.fnUntraced(function*(
  settings: SessionSettings,
  timekeeper: Timekeeper,
  connection: EppConnection,
  greeting: EppGreeting,
  secrets: LoginSecrets
) {
  const wanted = { ...settings.wanted, extensions: [...new Set([...settings.wanted.extensions, EppUri.loginSec])] }
  const services = servicesOf(greeting, wanted)
  if (services.objects.size === 0) {
    return yield* sessionFailure("refused", `The server knows none of ${wanted.objects.join(", ")}`)
  }
  const session = new EppSession(connection, { greeting, services, since: timekeeper.now() })
  const login: Login = {
    _tag: "Login",
    clientId: secrets.clientId,
    password: Redacted.value(secrets.password),
    ...(secrets.newPassword === undefined ? {} : { newPassword: Redacted.value(secrets.newPassword) }),
    version: "1.0",
    language: languageOf(greeting, wanted.language),
    objects: [...services.objects],
    extensions: [...services.extensions],
    ...(settings.userAgent !== undefined && services.extensions.has(EppUri.loginSec)
      ? { userAgent: settings.userAgent }
      : {})
  }
  const masked = (text: string) => withoutSecrets(text, [login.password, login.newPassword ?? ""])
  const answer = yield* exchange(settings, connection, login, masked)
  const problem = loginProblem(answer)
  if (problem !== undefined) {
    return yield* sessionFailure(problem, `Login refused: ${masked(responseText(answer))}`, answer.results[0].code)
  }
  for (const { level, text, type, expiresOn = "no date" } of answer.extension.loginSecurity ?? []) {
    yield* Effect.logWarning(`The registry says of the login: ${type} (${level}), ${expiresOn}: ${masked(text)}`)
  }
  return session
})

const exchange = Effect.fnUntraced(function*(
  { patience }: SessionSettings,
  connection: EppConnection,
  login: Login,
  masked: (text: string) => string
) {
  const clTRID = yield* newCommandId
  const document = yield* Effect.try({
    try: () => writeCommand(login, { clTRID }),
    catch: (error) =>
      sessionFailure(
        "refused",
        `The login cannot be written: ${masked(error instanceof Error ? error.message : String(error))}`
      )
  })
  const lost = (text: string) =>
    new SessionFailure({
      ...sessionFailure("unreachable", `No answer to the login: ${masked(text)}`),
      answerLost: true
    })
  return yield* Effect.callback<EppResponse, SessionFailure>((resume) => {
    if (connection.ended !== undefined) return resume(Effect.fail(sessionFailure("unreachable", connection.ended)))
    connection.send(document, clTRID, patience.login, (answer: Answer) =>
      resume(
        Result.isSuccess(answer) && answer.success._tag === "Response"
          ? Effect.succeed(answer.success)
          : Effect.fail(lost(Result.isFailure(answer) ? answer.failure : "a greeting came"))
      ))
  })
})
