import { Schema } from "effect"

/** Nobody has this name and this password. Which of the two is wrong is not told. */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {}) {
  get code() {
    return "ERROR_AUTHENTICATION" as const
  }
  override get message() {
    return "The username or the password is wrong"
  }
}

/** The code of the second factor is wrong, too old, or was used before. */
export class SecondFactorRefused extends Schema.TaggedError<SecondFactorRefused>()("SecondFactorRefused", {}) {
  get code() {
    return "ERROR_AUTHENTICATION" as const
  }
  override get message() {
    return "The code is wrong, or it was used before"
  }
}

/** Too many attempts failed, or are under way; `retry_after` is in seconds. */
export class SignInThrottled extends Schema.TaggedError<SignInThrottled>()("SignInThrottled", {
  retry_after: Schema.Int
}) {
  get code() {
    return "ERROR_RATE_LIMITED" as const
  }
  override get message() {
    const minutes = Math.ceil(this.retry_after / 60)
    return `Too many attempts to sign in; try again in ${minutes > 1 ? `${minutes} minutes` : "a minute"}`
  }
}
