import { DateTime } from "effect"
import { Instant, limits } from "../../shared/index.ts"
import type { ApplicantDeclaration, DeclarationSignature, DeclarationStatus } from "./ApplicantDeclaration.ts"

/** Change of a declaration. */
export type DeclarationChange = "sign" | "complete" | "fail" | "expire"

/** All changes of declarations. */
export const declarationTransitions: Readonly<
  Record<DeclarationChange, { readonly from: DeclarationStatus; readonly to: DeclarationStatus }>
> = {
  sign: { from: "pending", to: "confirmed" },
  complete: { from: "confirmed", to: "completed" },
  fail: { from: "confirmed", to: "failed" },
  expire: { from: "pending", to: "expired" }
}

type Dates = Pick<ApplicantDeclaration, "created_on" | "expires_on">

/** True if a pending declaration can no longer be signed. */
export const isTooLate = ({ expires_on }: Dates, now: Instant.Instant): boolean => Instant.hasPassed(expires_on, now)

/** Day of the newest reminder that is due; undefined before the first one. */
export const dueReminder = ({ created_on }: Dates, now: Instant.Instant): number | undefined =>
  limits.declaration.reminderDays.findLast((days) => Instant.hasPassed(DateTime.add(created_on, { days }), now))

/** Time of the first reminder after `now`, otherwise the end. */
export const nextDeclarationAction = ({ created_on, expires_on }: Dates, now: Instant.Instant): Instant.Instant =>
  limits.declaration.reminderDays.map((days) => DateTime.add(created_on, { days }))
    .find((on) => !Instant.hasPassed(on, now)) ?? expires_on

/** The declaration after a change; undefined if its status or its time does not allow the change. */
export const changedDeclaration = (
  declaration: ApplicantDeclaration,
  change: Exclude<DeclarationChange, "sign">,
  now: Instant.Instant
): ApplicantDeclaration | undefined => {
  const { from, to } = declarationTransitions[change]
  const isEarly = change === "expire" && !isTooLate(declaration, now)
  return declaration.status !== from || isEarly
    ? undefined
    : { ...declaration, status: to, updated_on: now, next_action_on: null }
}

/** The signed declaration; undefined unless it is pending and in time. */
export const signedDeclaration = (
  declaration: ApplicantDeclaration,
  signature: DeclarationSignature,
  now: Instant.Instant
): ApplicantDeclaration | undefined =>
  declaration.status !== declarationTransitions.sign.from || isTooLate(declaration, now)
    ? undefined
    : { ...declaration, status: declarationTransitions.sign.to, signature, updated_on: now, next_action_on: null }
