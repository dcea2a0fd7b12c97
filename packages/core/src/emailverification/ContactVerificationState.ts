import { DateTime } from "effect"
import type { Instant } from "../shared/index.ts"
import type { StoredVerification } from "./ContactVerification.ts"

/** State of a verification at an instant. A pending verification is `open` until its token expires. */
export type VerificationState = "open" | "expired" | "verified" | "canceled"

/** Change of a verification. */
export type VerificationChange = "verify" | "cancel"

interface Transition {
  readonly from: ReadonlyArray<VerificationState>
  readonly to: "verified" | "canceled"
}

/** All changes of verifications. A verified one is never changed again, so its token works once. */
export const verificationTransitions = {
  verify: { from: ["open"], to: "verified" },
  // A new verification of the contact cancels an expired one too.
  cancel: { from: ["open", "expired"], to: "canceled" }
} as const satisfies Record<VerificationChange, Transition>

/** State at an instant. A token is valid before `expires_on`, not at it. */
export const verificationStateAt = (
  { expires_on, status }: Pick<StoredVerification, "expires_on" | "status">,
  now: Instant.Instant
): VerificationState => status !== "pending" ? status : DateTime.isLessThan(now, expires_on) ? "open" : "expired"

/** The verification after a change; undefined if its state does not allow the change. */
export const changedVerification = (
  verification: StoredVerification,
  change: VerificationChange,
  now: Instant.Instant
): StoredVerification | undefined => {
  const { from, to }: Transition = verificationTransitions[change]
  if (!from.includes(verificationStateAt(verification, now))) return undefined
  return to === "verified"
    ? { ...verification, status: to, updated_on: now, verified_on: now }
    : { ...verification, status: to, updated_on: now, canceled_on: now }
}
