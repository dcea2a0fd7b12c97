import { Schema } from "effect"
import type { StatusTagType } from "./StatusTag.ts"
import type { TagId } from "./Tag.ts"

/**
 * How a list reads several tags: objects with at least one of them, with all of them, or with none of them. Objects
 * without any tag match `match_none`. Source: REST specification, "Domains".
 */
export const TagFilterMode = Schema.Literals(["match_any", "match_all", "match_none"])
  .annotate({ identifier: "TagFilterMode" })
export type TagFilterMode = typeof TagFilterMode.Type

/**
 * Which tags the rows of a list carry. The two halves must both hold. An empty or absent list of tags is no condition;
 * repeated values count once; a tag that the organization does not have is carried by nothing. A mode left out is
 * `match_any`.
 */
export interface TagFilter {
  readonly tag_ids?: ReadonlyArray<TagId> | undefined
  readonly tag_mode?: TagFilterMode | undefined
  readonly status_tags?: ReadonlyArray<StatusTagType> | undefined
  readonly status_tag_mode?: TagFilterMode | undefined
}
