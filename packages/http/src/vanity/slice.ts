import { slice } from "../shared/slice.ts"
import { VanitySetsApi } from "./VanitySetsApi.ts"
import * as VanitySetsHandlers from "./VanitySetsHandlers.ts"

export const vanitySlice = slice([VanitySetsApi], VanitySetsHandlers.layer)
