import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

export class NoteNotFound extends CodedError<NoteNotFound>()("NoteNotFound", {
  code: "ERROR_NOTE_NOT_FOUND",
  fields: { note_id: Schema.String },
  message: ({ note_id }) => `No note ${note_id}`
}) {}
