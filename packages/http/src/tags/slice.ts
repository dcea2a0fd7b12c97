import { slice } from "../shared/slice.ts"
import { TagsApi } from "./TagsApi.ts"
import * as TagsHandlers from "./TagsHandlers.ts"

export const tagsSlice = slice([TagsApi], TagsHandlers.layer)
