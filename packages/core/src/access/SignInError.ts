import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** No user has this login and password. The error does not reveal which of them is wrong. */
export class SignInRefused extends CodedError<SignInRefused>()("SignInRefused", {
  code: "ERROR_AUTHENTICATION",
  message: "The username or the password is wrong"
}) {}

/** The code of the second factor is wrong, expired or already used. */
export class SecondFactorRefused extends CodedError<SecondFactorRefused>()("SecondFactorRefused", {
  code: "ERROR_AUTHENTICATION",
  message: "The code is wrong, or it was used before"
}) {}

/** Too many attempts failed or are in progress. `retry_after` is in seconds. */
export class SignInThrottled extends CodedError<SignInThrottled>()("SignInThrottled", {
  code: "ERROR_RATE_LIMITED",
  fields: { retry_after: Schema.Int },
  message: ({ retry_after }) => {
    const minutes = Math.ceil(retry_after / 60)
    return `Too many attempts to sign in; try again in ${minutes > 1 ? `${minutes} minutes` : "a minute"}`
  }
}) {}
