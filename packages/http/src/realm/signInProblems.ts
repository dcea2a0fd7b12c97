import type { SecondFactorRefused, SignInRefused, SignInThrottled } from "@namewright/core/access"
import type { MailLocale } from "@namewright/core/mail"
import type { InvalidInput } from "@namewright/core/shared"
import type { PasswordProblem } from "./pages/texts/passwordTexts.ts"
import { problemTexts } from "./pages/texts/problemTexts.ts"

/** Text for a refused sign-in. */
export const signInProblem = (
  locale: MailLocale,
  error: SignInRefused | SecondFactorRefused | SignInThrottled
): string => {
  const words = problemTexts[locale]
  switch (error._tag) {
    case "SignInThrottled":
      return words.throttled(Math.ceil(error.retry_after / 60))
    case "SecondFactorRefused":
      return words.code
    case "SignInRefused":
      return words.login
  }
}

const lengths = ["string_too_short", "string_too_long"] as const

/** Reason for which a new password is refused, of the issues of its policy. */
export const passwordProblemOf = ({ issues }: InvalidInput): PasswordProblem =>
  lengths.find((type) => issues.some((issue) => issue.type === type)) ?? "value_error"
