import { StatusTagType, TagFilterMode, TagId } from "@namewright/core/tags"
import { Effect, Schema } from "effect"
import { commaList } from "../shared/ListParameters.ts"

const mode = TagFilterMode.annotate({ default: "match_any" }).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed("match_any" as const))
)

/** Filter by tags; the names are those of core's `TagFilter`. */
export const tagParameters = {
  tag_ids: Schema.optionalKey(commaList(TagId)),
  tag_mode: mode,
  status_tags: Schema.optionalKey(commaList(StatusTagType)),
  status_tag_mode: mode
}
