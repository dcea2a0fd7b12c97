import { slice } from "../shared/slice.ts"
import { JobsApi } from "./JobsApi.ts"
import * as JobsHandlers from "./JobsHandlers.ts"

export const jobsSlice = slice([JobsApi], JobsHandlers.layer)
