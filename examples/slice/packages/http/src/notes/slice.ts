import { registration } from "../shared/registration.ts"
import { NotesApi } from "./NotesApi.ts"

export const notesSlice = [registration(NotesApi, () => import("./NotesHandlers.ts"))] as const
