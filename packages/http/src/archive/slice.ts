import { registration } from "../shared/registration.ts"
import { ArchiveApi } from "./ArchiveApi.ts"

export const archiveSlice = [registration(ArchiveApi, () => import("./ArchiveHandlers.ts"))] as const
