import { Schema } from "effect"
import { Instant, Text, TypeId } from "../shared/index.ts"

export const NoteId = TypeId.schema("note").pipe(Schema.brand("NoteId"))
export type NoteId = typeof NoteId.Type
export const newNoteId = TypeId.generator("note", (text) => NoteId.make(text))

/** Remark of an organization. */
export const Note = Schema.Struct({
  note_id: NoteId,
  text: Schema.String,
  created_on: Instant.Instant
}).annotate({ identifier: "Note" })
export type Note = typeof Note.Type

/** Request to create a note. `text` has at most 1,000 characters. */
export const CreateNote = Schema.Struct({
  text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1000), Text.multiLine)
}).annotate({ identifier: "CreateNote" })
export type CreateNote = typeof CreateNote.Type
