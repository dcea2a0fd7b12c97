import { Schema } from "effect"
import type { StatusTagType } from "./StatusTag.ts"
import type { TagId } from "./Tag.ts"

/**
 * Combination of several tags in a filter: objects with at least one, with all, or with none of them. Objects without
 * tags match `match_none`. Source: REST specification, "Domains".
 */
export const TagFilterMode = Schema.Literals(["match_any", "match_all", "match_none"])
  .annotate({ identifier: "TagFilterMode" })
export type TagFilterMode = typeof TagFilterMode.Type

/**
 * Filter by tags and by status tags; both conditions must hold. An empty or absent list is no condition. Duplicates are
 * ignored, and unknown tags are on no object. Default mode: `match_any`.
 */
export interface TagFilter {
  readonly tag_ids?: ReadonlyArray<TagId> | undefined
  readonly tag_mode?: TagFilterMode | undefined
  readonly status_tags?: ReadonlyArray<StatusTagType> | undefined
  readonly status_tag_mode?: TagFilterMode | undefined
}
