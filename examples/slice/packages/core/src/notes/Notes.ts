import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { type CurrentActor, Instant, type Page, type PageRequest } from "../shared/index.ts"
import { type CreateNote, newNoteId, type Note, type NoteId } from "./Note.ts"
import { NoteNotFound } from "./NoteError.ts"
import { NoteStore } from "./NoteStore.ts"

/** Notes of an organization. */
export class Notes extends Context.Service<Notes, {
  readonly create: (input: CreateNote) => Effect.Effect<Note, AuthorizationError, CurrentActor>
  /** Creates a note with this id, or returns the existing one. */
  readonly createAs: (id: NoteId, input: CreateNote) => Effect.Effect<Note, AuthorizationError, CurrentActor>
  readonly list: (page: PageRequest) => Effect.Effect<Page<Note>, AuthorizationError, CurrentActor>
  readonly remove: (id: NoteId) => Effect.Effect<void, AuthorizationError | NoteNotFound, CurrentActor>
}>()("@namewright/core/notes/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function*() {
      const store = yield* NoteStore

      const createAs = Effect.fn("Notes.createAs")(function*(note_id: NoteId, { text }: CreateNote) {
        const { organization_id } = yield* authorize("notes:manage")
        const existing = yield* store.find(organization_id, note_id)
        if (Option.isSome(existing)) return existing.value
        const note: Note = { note_id, text, created_on: yield* Instant.now }
        yield* store.insert(organization_id, note)
        return note
      })

      const create = Effect.fn("Notes.create")(function*(input: CreateNote) {
        return yield* createAs(yield* newNoteId, input)
      })

      const list = Effect.fn("Notes.list")(function*(page: PageRequest) {
        const { organization_id } = yield* authorize("notes:read")
        return yield* store.list(organization_id, page)
      })

      const remove = Effect.fn("Notes.remove")(function*(note_id: NoteId) {
        const { organization_id } = yield* authorize("notes:delete")
        if (!(yield* store.remove(organization_id, note_id))) return yield* new NoteNotFound({ note_id })
      })

      return Notes.of({ create, createAs, list, remove })
    })
  )
}
