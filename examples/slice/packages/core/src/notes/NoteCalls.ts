import { Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page
} from "../shared/index.ts"
import { CreateNote, Note, NoteId } from "./Note.ts"
import { Notes } from "./Notes.ts"

/** The list of notes. */
export const noteList = listForm({ filter: {} })

export interface NoteJson extends JsonOf<typeof Note> {}
export interface CreateNoteInput extends InputOf<typeof CreateNote> {}

/** Remarks that an organization keeps for its own use. */
export interface NoteCalls {
  /**
   * Creates a note.
   *
   * Rights: `notes:manage`.
   *
   * @example
   * const { note_id } = await caller.notes.create({ text: "Call back on Monday" })
   */
  readonly create: (note: CreateNoteInput, options?: CallOptions) => Promise<NoteJson>
  /**
   * Returns one page of notes, newest first.
   *
   * Rights: `notes:read`.
   *
   * @example
   * const { items } = await caller.notes.page({ page_size: 20 })
   */
  readonly page: (request?: ListRequest<{}>, options?: CallOptions) => Promise<Page<NoteJson>>
  /**
   * Iterates over all notes, newest first.
   *
   * Rights: `notes:read`.
   *
   * @example
   * for await (const { text } of caller.notes.all()) console.log(text)
   */
  readonly all: (filter?: {}, options?: AllOptions) => AsyncIterable<NoteJson>
  /**
   * Deletes a note.
   *
   * Rights: `notes:delete`.
   *
   * @example
   * await caller.notes.remove(note_id)
   */
  readonly remove: (note_id: string, options?: CallOptions) => Promise<void>
}

export const noteCalls = {
  create: call([inBody(CreateNote)], Note, (note) => Notes.use((notes) => notes.create(note))),
  ...listCalls([], noteList, Note, "note_id", ({ page }) => Notes.use((notes) => notes.list(page))),
  remove: call([inPath("note_id", NoteId)], Schema.Void, (id) => Notes.use((notes) => notes.remove(id)))
} satisfies CallsFor<NoteCalls>
