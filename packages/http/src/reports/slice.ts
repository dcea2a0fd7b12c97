import { slice } from "../shared/slice.ts"
import { ReportsApi } from "./ReportsApi.ts"
import * as ReportsHandlers from "./ReportsHandlers.ts"

export const reportsSlice = slice([ReportsApi], ReportsHandlers.layer)
