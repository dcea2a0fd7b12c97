import { Instant } from "@namewright/core/shared"
import { newTagId, type TagRecord } from "@namewright/core/tags"
import { Effect } from "effect"

/** Tag for domains, with defaults as in the service. */
export const newTag = Effect.fnUntraced(function*(label: string, rest: Partial<TagRecord> = {}) {
  const now = yield* Instant.now
  const tag: TagRecord = {
    tag_id: yield* newTagId,
    type: "DOMAIN",
    label,
    color: "color-1",
    description: null,
    created_on: now,
    updated_on: now,
    ...rest
  }
  return tag
})
