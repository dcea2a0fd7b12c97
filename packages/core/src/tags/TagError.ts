import { Schema } from "effect"

export class TagNotFound extends Schema.TaggedError<TagNotFound>()("TagNotFound", { tag_id: Schema.String }) {
  get code() {
    return "ERROR_TAG_NOT_FOUND" as const
  }
  override get message() {
    return `No tag ${this.tag_id}`
  }
}

/** Another tag of the same type has the label, in whatever case. */
export class TagLabelAlreadyExists
  extends Schema.TaggedError<TagLabelAlreadyExists>()("TagLabelAlreadyExists", { label: Schema.String })
{
  get code() {
    return "ERROR_TAG_LABEL_ALREADY_EXISTS" as const
  }
  override get message() {
    return `A tag of this type with the label "${this.label}" already exists`
  }
}

/** Objects of one kind were to be given a tag of another. */
export class IllegalObjectTypeForTag extends Schema.TaggedError<IllegalObjectTypeForTag>()("IllegalObjectTypeForTag", {
  object_ids: Schema.Array(Schema.String)
}) {
  get code() {
    return "ERROR_ILLEGAL_OBJECT_TYPE_FOR_TAG" as const
  }
  override get message() {
    return `The tag's type does not fit ${this.object_ids.length} of the objects`
  }
}
