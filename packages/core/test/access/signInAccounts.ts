import { asSystem, IpRestrictions, Totp, type User, UserCredentials, UserOperations } from "@namewright/core/access"
import { Clock, Effect, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import { newOrganization, newPerson } from "./AccessPlatform.ts"

export const password = "correct horse battery"
export const home = "198.51.100.7"

export const withPassword = Effect.fnUntraced(function*(given: Partial<User> = {}) {
  const user = yield* newPerson(yield* newOrganization(), given)
  const operations = yield* UserOperations
  yield* operations.setPassword(user, Redacted.make(password))
  return user
})

export const elsewhere = "203.0.113.1"

/** The organization of the user accepts calls from one address only. */
export const restrictToHome = ({ organization_id }: User) =>
  asSystem(organization_id, IpRestrictions.use(({ create }) => create({ ip_network: home })))

export const signIn = (login: string, text: string, address: string | undefined = home) =>
  Effect.flatMap(UserCredentials, ({ verifyPassword }) => verifyPassword(login, Redacted.make(text), address))

export const tagOf = <A, R>(work: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.match(work, { onFailure: ({ _tag }) => _tag, onSuccess: () => "in" })

export const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Secret in an `otpauth:` URI, as input of the code computation. */
export const secretIn = (uri: Redacted.Redacted) => {
  const base32 = new URL(Redacted.value(uri)).searchParams.get("secret") ?? ""
  const bits = Array.from(
    base32,
    (letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  ).join("")
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return Redacted.make(Base64Url.encode(Uint8Array.from(bytes)))
}

export const codeNow = (secret: Redacted.Redacted, offset = 0) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Totp.codeAt(secret, Totp.stepAt(now) + offset))

export const known = (code = "") => ({ password: Redacted.make(password), code })

export const withSecondFactor = Effect.fnUntraced(function*() {
  const { confirmTotp, enrolTotp } = yield* UserCredentials
  const user = yield* withPassword()
  const { uri } = yield* enrolTotp(user.user_id, known(), home)
  const secret = secretIn(uri)
  const codes = yield* confirmTotp(user.user_id, yield* codeNow(secret))
  return { user, secret, codes }
})
