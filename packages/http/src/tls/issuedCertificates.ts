import { IssuedCertificates } from "@namewright/core/certificates"
import { Hostname } from "@namewright/core/shared"
import { DateTime, Effect, Option, Schema } from "effect"
import type { FindCertificate } from "./SecureContexts.ts"

const readHostname = Schema.decodeUnknownOption(Hostname)

/** Finds the certificates that the platform has issued. */
export const issuedCertificates: Effect.Effect<FindCertificate, never, IssuedCertificates> = Effect.gen(function*() {
  const issued = yield* IssuedCertificates
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  return (host) => {
    const name = readHostname(host)
    if (Option.isNone(name)) return Promise.resolve(undefined)
    return run(Effect.map(
      issued.find(name.value),
      Option.match({
        onNone: () => undefined,
        onSome: ({ chain, expires_on, key, names }) => ({
          names,
          chain,
          key,
          expires: DateTime.toEpochMillis(expires_on)
        })
      })
    ))
  }
})
