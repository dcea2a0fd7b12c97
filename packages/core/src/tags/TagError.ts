import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

export class TagNotFound extends CodedError<TagNotFound>()("TagNotFound", {
  code: "ERROR_TAG_NOT_FOUND",
  fields: { tag_id: Schema.String },
  message: ({ tag_id }) => `No tag ${tag_id}`
}) {}

/** Another tag of the same type has this label; the comparison ignores case. */
export class TagLabelAlreadyExists extends CodedError<TagLabelAlreadyExists>()("TagLabelAlreadyExists", {
  code: "ERROR_TAG_LABEL_ALREADY_EXISTS",
  fields: { label: Schema.String },
  message: ({ label }) => `A tag of this type with the label "${label}" already exists`
}) {}

/** A tag cannot be assigned to objects of another kind. */
export class IllegalObjectTypeForTag extends CodedError<IllegalObjectTypeForTag>()("IllegalObjectTypeForTag", {
  code: "ERROR_ILLEGAL_OBJECT_TYPE_FOR_TAG",
  fields: { object_ids: Schema.Array(Schema.String) },
  message: ({ object_ids }) => `The tag's type does not fit ${object_ids.length} of the objects`
}) {}
