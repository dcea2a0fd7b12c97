import { assert, layer } from "@effect/vitest"
import { newNoteId, type Note, NoteStore } from "@namewright/core/notes"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const newNote = (text: string) =>
  Effect.gen(function*() {
    const note: Note = { note_id: yield* newNoteId, text, created_on: yield* Instant.now }
    return note
  })

/** Contract of every storage adapter for notes. */
export const noteStoreContract = <E>(name: string, storage: Layer.Layer<NoteStore, E>) =>
  layer(storage)(`NoteStore (${name})`, (it) => {
    it.effect("finds a note as it was inserted", () =>
      Effect.gen(function*() {
        const store = yield* NoteStore
        const organization = yield* newOrganizationId
        const note = yield* newNote("Kündigen\nbis März")
        yield* store.insert(organization, note)
        assert.deepStrictEqual(yield* store.find(organization, note.note_id), Option.some(note))
      }))

    it.effect("lists notes in pages, newest first", () =>
      Effect.gen(function*() {
        const store = yield* NoteStore
        const organization = yield* newOrganizationId
        for (const text of ["first", "second", "third"]) {
          yield* store.insert(organization, yield* newNote(text))
          yield* TestClock.adjust("1 minute")
        }
        const { items, total } = yield* store.list(organization, { page: 1, page_size: 2 })
        assert.deepStrictEqual([total, ...items.map(({ text }) => text)], [3, "third", "second"])
      }))

    it.effect("neither returns nor removes notes of other organizations", () =>
      Effect.gen(function*() {
        const store = yield* NoteStore
        const [owner, stranger] = [yield* newOrganizationId, yield* newOrganizationId]
        const note = yield* newNote("mine")
        yield* store.insert(owner, note)
        assert.isFalse(yield* store.remove(stranger, note.note_id))
        assert.deepStrictEqual(yield* store.find(stranger, note.note_id), Option.none())
        assert.strictEqual((yield* store.list(stranger, { page: 1, page_size: 2 })).total, 0)
        assert.isTrue(yield* store.remove(owner, note.note_id))
        assert.deepStrictEqual(yield* store.find(owner, note.note_id), Option.none())
      }))
  })
