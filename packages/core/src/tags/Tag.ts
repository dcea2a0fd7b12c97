import { Schema } from "effect"
import { Instant, limits, Text, TypeId } from "../shared/index.ts"

export const TagId = TypeId.schema("tag").pipe(Schema.brand("TagId"))
export type TagId = typeof TagId.Type
export const newTagId = TypeId.generator("tag", (text) => TagId.make(text))

/** Kind of object that a tag can be assigned to; never changes. */
export const TagType = Schema.Literals(["DOMAIN", "CONTACT", "ZONE"]).annotate({ identifier: "TagType" })
export type TagType = typeof TagType.Type

/** Color of the user interface's palette, which defines the shade. */
export const TagColor = Schema.Literals([
  "color-1",
  "color-2",
  "color-3",
  "color-4",
  "color-5",
  "color-6",
  "color-7",
  "color-8",
  "color-9",
  "color-10"
]).annotate({ identifier: "TagColor" })
export type TagColor = typeof TagColor.Type

const TagLabel = Text.line(limits.tagLabel)

const TagDescription = Schema.String.check(Schema.isMaxLength(limits.tagDescription), Text.multiLine)

/** Label that an organization assigns to its objects. Source: REST specification, "Tags". */
export const Tag = Schema.Struct({
  tag_id: TagId,
  type: TagType,
  /** Unique among the organization's tags of the type, case-insensitive. */
  label: Schema.String,
  color: TagColor,
  description: Schema.NullOr(Schema.String),
  /** Number of objects with the tag. */
  object_count: Schema.Int,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Tag" })
export type Tag = typeof Tag.Type

/** Tag as part of an object. */
export const AssignedTag = Schema.Struct({
  tag_id: TagId,
  label: Schema.String,
  color: TagColor
}).annotate({ identifier: "AssignedTag" })
export type AssignedTag = typeof AssignedTag.Type

/** Order of the tags of an object. */
export const byLabel = (a: AssignedTag, b: AssignedTag): number => a.label < b.label ? -1 : a.label > b.label ? 1 : 0

/** Request to create a tag. Default color: the first of the palette. */
export const CreateTag = Schema.Struct({
  type: TagType,
  label: TagLabel,
  color: Schema.optionalKey(Schema.NullOr(TagColor)),
  description: Schema.optionalKey(Schema.NullOr(TagDescription))
}).annotate({ identifier: "CreateTag" })
export type CreateTag = typeof CreateTag.Type

/**
 * Request to change a tag. Absent members are unchanged, as are `label` and `color` of null. A `description` of null or
 * blank text removes the description.
 */
export const UpdateTag = Schema.Struct({
  label: Schema.optionalKey(Schema.NullOr(TagLabel)),
  color: Schema.optionalKey(Schema.NullOr(TagColor)),
  description: Schema.optionalKey(Schema.NullOr(TagDescription))
}).annotate({ identifier: "UpdateTag" })
export type UpdateTag = typeof UpdateTag.Type

export const TagSortField = Schema.Literals(["label", "created_on", "updated_on"])
  .annotate({ identifier: "TagSortField" })
export type TagSortField = typeof TagSortField.Type

/** Filter of the list of tags. */
export interface TagListFilter {
  /** Tags of any of these types; all types if undefined or empty. */
  readonly tag_types?: ReadonlyArray<TagType> | undefined
  /** Literal part of the label, case-insensitive. */
  readonly search?: string | undefined
  /** Tags of the scope of a restricted caller. Set by the service. */
  readonly within?: ReadonlyArray<string> | undefined
}
