import type { NewEvent } from "../events/index.ts"
import type { ObjectChange } from "../objectlog/index.ts"
import type { WaitlistApplication, WaitlistProduct, WaitlistStatus } from "./WaitlistEntry.ts"

/** What is recorded with a change of an application: an entry of the object log about its user, and an event. */
interface Written {
  readonly change: ObjectChange
  readonly event: NewEvent
}

const written = (
  { organization_id, product, user_id }: WaitlistApplication,
  before: WaitlistStatus | null,
  after: WaitlistStatus,
  message: string
): Written => ({
  change: {
    organization_id,
    object_type: "USER",
    object_id: user_id,
    action: "UPDATED",
    before: { waitlist: { [product]: before } },
    after: { waitlist: { [product]: after } }
  },
  event: {
    organization_id,
    object_type: "ACCOUNT",
    object_id: organization_id,
    object_name: null,
    type: null,
    subtype: "NOTIFICATION",
    event_data: { message }
  }
})

export const applied = ({ display_name }: WaitlistProduct, application: WaitlistApplication): Written =>
  written(
    application,
    null,
    application.status,
    `The user ${application.user_id} applied for ${display_name} (${application.product})`
  )

export const decided = (
  { display_name }: WaitlistProduct,
  before: WaitlistApplication,
  after: WaitlistApplication
): Written => {
  const outcome = after.status === "granted"
    ? "was granted to"
    : before.status === "granted"
    ? "was withdrawn from"
    : "was refused to"
  return written(
    after,
    before.status,
    after.status,
    `${display_name} (${after.product}) ${outcome} the user ${after.user_id}`
  )
}
