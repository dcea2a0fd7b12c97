import { Effect, Schema } from "effect"
import { anyOf } from "../shared/index.ts"
import { StatusTagType } from "./StatusTag.ts"
import { TagId } from "./Tag.ts"

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

const mode = TagFilterMode.annotate({ default: "match_any" }).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed("match_any" as const))
)

/** Conditions of a list on the tags of its objects; the wire form of `TagFilter`. */
export const tagFilter = {
  tag_ids: Schema.optionalKey(anyOf(TagId)),
  tag_mode: mode,
  status_tags: Schema.optionalKey(anyOf(StatusTagType)),
  status_tag_mode: mode
}
