import { Notes } from "@namewright/core/notes"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { NotesApi } from "./NotesApi.ts"

export const layer = group(
  NotesApi,
  Effect.fnUntraced(function*(handlers) {
    const notes = yield* Notes
    return handlers.handleAll({
      listNotes: ({ query }) => Effect.mapError(notes.list(query), toProblem),
      createNote: ({ payload }) => Effect.mapError(notes.create(payload), toProblem),
      deleteNote: ({ params }) => Effect.mapError(notes.remove(params.note_id), toProblem)
    })
  })
)
