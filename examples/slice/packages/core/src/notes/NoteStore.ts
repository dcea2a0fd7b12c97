import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { Note, NoteId } from "./Note.ts"

/** Storage port. Driver failures are defects. */
export class NoteStore extends Context.Service<NoteStore, {
  readonly insert: (organization: OrganizationId, note: Note) => Effect.Effect<void>
  readonly find: (organization: OrganizationId, id: NoteId) => Effect.Effect<Option.Option<Note>>
  /** Lists notes, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<Note>>
  /** Removes a note. Returns false if the organization has no such note. */
  readonly remove: (organization: OrganizationId, id: NoteId) => Effect.Effect<boolean>
}>()("@namewright/core/notes/NoteStore") {}
