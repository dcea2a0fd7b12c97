import { Schema } from "effect"
import { Instant, limits, Text, TypeId } from "../shared/index.ts"

export const TagId = TypeId.schema("tag").pipe(Schema.brand("TagId"))
export type TagId = typeof TagId.Type
export const newTagId = TypeId.generator("tag", (text) => TagId.make(text))

/** The kind of object that a tag marks; a tag never changes its kind. */
export const TagType = Schema.Literals(["DOMAIN", "CONTACT", "ZONE"]).annotate({ identifier: "TagType" })
export type TagType = typeof TagType.Type

/** A place in the palette of the user interface, which decides the shade. */
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

/** A mark that an organization puts on its objects. Source: REST specification, "Tags". */
export const Tag = Schema.Struct({
  tag_id: TagId,
  type: TagType,
  /** Unique among the organization's tags of the type, without regard to case. */
  label: Schema.String,
  color: TagColor,
  description: Schema.NullOr(Schema.String),
  /** How many objects carry the tag. */
  object_count: Schema.Int,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Tag" })
export type Tag = typeof Tag.Type

/** A tag as the objects that carry it show it. */
export const AssignedTag = Schema.Struct({
  tag_id: TagId,
  label: Schema.String,
  color: TagColor
}).annotate({ identifier: "AssignedTag" })
export type AssignedTag = typeof AssignedTag.Type

/** The order in which objects show their tags. */
export const byLabel = (a: AssignedTag, b: AssignedTag): number => a.label < b.label ? -1 : a.label > b.label ? 1 : 0

/** A tag to be made. Without a color it gets the palette's first. */
export const CreateTag = Schema.Struct({
  type: TagType,
  label: TagLabel,
  color: Schema.optionalKey(Schema.NullOr(TagColor)),
  description: Schema.optionalKey(Schema.NullOr(TagDescription))
}).annotate({ identifier: "CreateTag" })
export type CreateTag = typeof CreateTag.Type

/**
 * What changes about a tag. An absent member stays, as does a `label` or `color` of null; a `description` of null or
 * empty text removes the description.
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

/** Which tags a list shows. */
export interface TagListFilter {
  /** Tags of any of these types; undefined or empty shows all types. */
  readonly tag_types?: ReadonlyArray<TagType> | undefined
  /** Literal part of the label, without regard to case. */
  readonly search?: string | undefined
}
