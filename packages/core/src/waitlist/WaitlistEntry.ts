import { Schema, SchemaTransformation } from "effect"
import { Instant, limits, optional, OrganizationId, Text } from "../shared/index.ts"

const { NullOr } = Schema

/** Key of a product that users apply for, and resource of the permissions that it grants, such as `ai_concierge`. */
export const WaitlistProductKey = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]*$/),
  Schema.isMaxLength(limits.waitlist.product.maximum)
).annotate({ identifier: "WaitlistProductKey" })
export type WaitlistProductKey = typeof WaitlistProductKey.Type

const displayed = {
  display_name: Text.line(limits.waitlist.displayName),
  description: Text.line(limits.waitlist.description)
}

/** Product with its texts for users. */
export const WaitlistProduct = Schema.Struct({ product: WaitlistProductKey, ...displayed })
  .annotate({ identifier: "WaitlistProduct" })
export type WaitlistProduct = typeof WaitlistProduct.Type

/** Decision of the operator. `rejected` also ends an access that was granted. */
export const WaitlistDecision = Schema.Literals(["granted", "rejected"]).annotate({ identifier: "WaitlistDecision" })
export type WaitlistDecision = typeof WaitlistDecision.Type

export const WaitlistStatus = Schema.Literals(["pending", ...WaitlistDecision.literals])
  .annotate({ identifier: "WaitlistStatus" })
export type WaitlistStatus = typeof WaitlistStatus.Type

/** Product of an invited organization, as the caller sees it. Source: REST specification, "Product waitlist entry". */
export const WaitlistEntry = Schema.Struct({
  product: WaitlistProductKey,
  display_name: Schema.String,
  description: Schema.String,
  /** Of the calling user's application; null without one, and for keys. */
  status: NullOr(WaitlistStatus),
  applied_on: NullOr(Instant.Instant),
  /** Time of the last decision. */
  decided_on: NullOr(Instant.Instant),
  /** True for a user of an active organization who has not applied. */
  can_apply: Schema.Boolean
}).annotate({ identifier: "WaitlistEntry" })
export type WaitlistEntry = typeof WaitlistEntry.Type

const Note = Schema.String.check(Text.multiLine).pipe(
  Schema.decodeTo(
    Schema.Trimmed.check(Schema.isBetweenLength(limits.waitlist.note.minimum, limits.waitlist.note.maximum)),
    SchemaTransformation.trim()
  )
)

/** Request to apply. The note is for the operator: trimmed, 1 to 1,000 characters. */
export const NewWaitlistApplication = Schema.Struct({ note: optional(Note) })
  .annotate({ identifier: "WaitlistApply" })
export type NewWaitlistApplication = typeof NewWaitlistApplication.Type

/** Applicant: the id of a user of the platform, or `host_user:` and the id of a user of the host. */
export const WaitlistApplicant = Schema.String.check(
  Schema.isPattern(/^(user_|host_user:)./, {
    expected: "the id of a user, or host_user: and the id of a user of the host"
  }),
  Schema.isMaxLength(limits.waitlist.applicant.maximum)
).annotate({ identifier: "WaitlistApplicant" })
export type WaitlistApplicant = typeof WaitlistApplicant.Type

/** Application of a user for a product. */
export const WaitlistApplication = Schema.Struct({
  user_id: WaitlistApplicant,
  /** Organization of the user. */
  organization_id: OrganizationId,
  product: WaitlistProductKey,
  status: WaitlistStatus,
  note: NullOr(Schema.String),
  applied_on: Instant.Instant,
  decided_on: NullOr(Instant.Instant)
}).annotate({ identifier: "WaitlistApplication" })
export type WaitlistApplication = typeof WaitlistApplication.Type

export interface WaitlistFilter {
  readonly status?: WaitlistStatus | undefined
}
