import { registration } from "../shared/registration.ts"
import { TagsApi } from "./TagsApi.ts"

export const tagsSlice = [
  registration(TagsApi, () => import("./TagsHandlers.ts"))
] as const
